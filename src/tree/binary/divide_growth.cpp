// Zachmann's construction (1998): two triangles far from each other seed the two halves; every other triangle
// goes to the half whose k-DOP grows less, or to the smaller half on a tie.
#include "base/cancel.hpp"
#include "kernel/pose/vec.hpp"
#include "tree/binary/divide.hpp"
#include "volume/kdop/kdop.hpp"

#include <algorithm>
#include <cmath>

namespace allide::tree {
namespace {

using kernel::operator-;

// The growth of a k-DOP is measured as the increase of the sum of its widths. The paper leaves the measure
// open; the k-DOP's volume would be 0 for every flat group.
template <int K>
double total_width(const volume::Kdop<K>& dop) {
    double sum = 0;
    for (std::size_t i = 0; i < K / 2; ++i) sum += dop.width(i);
    return sum;
}

template <int K>
struct Side {
    volume::Kdop<K> dop;
    double width;
    std::vector<std::uint32_t> triangles;

    Side(std::uint32_t triangle, const volume::Kdop<K>& around)
        : dop(around), width(total_width(around)), triangles{triangle} {}
    double width_with(const volume::Kdop<K>& other) const {
        double sum = 0;
        for (std::size_t i = 0; i < K / 2; ++i)
            sum += std::max(dop.hi(i), other.hi(i)) - std::min(dop.lo(i), other.lo(i));
        return sum;
    }
    void add(std::uint32_t triangle, const volume::Kdop<K>& around, double new_width) {
        dop.add(around);
        width = new_width;
        triangles.push_back(triangle);
    }
};

std::uint32_t farthest_from(std::uint32_t start, const Group& group) {
    std::uint32_t farthest = start;
    double best = 0;
    for (const std::uint32_t i : group.triangles) {
        const Vec3 gap = group.centers[i] - group.centers[start];
        const double distance = std::abs(gap.x) + std::abs(gap.y) + std::abs(gap.z);
        if (distance > best) {
            best = distance;
            farthest = i;
        }
    }
    return farthest;
}

template <int K>
class GrowthDivider final : public Divider {
  public:
    explicit GrowthDivider(const Mesh& mesh) {
        const auto count = static_cast<std::uint32_t>(mesh.triangles().size());
        dops_.reserve(count);
        const base::CancelCheck check_cancelled;
        for (std::uint32_t i = 0; i < count; ++i) {
            check_cancelled();
            dops_.push_back(volume::fit_kdop<K>(mesh.corners(i)));
        }
    }

    std::uint32_t divide(std::span<const SplitAxis> /*axes*/, const Group& group) override {
        // A nearly farthest pair: `one` is farthest from the first triangle, `other` is farthest from `one`.
        const std::uint32_t one = farthest_from(group.triangles.front(), group);
        const std::uint32_t other = farthest_from(one, group);
        if (one == other) return 0;
        sort_along(most_parallel(group.centers[other] - group.centers[one]), group);
        Side<K> first(one, dops_[one]), second(other, dops_[other]);
        share_out(group, first, second);
        // Very unequal halves would make the tree deep; then the sorted order is split in the middle.
        if (32 * std::min(first.triangles.size(), second.triangles.size()) < group.triangles.size())
            return static_cast<std::uint32_t>(group.triangles.size() / 2);
        std::copy(first.triangles.begin(), first.triangles.end(), group.triangles.begin());
        std::copy(second.triangles.begin(), second.triangles.end(),
                  group.triangles.begin() + static_cast<std::ptrdiff_t>(first.triangles.size()));
        return static_cast<std::uint32_t>(first.triangles.size());
    }

  private:
    // The k-DOP normal that is most nearly parallel to `line` and points the same way.
    static Vec3 most_parallel(const Vec3& line) {
        const auto& all = volume::directions<K>();
        return *std::max_element(all.begin(), all.end(), [&](const Vec3& a, const Vec3& b) {
            return kernel::dot(a, line) < kernel::dot(b, line);
        });
    }

    // Takes triangles alternately from both ends of the sorted order. If all came from one end, the half that
    // starts there would grow over the whole group.
    void share_out(const Group& group, Side<K>& first, Side<K>& second) const {
        const std::uint32_t one = first.triangles.front(), other = second.triangles.front();
        std::size_t low = 0, high = group.triangles.size();
        const base::CancelCheck check_cancelled;
        for (bool from_low = true; low < high; from_low = !from_low) {
            check_cancelled();
            const std::uint32_t triangle = from_low ? group.triangles[low++] : group.triangles[--high];
            if (triangle != one && triangle != other) assign(triangle, first, second);
        }
    }

    void assign(std::uint32_t triangle, Side<K>& first, Side<K>& second) const {
        const volume::Kdop<K>& dop = dops_[triangle];
        const double first_width = first.width_with(dop), second_width = second.width_with(dop);
        const double first_growth = first_width - first.width, second_growth = second_width - second.width;
        const bool to_first =
            first_growth < second_growth ||
            (!(second_growth < first_growth) && first.triangles.size() <= second.triangles.size());
        to_first ? first.add(triangle, dop, first_width) : second.add(triangle, dop, second_width);
    }

    std::vector<volume::Kdop<K>> dops_;  // k-DOP of each triangle
};

}  // namespace

template <int K>
std::unique_ptr<Divider> divide_by_growth(const Mesh& mesh) {
    return std::make_unique<GrowthDivider<K>>(mesh);
}

#define ALLIDE_INSTANTIATE(K) template std::unique_ptr<Divider> divide_by_growth<K>(const Mesh&);
ALLIDE_FOR_EACH_KDOP(ALLIDE_INSTANTIATE)
#undef ALLIDE_INSTANTIATE

}  // namespace allide::tree
