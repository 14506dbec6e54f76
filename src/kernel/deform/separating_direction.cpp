#include "kernel/deform/separating_direction.hpp"

#include "kernel/deform/motion_differences.hpp"

namespace allide::kernel {
namespace {

// The differences b − a of the features' points. The features touch exactly when the convex hull of the
// differences contains 0.
struct DifferencePoints {
    std::array<Components, 4> start, end;
    std::size_t count = 0;

    DifferencePoints(FeatureKind kind, const EightPoints& x) {
        const bool face = kind == FeatureKind::vertex_face;
        for (std::size_t i = 0; i < (face ? 1 : 2); ++i)
            for (std::size_t j = face ? 1 : 2; j < 4; ++j, ++count) {
                start[count] = minus(x[j], x[i]);
                end[count] = minus(x[4 + j], x[4 + i]);
            }
    }
    DifferencePoints first_half() const {
        DifferencePoints half = *this;
        for (std::size_t i = 0; i < count; ++i) half.end[i] = middle(i);
        return half;
    }
    DifferencePoints second_half() const {
        DifferencePoints half = *this;
        for (std::size_t i = 0; i < count; ++i) half.start[i] = middle(i);
        return half;
    }

  private:
    Components middle(std::size_t i) const {
        return {0.5 * start[i][0] + 0.5 * end[i][0], 0.5 * start[i][1] + 0.5 * end[i][1],
                0.5 * start[i][2] + 0.5 * end[i][2]};
    }
};

// Searches for the point nearest to 0 in the convex hull of all differences at both ends (Frank and Wolfe).
// Returns true once its direction certainly separates the features.
bool direction_found(const DifferencePoints& d, double largest) {
    const auto point = [&](std::size_t i) -> const Components& {
        return i < d.count ? d.start[i] : d.end[i - d.count];
    };
    Components near{};
    for (std::size_t i = 0; i < 2 * d.count; ++i)
        for (std::size_t k = 0; k < 3; ++k) near[k] += point(i)[k] / static_cast<double>(2 * d.count);
    constexpr int most_steps = 16;
    for (int step = 0; step < most_steps; ++step) {
        std::size_t lowest = 0;
        double height = dot_product(near, point(0));
        for (std::size_t i = 1; i < 2 * d.count; ++i)
            if (const double h = dot_product(near, point(i)); h < height) lowest = i, height = h;
        if (height > 32 * 0x1p-53 * largest_component(near) * largest + product_floor) return true;
        const Components& to = point(lowest);
        const Components difference{near[0] - to[0], near[1] - to[1], near[2] - to[2]};
        const double length = dot_product(difference, difference),
                     share = dot_product(near, difference) / length;
        if (!(share > 0)) return false;
        const double step_share = std::min(share, 1.0);
        for (std::size_t k = 0; k < 3; ++k) near[k] -= step_share * difference[k];
    }
    return false;
}

bool separated(const DifferencePoints& d, double largest, int halvings) {
    if (direction_found(d, largest)) return true;
    if (halvings == 0) return false;
    return separated(d.first_half(), largest, halvings - 1) &&
           separated(d.second_half(), largest, halvings - 1);
}

}  // namespace

bool certainly_separated(FeatureKind kind, const EightPoints& x) {
    const DifferencePoints d(kind, x);
    double largest = 0;
    for (std::size_t i = 0; i < d.count; ++i)
        largest = std::max({largest, largest_component(d.start[i]), largest_component(d.end[i])});
    return separated(d, largest, 2);
}

}  // namespace allide::kernel
