// Binned surface area heuristic: the probability that a random box meets a child is about proportional to the
// child's surface, so the sum over both children of surface times triangle count estimates a query's cost.
#include "base/infinity.hpp"
#include "tree/binary/divide.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace allide::tree {
namespace {

constexpr std::size_t sah_bins = 16;

struct SahBounds {
    std::array<double, 3> low, high;

    static SahBounds none() {
        return {{base::infinity, base::infinity, base::infinity},
                {-base::infinity, -base::infinity, -base::infinity}};
    }
    void add(const SahBounds& other) {
        for (std::size_t k = 0; k < 3; ++k) {
            low[k] = std::min(low[k], other.low[k]);
            high[k] = std::max(high[k], other.high[k]);
        }
    }
    // Half the surface area, with `unit` (the group's size) as the unit of length, so that nothing overflows.
    double area(double unit) const {
        const double x = (high[0] - low[0]) / unit, y = (high[1] - low[1]) / unit,
                     z = (high[2] - low[2]) / unit;
        return x * y + y * z + z * x;
    }
};

SahBounds point_bounds(const Vec3& p) {
    return {{p.x, p.y, p.z}, {p.x, p.y, p.z}};
}

double coordinate(const Vec3& p, std::size_t axis) {
    return axis == 0 ? p.x : axis == 1 ? p.y : p.z;
}

struct Split {
    std::size_t axis = 0, bin = 0;
    double cost = base::infinity;
};

class SahDivider final : public Divider {
  public:
    explicit SahDivider(const Mesh& mesh) {
        const auto count = static_cast<std::uint32_t>(mesh.triangles().size());
        bounds_.reserve(count);
        for (std::uint32_t i = 0; i < count; ++i) {
            SahBounds bounds = SahBounds::none();
            for (const Vec3& corner : mesh.corners(i)) bounds.add(point_bounds(corner));
            bounds_.push_back(bounds);
        }
    }

    std::uint32_t divide(std::span<const SplitAxis> /*axes*/, const Group& group) override {
        SahBounds all = SahBounds::none();
        centers_ = SahBounds::none();
        for (const std::uint32_t i : group.triangles) {
            all.add(bounds_[i]);
            centers_.add(point_bounds(group.centers[i]));
        }
        unit_ = std::max({all.high[0] - all.low[0], all.high[1] - all.low[1], all.high[2] - all.low[2]});
        Split best;
        for (std::size_t axis = 0; axis < 3; ++axis) try_axis(axis, group, best);
        if (best.cost == base::infinity) return 0;
        const auto middle = std::stable_partition(
            group.triangles.begin(), group.triangles.end(),
            [&](std::uint32_t i) { return bin_of(group.centers[i], best.axis) <= best.bin; });
        const auto left = static_cast<std::uint32_t>(middle - group.triangles.begin());
        return left == group.triangles.size() ? 0 : left;
    }

  private:
    std::size_t bin_of(const Vec3& center, std::size_t axis) const {
        const double low = centers_.low[axis], high = centers_.high[axis];
        const double place = (coordinate(center, axis) - low) / (high - low) * sah_bins;
        return std::min(sah_bins - 1, static_cast<std::size_t>(place));
    }

    void try_axis(std::size_t axis, const Group& group, Split& best) const {
        const double extent = centers_.high[axis] - centers_.low[axis];
        if (!(extent > 0) || !std::isfinite(extent)) return;
        std::array<SahBounds, sah_bins> bounds;
        bounds.fill(SahBounds::none());
        std::array<double, sah_bins> counts{};
        for (const std::uint32_t i : group.triangles) {
            const std::size_t bin = bin_of(group.centers[i], axis);
            bounds[bin].add(bounds_[i]);
            ++counts[bin];
        }
        // A first sweep computes the cost right of each border, a second one adds the cost left of it.
        std::array<double, sah_bins> right_cost{};
        SahBounds side = SahBounds::none();
        double count = 0;
        for (std::size_t bin = sah_bins - 1; bin > 0; --bin) {
            side.add(bounds[bin]);
            count += counts[bin];
            right_cost[bin - 1] = count > 0 ? count * side.area(unit_) : base::infinity;
        }
        side = SahBounds::none();
        count = 0;
        for (std::size_t bin = 0; bin + 1 < sah_bins; ++bin) {
            side.add(bounds[bin]);
            count += counts[bin];
            if (count == 0) continue;
            const double cost = count * side.area(unit_) + right_cost[bin];
            if (cost < best.cost) best = {axis, bin, cost};
        }
    }

    std::vector<SahBounds> bounds_;  // bounding box of each triangle of the mesh
    SahBounds centers_{};            // bounding box of the centres of the current group's triangles
    double unit_ = 1;
};

}  // namespace

std::unique_ptr<Divider> divide_by_sah(const Mesh& mesh) {
    return std::make_unique<SahDivider>(mesh);
}

}  // namespace allide::tree
