#include "kernel/deform/exact_forms.hpp"

namespace allide::kernel::motion {

// Walks down the Stern–Brocot tree by continued fractions of both bounds, as long as they agree.
Fraction simplest_between(double lo, double hi) {
    Fraction before{1, 0}, last{0, 1};  // convergents, starting with the integer part 0
    double a = 1 / hi, b = 1 / lo;
    constexpr std::int64_t most = std::int64_t{1} << 26;
    for (int step = 0; step < 64; ++step) {
        const double whole = std::floor(a);
        const bool ends = whole == a || std::floor(b) != whole;
        const double part = ends && whole != a ? whole + 1 : whole;
        if (!(part < 0x1p26)) return last;
        const auto times = static_cast<std::int64_t>(part);
        const Fraction next{times * last.numerator + before.numerator,
                            times * last.denominator + before.denominator};
        if (ends || next.denominator > most) return next;
        before = last;
        last = next;
        const double low = a - whole, high = b - whole;
        a = 1 / high;
        b = 1 / low;
    }
    return last;
}

}  // namespace allide::kernel::motion
