// The separating-axis test of paper 004 for any number type, without the error margins that allide adds.
#pragma once

#include <array>
#include <cmath>
#include <cstddef>

namespace allide::bench {

// Two boxes in the frame of the first: the columns of `r` are B's axes, `t` is B's centre, `a` and `b` are
// the half extents.
template <typename Number>
struct BoxPair {
    std::array<std::array<Number, 3>, 3> r;
    std::array<Number, 3> t, a, b;
};

// The cross products of edges that are tested as axes when a box is flat.
enum class Edges {
    all,       // all nine; terms with a zero extent are left out
    existing,  // only those of edges of positive length, as in allide
};

// A and B are the numbers of non-zero extents of the two boxes; zero extents come last. The test stops at
// the first separating axis.
template <int A, int B, Edges edges, typename Number>
bool boxes_overlap(const BoxPair<Number>& p) {
    using std::abs;
    const auto& [r, t, a, b] = p;
    std::array<std::array<Number, 3>, 3> r_abs;
    for (std::size_t i = 0; i < 3; ++i)
        for (std::size_t j = 0; j < 3; ++j) r_abs[i][j] = abs(r[i][j]);
    // Sums the terms that are not null, without adding to an initial zero, which would count as an operation.
    const auto sum = [](std::initializer_list<const Number*> terms) {
        Number total = 0;
        bool first = true;
        for (const Number* term : terms) {
            if (term == nullptr) continue;
            total = first ? *term : total + *term;
            first = false;
        }
        return total;
    };
    for (std::size_t i = 0; i < 3; ++i) {
        std::array<Number, 3> terms;
        for (std::size_t j = 0; j < B; ++j) terms[j] = b[j] * r_abs[i][j];
        const Number reach = sum(
            {i < A ? &a[i] : nullptr, &terms[0], B > 1 ? &terms[1] : nullptr, B > 2 ? &terms[2] : nullptr});
        if (abs(t[i]) > reach) return false;
    }
    for (std::size_t j = 0; j < 3; ++j) {
        std::array<Number, 3> terms;
        for (std::size_t i = 0; i < A; ++i) terms[i] = a[i] * r_abs[i][j];
        const Number reach = sum(
            {j < B ? &b[j] : nullptr, &terms[0], A > 1 ? &terms[1] : nullptr, A > 2 ? &terms[2] : nullptr});
        if (abs(t[0] * r[0][j] + t[1] * r[1][j] + t[2] * r[2][j]) > reach) return false;
    }
    for (std::size_t i = 0; i < (edges == Edges::all ? 3 : A); ++i) {
        const std::size_t i1 = (i + 1) % 3, i2 = (i + 2) % 3;
        for (std::size_t j = 0; j < (edges == Edges::all ? 3 : B); ++j) {
            const std::size_t j1 = (j + 1) % 3, j2 = (j + 2) % 3;
            std::array<Number, 4> terms;
            if (i1 < A) terms[0] = a[i1] * r_abs[i2][j];
            if (i2 < A) terms[1] = a[i2] * r_abs[i1][j];
            if (j1 < B) terms[2] = b[j1] * r_abs[i][j2];
            if (j2 < B) terms[3] = b[j2] * r_abs[i][j1];
            const Number reach = sum({i1 < A ? &terms[0] : nullptr, i2 < A ? &terms[1] : nullptr,
                                      j1 < B ? &terms[2] : nullptr, j2 < B ? &terms[3] : nullptr});
            if (abs(t[i2] * r[i1][j] - t[i1] * r[i2][j]) > reach) return false;
        }
    }
    return true;
}

}  // namespace allide::bench
