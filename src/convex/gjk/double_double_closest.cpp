#include "convex/gjk/double_double_closest.hpp"

#include "base/infinity.hpp"
#include "kernel/number/double_double.hpp"
#include "kernel/number/number_vectors.hpp"

#include <cmath>
#include <optional>

namespace allide::convex {
namespace {

using HighPrecision = kernel::DoubleDouble;
using HighPrecisionVector = kernel::NumberPoint<HighPrecision>;
using kernel::cross_of;
using kernel::dot_of;
using kernel::minus;

HighPrecisionVector scaled(const HighPrecision& s, const HighPrecisionVector& v) {
    return {s * v[0], s * v[1], s * v[2]};
}
HighPrecisionVector sum_of(const HighPrecisionVector& a, const HighPrecisionVector& b) {
    return {a[0] + b[0], a[1] + b[1], a[2] + b[2]};
}
Vec3 rounded_of(const HighPrecisionVector& v) {
    return {v[0].rounded(), v[1].rounded(), v[2].rounded()};
}
// True if products of two numbers of this magnitude neither overflow nor lose significant bits to underflow.
bool in_double_double_range(double size) {
    return size >= 0x1p-400 && size <= 0x1p400;
}

class DoubleDoubleSearch {
  public:
    DoubleDoubleSearch(const BodyPair& pair, Simplex& simplex) : pair_(pair), simplex_(simplex) {
        const auto& m = pair.placed_a().pose().matrix();
        const auto& n = pair.placed_b().pose().matrix();
        for (std::size_t k = 0; k < 3; ++k) shift_[k] = kernel::two_sum(n[4 * k + 3], -m[4 * k + 3]);
    }

    MeasuredDistance run() {
        MeasuredDistance found;
        const bool in_range = pair_.scale() >= 0x1p-60 && pair_.scale() <= 0x1p60;
        if (!in_range || simplex_.size == 0 || simplex_.size > 3) return found;
        for (std::size_t i = 0; i < simplex_.size; ++i) corner_[i] = difference(simplex_.corner[i]);
        weigh();
        if (!in_double_double_range(total_weight().high) ||
            !in_double_double_range(kernel::largest(rounded_of(away_))))
            return found;
        found.upper = length_of_nearest() * (1 + 0x1p-50) + error();
        const double length = kernel::square_root(dot_of(away_, away_)).rounded();
        found.lower = least_height().rounded() / length * (1 - 0x1p-50) - error();
        for (std::size_t i = 0; i < simplex_.size; ++i)
            simplex_.weight[i] = (weight_[i] / total_weight()).rounded();
        return found;
    }

  private:
    // Error bound of every point, and of every height divided by the direction's length: each operation has
    // an error of at most 2⁻¹⁰⁰ of its terms, and fewer than a hundred of them depend on each other.
    double error() const { return 0x1p-90 * pair_.scale(); }

    HighPrecisionVector difference(const Difference& d) const {
        const auto &a = pair_.placed_a(), &b = pair_.placed_b();
        const auto image = [](const PlacedBody& body, std::uint32_t corner) {
            return kernel::turned(body.pose(),
                                  kernel::as_given<HighPrecision>(data_of(body).vertices[corner]));
        };
        return minus(minus(image(a, d.corner_a), image(b, d.corner_b)), shift_);
    }

    // Computes the weights of the simplex's point nearest to the origin, and its direction. Rounding cannot
    // make a bound wrong: any non-negative weights give a point of A − B, and any direction a valid bound.
    void weigh() {
        const auto& [p, q, r] = corner_;
        if (simplex_.size == 1) {
            weight_ = {1, 0, 0};
            away_ = p;
        } else if (simplex_.size == 2) {
            const HighPrecisionVector e = minus(q, p);
            weight_ = {dot_of(q, e), -dot_of(p, e), 0};
            away_ = sum_of(scaled(weight_[0], p), scaled(weight_[1], q));
        } else {
            const HighPrecisionVector n = cross_of(minus(q, p), minus(r, p));
            weight_ = {dot_of(cross_of(q, r), n), dot_of(cross_of(r, p), n), dot_of(cross_of(p, q), n)};
            away_ = dot_of(p, n).negative() ? scaled(-1.0, n) : n;
        }
        for (HighPrecision& weight : weight_)
            if (weight.negative()) weight = 0;
    }
    HighPrecision total_weight() const { return weight_[0] + weight_[1] + weight_[2]; }

    double length_of_nearest() const {
        HighPrecisionVector sum{};
        for (std::size_t i = 0; i < simplex_.size; ++i) sum = sum_of(sum, scaled(weight_[i], corner_[i]));
        const HighPrecisionVector point{sum[0] / total_weight(), sum[1] / total_weight(),
                                        sum[2] / total_weight()};
        return kernel::square_root(dot_of(point, point)).rounded();
    }

    // Smallest height of a point of A − B along away_.
    HighPrecision least_height() const {
        return -(highest(pair_.placed_a(), -1) + highest(pair_.placed_b(), 1) + dot_of(away_, shift_));
    }

    // Support height of a body along away_ (sign 1) or its opposite (sign −1). Evaluates only the vertices
    // that double precision cannot distinguish from the support vertex.
    HighPrecision highest(const PlacedBody& placed, double sign) const {
        const auto& m = placed.pose().matrix();
        HighPrecisionVector into{};
        for (std::size_t j = 0; j < 3; ++j)
            for (std::size_t k = 0; k < 3; ++k)
                into[j] = into[j] + HighPrecision(sign * m[4 * k + j]) * away_[k];
        const Vec3 rounded = rounded_of(into);
        const auto& vertices = data_of(placed).vertices;
        double most = -base::infinity;
        for (const Vec3& v : vertices) most = std::max(most, kernel::dot(rounded, v));
        const double doubt = 16 * 0x1p-53 * kernel::norm_1(rounded) * data_of(placed).norm;
        std::optional<HighPrecision> best;
        for (const Vec3& v : vertices) {
            if (kernel::dot(rounded, v) < most - doubt) continue;
            const HighPrecision height = dot_of(into, kernel::as_given<HighPrecision>(v));
            if (!best || *best < height) best = height;
        }
        return best.value_or(HighPrecision(base::infinity));
    }

    const BodyPair& pair_;
    Simplex& simplex_;
    HighPrecisionVector shift_{};
    std::array<HighPrecisionVector, 3> corner_{};
    std::array<HighPrecision, 3> weight_{};
    HighPrecisionVector away_{};
};

}  // namespace

MeasuredDistance double_double_distance(const BodyPair& pair, Simplex& simplex) {
    return DoubleDoubleSearch(pair, simplex).run();
}

}  // namespace allide::convex
