// Where the surface of a part meets itself other than by common corners and edges: shells that cross, or that
// lie flush with each other.
#include "base/float_environment.hpp"
#include "kernel/meeting.hpp"
#include "kernel/orientation.hpp"
#include "query/solid_surface.hpp"

#include <allide/probe.hpp>

#include <algorithm>
#include <array>

namespace allide::query {

class SolidSurface::TangleFinder {
  public:
    explicit TangleFinder(const SolidSurface& surface)
        : surface_(surface), mesh_(surface.model_.mesh()), finder_(Pose::identity(), Pose::identity()) {}

    std::vector<Tangle> run() {
        collect();
        // A sweep is faster than a tree, until it meets too many at once.
        constexpr std::size_t most_swept = 20'000;
        if (boxes_.size() <= most_swept) {
            sweep();
        } else {
            for (const Contact& pair : self_contacts(surface_.model_))
                if (surface_.bounding(pair.triangle_a) != none && surface_.bounding(pair.triangle_b) != none)
                    add_if_tangled(surface_.bounding(pair.triangle_a), surface_.bounding(pair.triangle_b), 2);
            add_neighbours();
        }
        std::sort(found_.begin(), found_.end());
        found_.erase(std::unique(found_.begin(), found_.end()), found_.end());
        found_.shrink_to_fit();
        return std::move(found_);
    }

  private:
    struct BoxOfTriangle {
        std::array<double, 3> lo, hi;
        std::uint32_t triangle;
    };

    void collect() {
        for (std::uint32_t t = 0; t < surface_.bounding_.size(); ++t) {
            if (surface_.bounding_[t] != t) continue;
            const auto [a, b, c] = mesh_.corners(t);
            boxes_.push_back(
                {{std::min({a.x, b.x, c.x}), std::min({a.y, b.y, c.y}), std::min({a.z, b.z, c.z})},
                 {std::max({a.x, b.x, c.x}), std::max({a.y, b.y, c.y}), std::max({a.z, b.z, c.z})},
                 t});
        }
    }

    // Along which boxes are short beside the whole.
    std::size_t best_axis() const {
        std::array<double, 3> share{};
        for (std::size_t k = 0; k < 3; ++k) {
            double low = boxes_[0].lo[k], high = boxes_[0].hi[k], sum = 0;
            for (const BoxOfTriangle& one : boxes_) {
                low = std::min(low, one.lo[k]);
                high = std::max(high, one.hi[k]);
                sum += one.hi[k] / 2 - one.lo[k] / 2;
            }
            share[k] = sum / (high / 2 - low / 2);
        }
        return static_cast<std::size_t>(std::min_element(share.begin(), share.end()) - share.begin());
    }

    void sweep() {
        if (boxes_.empty()) return;
        const std::size_t x = best_axis(), y = (x + 1) % 3, z = (x + 2) % 3;
        std::sort(boxes_.begin(), boxes_.end(), [x](const BoxOfTriangle& one, const BoxOfTriangle& other) {
            return one.lo[x] < other.lo[x];
        });
        for (std::size_t i = 0; i < boxes_.size(); ++i) {
            const BoxOfTriangle& mine = boxes_[i];
            for (std::size_t j = i + 1; j < boxes_.size() && boxes_[j].lo[x] <= mine.hi[x]; ++j) {
                const BoxOfTriangle& other = boxes_[j];
                if (other.lo[y] > mine.hi[y] || mine.lo[y] > other.hi[y] || other.lo[z] > mine.hi[z] ||
                    mine.lo[z] > other.hi[z])
                    continue;
                look_at(mine.triangle, other.triangle, common_places(mine.triangle, other.triangle));
            }
        }
    }

    struct Common {
        std::size_t count = 0;
        std::uint32_t least = none;
    };
    Common common_places(std::uint32_t one, std::uint32_t other) const {
        Common common;
        for (std::size_t i = 0; i < 3; ++i)
            for (std::size_t j = 0; j < 3; ++j)
                if (surface_.place(one, i) == surface_.place(other, j)) {
                    common.least = std::min(common.least, surface_.place(one, i));
                    ++common.count;
                }
        return common;
    }

    // Pairs of triangles with a corner in common, each once.
    void add_neighbours() {
        std::vector<std::pair<std::uint32_t, std::uint32_t>> at_place;
        for (const BoxOfTriangle& one : boxes_)
            for (std::size_t k = 0; k < 3; ++k)
                at_place.emplace_back(surface_.place(one.triangle, k), one.triangle);
        std::sort(at_place.begin(), at_place.end());
        for (std::size_t first = 0, last = 0; first < at_place.size(); first = last) {
            while (last < at_place.size() && at_place[last].first == at_place[first].first) ++last;
            for (std::size_t i = first; i < last; ++i)
                for (std::size_t j = i + 1; j < last; ++j) {
                    const Common common = common_places(at_place[i].second, at_place[j].second);
                    if (common.least == at_place[first].first)
                        look_at(at_place[i].second, at_place[j].second, common);
                }
        }
    }

    // More than what they have in common anyway must be: a corner, or an edge.
    void look_at(std::uint32_t one, std::uint32_t other, const Common& common) {
        if (is_beside(one, other) || is_beside(other, one)) return;
        if (common.count > 0 && (is_beyond_an_edge(one, other) || is_beyond_an_edge(other, one))) return;
        add_if_tangled(one, other, common.count == 2 ? 3 : 2);
    }

    // All corners of a triangle that are not common are on one side of another's plane.
    bool is_beside(std::uint32_t one, std::uint32_t other) const {
        const auto [a, b, c] = mesh_.corners(one);
        const std::array<Vec3, 3> corners = mesh_.corners(other);
        int side = 0;
        for (std::size_t k = 0; k < 3; ++k) {
            if (is_corner_of(one, surface_.place(other, k))) continue;
            const int height = kernel::orientation(a, b, c, corners[k]);
            if (height == 0 || height * side < 0) return false;
            side = height;
        }
        return true;
    }

    // Seen along an axis, all of a triangle is beyond an edge of another, but for corners that it has in
    // common with that edge.
    bool is_beyond_an_edge(std::uint32_t one, std::uint32_t other) const {
        const std::array<Vec3, 3> mine = mesh_.corners(one), corners = mesh_.corners(other);
        for (std::size_t axis = 0; axis < 3; ++axis) {
            const int turn = kernel::orientation_seen_along(axis, mine[0], mine[1], mine[2]);
            for (std::size_t i = 0; i < 3 && turn != 0; ++i) {
                bool beyond = true;
                for (std::size_t k = 0; k < 3 && beyond; ++k)
                    beyond =
                        surface_.place(other, k) == surface_.place(one, i) ||
                        surface_.place(other, k) == surface_.place(one, (i + 1) % 3) ||
                        kernel::orientation_seen_along(axis, mine[i], mine[(i + 1) % 3], corners[k]) == -turn;
                if (beyond) return true;
            }
            if (turn != 0) return false;
        }
        return false;
    }

    bool is_corner_of(std::uint32_t triangle, std::uint32_t place) const {
        return place == surface_.place(triangle, 0) || place == surface_.place(triangle, 1) ||
               place == surface_.place(triangle, 2);
    }

    void add_if_tangled(std::uint32_t one, std::uint32_t other, std::size_t corners_needed) {
        if (one == other) return;
        const kernel::Meeting meeting = finder_.meeting(mesh_.corners(one), mesh_.corners(other));
        if (meeting.corners.size() < corners_needed) return;
        found_.push_back({one, other, meeting.has_area});
        found_.push_back({other, one, meeting.has_area});
    }

    const SolidSurface& surface_;
    const Mesh& mesh_;
    kernel::MeetingFinder finder_;
    std::vector<BoxOfTriangle> boxes_;
    std::vector<Tangle> found_;
};

std::span<const SolidSurface::Tangle> SolidSurface::tangles() const {
    std::call_once(tangles_once_, [this] {
        const base::DefaultFloatEnvironment environment;
        tangles_ = TangleFinder(*this).run();
        has_flush_shells_ =
            std::any_of(tangles_.begin(), tangles_.end(), [](const Tangle& one) { return one.flush; });
    });
    return tangles_;
}

std::span<const SolidSurface::Tangle> SolidSurface::tangles_of(std::uint32_t triangle) const {
    const std::span<const Tangle> all = tangles();
    const auto before = [](const Tangle& one, std::uint32_t number) { return one.triangle < number; };
    const auto first = std::lower_bound(all.begin(), all.end(), triangle, before);
    const auto last = std::lower_bound(first, all.end(), triangle + 1, before);
    return {first, last};
}

bool SolidSurface::lies_flush(std::uint32_t triangle) const {
    const std::span<const Tangle> mine = tangles_of(triangle);
    return std::any_of(mine.begin(), mine.end(), [](const Tangle& one) { return one.flush; });
}

bool SolidSurface::has_flush_shells() const {
    tangles();
    return has_flush_shells_;
}

}  // namespace allide::query
