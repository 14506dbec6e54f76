// Splits by a plane perpendicular to one of the volume's axes: at the mean of the centres (Gottschalk, Lin,
// Manocha 1996), at the middle of the volume's extent (as in Fünfzig and Fellner, 2003), or at the median.
#include "kernel/pose/vec.hpp"
#include "tree/binary/divide.hpp"

#include <algorithm>
#include <cmath>

namespace allide::tree {
namespace {

// Moves the triangles whose centres are at or below `place` along the axis to the front. Returns their
// number, or 0 if that is all triangles.
std::uint32_t divide_at(const Vec3& axis, double place, const Group& group) {
    const auto middle =
        std::stable_partition(group.triangles.begin(), group.triangles.end(),
                              [&](std::uint32_t i) { return kernel::dot(axis, group.centers[i]) <= place; });
    const auto left = static_cast<std::uint32_t>(middle - group.triangles.begin());
    return left == group.triangles.size() ? 0 : left;
}

class MeanDivider final : public Divider {
  public:
    std::uint32_t divide(std::span<const SplitAxis> axes, const Group& group) override {
        for (const SplitAxis& axis : axes)
            if (const std::uint32_t left = divide_along(axis.axis, group)) return left;
        return 0;
    }

  private:
    // Positions are measured from one of the centres, so that the mean is accurate far from the origin too.
    static std::uint32_t divide_along(const Vec3& axis, const Group& group) {
        using kernel::operator-;
        const Vec3 origin = group.centers[group.triangles.front()];
        const auto along = [&](std::uint32_t i) { return kernel::dot(axis, group.centers[i] - origin); };
        double sum = 0;
        for (const std::uint32_t i : group.triangles) sum += along(i);
        const double mean = sum / static_cast<double>(group.triangles.size());
        const auto middle = std::stable_partition(group.triangles.begin(), group.triangles.end(),
                                                  [&](std::uint32_t i) { return along(i) <= mean; });
        const auto left = static_cast<std::uint32_t>(middle - group.triangles.begin());
        return left == group.triangles.size() ? 0 : left;
    }
};

class MidpointDivider final : public Divider {
  public:
    std::uint32_t divide(std::span<const SplitAxis> axes, const Group& group) override {
        for (const SplitAxis& axis : axes)
            if (const std::uint32_t left = divide_at(axis.axis, 0.5 * axis.low + 0.5 * axis.high, group))
                return left;
        return 0;
    }
};

class MedianDivider final : public Divider {
  public:
    std::uint32_t divide(std::span<const SplitAxis> axes, const Group& group) override {
        if (axes.empty()) return 0;
        sort_along(axes.front().axis, group);
        return static_cast<std::uint32_t>(group.triangles.size() / 2);
    }
};

}  // namespace

void sort_along(const Vec3& axis, const Group& group) {
    std::vector<std::pair<double, std::uint32_t>> keys;
    keys.reserve(group.triangles.size());
    for (const std::uint32_t i : group.triangles) {
        const double along = kernel::dot(axis, group.centers[i]);
        keys.emplace_back(std::isnan(along) ? 0 : along,
                          i);  // the sort's comparison must not see NaN
    }
    std::sort(keys.begin(), keys.end());
    for (std::size_t k = 0; k < keys.size(); ++k) group.triangles[k] = keys[k].second;
}

std::unique_ptr<Divider> divide_at_mean() {
    return std::make_unique<MeanDivider>();
}
std::unique_ptr<Divider> divide_at_midpoint() {
    return std::make_unique<MidpointDivider>();
}
std::unique_ptr<Divider> divide_at_median() {
    return std::make_unique<MedianDivider>();
}

}  // namespace allide::tree
