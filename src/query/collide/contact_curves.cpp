#include "query/collide/contact_curves.hpp"

#include <algorithm>

namespace allide::query {
namespace {

using Segment = std::pair<std::uint32_t, std::uint32_t>;

template <typename T>
void keep_once(std::vector<T>& values) {
    std::sort(values.begin(), values.end());
    values.erase(std::unique(values.begin(), values.end()), values.end());
}

// Walks along segments and uses each of them once.
class Walker {
  public:
    explicit Walker(const std::vector<Segment>& segments) : used_(segments.size(), false) {
        for (std::uint32_t i = 0; i < segments.size(); ++i) {
            arms_.push_back({segments[i].first, segments[i].second, i});
            arms_.push_back({segments[i].second, segments[i].first, i});
        }
        std::sort(arms_.begin(), arms_.end(), [](const Arm& x, const Arm& y) {
            return std::pair(x.from, x.to) < std::pair(y.from, y.to);
        });
    }

    struct Arm {
        std::uint32_t from, to, segment;
    };
    const std::vector<Arm>& arms() const { return arms_; }
    bool used(const Arm& arm) const { return used_[arm.segment]; }
    std::size_t degree(std::uint32_t node) const {
        const auto [begin, end] = range(node);
        return static_cast<std::size_t>(end - begin);
    }

    // Walks along segments, starting with `start`, until a node that does not have exactly two segments, or
    // back to the first node.
    std::vector<std::uint32_t> walk(const Arm& start) {
        std::vector<std::uint32_t> nodes{start.from};
        const Arm* arm = &start;
        while (arm != nullptr) {
            used_[arm->segment] = true;
            nodes.push_back(arm->to);
            arm = degree(arm->to) == 2 ? unused_from(arm->to) : nullptr;
        }
        return nodes;
    }

  private:
    using Iterator = std::vector<Arm>::const_iterator;

    std::pair<Iterator, Iterator> range(std::uint32_t node) const {
        const auto before = [](const Arm& arm, std::uint32_t n) { return arm.from < n; };
        return {std::lower_bound(arms_.begin(), arms_.end(), node, before),
                std::lower_bound(arms_.begin(), arms_.end(), node + 1, before)};
    }
    const Arm* unused_from(std::uint32_t node) const {
        const auto [begin, end] = range(node);
        const auto found = std::find_if(begin, end, [this](const Arm& arm) { return !used(arm); });
        return found == end ? nullptr : &*found;
    }

    std::vector<Arm> arms_;  // each segment in both directions, sorted by (from, to)
    std::vector<bool> used_;
};

}  // namespace

std::vector<Polyline> Curves::polylines(const std::function<Vec3(std::uint32_t)>& place) {
    keep_once(segments_);
    std::vector<Polyline> out;
    const auto add = [&](const std::vector<std::uint32_t>& nodes, bool closed) {
        out.push_back({.closed = closed});
        for (const std::uint32_t node : nodes) out.back().points.push_back(place(node));
        if (closed) out.back().points.pop_back();
    };
    Walker walker(segments_);
    for (const auto& arm : walker.arms())
        if (!walker.used(arm) && walker.degree(arm.from) != 2) add(walker.walk(arm), false);
    for (const auto& arm : walker.arms())
        if (!walker.used(arm)) add(walker.walk(arm), true);
    for (const auto& [from, to] : segments_) {
        covered_.push_back(from);
        covered_.push_back(to);
    }
    keep_once(covered_);
    keep_once(points_);
    for (const std::uint32_t node : points_)
        if (!std::binary_search(covered_.begin(), covered_.end(), node)) add({node}, false);
    return out;
}

}  // namespace allide::query
