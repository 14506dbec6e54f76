#include "volume/kdop/node_hulls.hpp"

#include "kernel/pose/vec.hpp"
#include "volume/hull/convex_hull.hpp"

#include <algorithm>
#include <utility>

namespace allide::volume {
namespace {

constexpr std::size_t largest_scanned_hull = 32;  // number of corners; larger hulls use hill climbing

using Link = std::pair<std::uint32_t, std::uint32_t>;

// Edges of the hull in both directions, sorted, as pairs of indices into hull.corners.
std::vector<Link> edges_of_hull(const ConvexHull& hull, std::size_t points) {
    std::vector<std::uint32_t> place(points);
    for (std::uint32_t i = 0; i < hull.corners.size(); ++i) place[hull.corners[i]] = i;
    std::vector<Link> links;
    const auto join = [&](std::uint32_t a, std::uint32_t b) {
        links.emplace_back(place[a], place[b]);
        links.emplace_back(place[b], place[a]);
    };
    if (hull.dimension == 2) {  // only the polygon's edges, not the fan's diagonals
        for (std::size_t i = 0; i < hull.corners.size(); ++i)
            join(hull.corners[i], hull.corners[(i + 1) % hull.corners.size()]);
    } else {
        for (const auto& facet : hull.facets)
            for (std::size_t i = 0; i < 3; ++i) join(facet[i], facet[(i + 1) % 3]);
    }
    std::sort(links.begin(), links.end());
    links.erase(std::unique(links.begin(), links.end()), links.end());
    return links;
}

}  // namespace

void NodeHulls::set(std::uint32_t slot, std::span<const Vec3> points) {
    const ConvexHull hull = convex_hull(points);
    const auto first = static_cast<std::uint32_t>(corners_.size());
    const auto count = static_cast<std::uint32_t>(hull.corners.size());
    hulls_[slot] = {first, count, static_cast<std::uint32_t>(seeds_.size()),
                    count > largest_scanned_hull && hull.dimension >= 2};
    for (const std::uint32_t corner : hull.corners) corners_.push_back(points[corner]);
    first_neighbor_.resize(corners_.size() + 1, static_cast<std::uint32_t>(neighbors_.size()));
    if (!hulls_[slot].linked) return;
    for (const auto& [from, to] : edges_of_hull(hull, points.size())) {
        neighbors_.push_back(to);
        first_neighbor_[first + from + 1] = static_cast<std::uint32_t>(neighbors_.size());
    }
    for (const Vec3& direction : seed_directions_) {
        const auto lower = [&](const Vec3& p, const Vec3& q) {
            return kernel::dot(direction, p) < kernel::dot(direction, q);
        };
        const auto begin = corners_.begin() + first;
        seeds_.push_back(static_cast<std::uint32_t>(std::max_element(begin, corners_.end(), lower) - begin));
    }
}

std::size_t NodeHulls::bytes() const {
    return hulls_.size() * sizeof(Hull) + corners_.size() * sizeof(Vec3) +
           (first_neighbor_.size() + neighbors_.size() + seeds_.size()) * sizeof(std::uint32_t);
}

NodeHulls::Climber::Climber(const NodeHulls& hulls, std::uint32_t slot, double norm)
    : hulls_(&hulls),
      first_(hulls.hulls_[slot].first),
      count_(hulls.hulls_[slot].count),
      first_seed_(hulls.hulls_[slot].first_seed),
      linked_(hulls.hulls_[slot].linked),
      tolerance_(32 * 0x1p-53 * norm + 0x1p-1060),
      seen_(linked_ ? count_ : 0, 0) {}

double NodeHulls::Climber::support(const Vec3& direction, std::size_t seed) {
    direction_ = direction;
    return linked_ ? climb(hulls_->seeds_[first_seed_ + seed]) : scan();
}

double NodeHulls::Climber::height(std::uint32_t corner) {
    multiplications_ += 3;
    return kernel::dot(direction_, hulls_->corners_[first_ + corner]);
}

double NodeHulls::Climber::scan() {
    double best = height(0);
    for (std::uint32_t corner = 1; corner < count_; ++corner) best = std::max(best, height(corner));
    return best;
}

// Visits all corners that are connected to the best one through corners lower than it by at most the rounding
// error. On a convex hull, a path along edges that never descends leads from every corner to the farthest
// one, so rounding of heights cannot hide it.
double NodeHulls::Climber::climb(std::uint32_t start) {
    if (++round_ == 0) {
        std::fill(seen_.begin(), seen_.end(), 0);
        round_ = 1;
    }
    double best = height(start);
    waiting_.assign(1, {start, best});
    seen_[start] = round_;
    while (!waiting_.empty()) {
        const auto [corner, its_height] = waiting_.back();
        waiting_.pop_back();
        if (its_height < best - tolerance_) continue;
        const std::uint32_t end = hulls_->first_neighbor_[first_ + corner + 1];
        for (std::uint32_t n = hulls_->first_neighbor_[first_ + corner]; n < end; ++n) {
            const std::uint32_t neighbor = hulls_->neighbors_[n];
            if (seen_[neighbor] == round_) continue;
            seen_[neighbor] = round_;
            const double level = height(neighbor);
            if (level < best - tolerance_) continue;
            best = std::max(best, level);
            waiting_.emplace_back(neighbor, level);
        }
    }
    return best;
}

}  // namespace allide::volume
