// Self-intersections of a part's surface: pairs of triangles that intersect in more than common corners and
// edges, because shells cross or lie flush with each other.
#include "base/cancel.hpp"
#include "base/float_environment.hpp"
#include "query/clash/self_intersecting_pair.hpp"
#include "query/clash/solid_surface.hpp"

#include <allide/probe.hpp>

#include <algorithm>
#include <array>
#include <limits>

namespace allide::query {

namespace {

using SelfIntersection = SolidSurface::SelfIntersection;

// The triangles whose intersections with each other matter in the scope have the same group.
std::uint32_t group_of(const SolidSurface& surface, std::uint32_t triangle, SurfaceScope scope) {
    return scope == SurfaceScope::whole ? 0 : surface.component(triangle);
}

class SelfIntersectionFinder {
  public:
    explicit SelfIntersectionFinder(const SolidSurface& surface) : surface_(surface) {}

    // True if one of the triangles intersects another one. Stops at the first.
    bool any_of(std::span<const std::uint32_t> some, SurfaceScope scope) {
        collect_around(some, scope);
        return sweep([this](const BoxedFace& one, const BoxedFace& other) {
            return pair_.test(one.face, other.face, common_of(one, other)) ==
                   SelfIntersectingPair::Found::nothing;
        });
    }

    // Stops when there are too many.
    std::vector<SelfIntersection> of_triangles(std::span<const std::uint32_t> some, std::size_t most,
                                               SurfaceScope scope) {
        collect_around(some, scope);
        std::size_t wanted = 0;
        sweep([&](const BoxedFace& one, const BoxedFace& other) {
            const std::size_t before = found_.size();
            test_pair(one.face, other.face, common_of(one, other));
            if (found_.size() > before) wanted += one.wanted && other.wanted ? 2 : 1;
            return wanted <= most;
        });
        return only_of(some);
    }

    // Lists the intersections of walls with bounding triangles.
    std::vector<SelfIntersection> of_walls(std::span<const std::uint32_t> walls) {
        collect_around(walls, SurfaceScope::whole);
        for (const std::uint32_t wall : walls) {
            boxes_.push_back(boxed(wall));
            boxes_.back().wanted = true;
        }
        sweep([this](const BoxedFace& one, const BoxedFace& other) {
            if (one.wanted != other.wanted) test_pair(one.face, other.face, common_of(one, other));
            return true;
        });
        return only_of(walls);
    }

    std::vector<SelfIntersection> all() {
        collect([](const std::array<Vec3, 3>&) { return true; });
        for (BoxedFace& one : boxes_) one.wanted = true;
        // A sweep is faster than a tree until too many boxes overlap along its axis.
        constexpr std::size_t most_swept = 20'000;
        if (boxes_.size() <= most_swept) {
            sweep([this](const BoxedFace& one, const BoxedFace& other) {
                test_pair(one.face, other.face, common_of(one, other));
                return true;
            });
        } else {
            for (const Contact& pair : self_contacts(surface_.model()))
                test_contact(surface_.bounding(pair.triangle_a), surface_.bounding(pair.triangle_b));
            test_neighbours();
        }
        return sorted();
    }

  private:
    struct BoxedFace {
        std::array<double, 3> lo, hi;
        SurfaceTriangle face;
        std::uint32_t group = 0;
        bool wanted = false;
    };

    std::vector<SelfIntersection> only_of(std::span<const std::uint32_t> some) {
        std::erase_if(found_, [&](const SelfIntersection& one) {
            return !std::binary_search(some.begin(), some.end(), one.triangle);
        });
        return sorted();
    }
    std::vector<SelfIntersection> sorted() {
        std::sort(found_.begin(), found_.end());
        found_.erase(std::unique(found_.begin(), found_.end()), found_.end());
        found_.shrink_to_fit();
        return std::move(found_);
    }

    void collect_around(std::span<const std::uint32_t> some, SurfaceScope scope) {
        const Box around = box_around(some);
        collect([&](const std::array<Vec3, 3>& corners) { return may_meet_box(corners, around); });
        for (BoxedFace& one : boxes_) {
            one.wanted = std::binary_search(some.begin(), some.end(), one.face.triangle);
            one.group = group_of(surface_, one.face.triangle, scope);
        }
    }

    Box box_around(std::span<const std::uint32_t> some) const {
        Box box = Box::empty();
        for (const std::uint32_t triangle : some)
            for (const Vec3& p : surface_.model().mesh().corners(triangle)) box.grow(p);
        return box;
    }
    static bool may_meet_box(const std::array<Vec3, 3>& t, const Box& box) {
        const auto apart = [](double a, double b, double c, double low, double high) {
            return (a > high && b > high && c > high) || (a < low && b < low && c < low);
        };
        return !apart(t[0].x, t[1].x, t[2].x, box.lo.x, box.hi.x) &&
               !apart(t[0].y, t[1].y, t[2].y, box.lo.y, box.hi.y) &&
               !apart(t[0].z, t[1].z, t[2].z, box.lo.z, box.hi.z);
    }

    template <typename Keep>
    void collect(Keep&& keep) {
        const auto count = static_cast<std::uint32_t>(surface_.model().mesh().triangles().size());
        for (std::uint32_t t = 0; t < count; ++t) {
            if (surface_.bounding(t) == t && keep(surface_.model().mesh().corners(t)))
                boxes_.push_back(boxed(t));
        }
    }

    BoxedFace boxed(std::uint32_t triangle) const {
        const SurfaceTriangle face = surface_triangle(surface_, triangle);
        const auto& [a, b, c] = face.corners;
        return {{std::min({a.x, b.x, c.x}), std::min({a.y, b.y, c.y}), std::min({a.z, b.z, c.z})},
                {std::max({a.x, b.x, c.x}), std::max({a.y, b.y, c.y}), std::max({a.z, b.z, c.z})},
                face};
    }

    // The axis along which the boxes are shortest relative to the bounding box of all.
    std::size_t best_axis() const {
        std::array<double, 3> share{};
        for (std::size_t k = 0; k < 3; ++k) {
            double low = boxes_[0].lo[k], high = boxes_[0].hi[k], sum = 0;
            for (const BoxedFace& one : boxes_) {
                low = std::min(low, one.lo[k]);
                high = std::max(high, one.hi[k]);
                sum += one.hi[k] / 2 - one.lo[k] / 2;
            }
            share[k] = sum / (high / 2 - low / 2);
        }
        return static_cast<std::size_t>(std::min_element(share.begin(), share.end()) - share.begin());
    }

    static std::size_t common_of(const BoxedFace& one, const BoxedFace& other) {
        return SelfIntersectingPair::common_positions(one.face, other.face).count;
    }

    // A box in the order of the sweep, small enough to be read from the cache.
    struct SweptBox {
        std::array<double, 3> lo, hi;  // the axis of the sweep first
        std::uint32_t box, group;
        bool wanted;
    };

    // Visits pairs of one group whose boxes overlap and of which at least one is wanted, and stops when the
    // visitor returns false. Returns true if it stopped.
    template <typename Visit>
    bool sweep(Visit&& visit) {
        if (boxes_.empty()) return false;
        const std::size_t x = best_axis(), y = (x + 1) % 3, z = (x + 2) % 3;
        std::vector<SweptBox> swept;
        swept.reserve(boxes_.size());
        for (std::uint32_t i = 0; i < boxes_.size(); ++i) {
            const BoxedFace& one = boxes_[i];
            swept.push_back({{one.lo[x], one.lo[y], one.lo[z]},
                             {one.hi[x], one.hi[y], one.hi[z]},
                             i,
                             one.group,
                             one.wanted});
        }
        std::sort(swept.begin(), swept.end(), [](const SweptBox& one, const SweptBox& other) {
            return one.lo[0] != other.lo[0] ? one.lo[0] < other.lo[0] : one.box < other.box;
        });
        const base::CancelCheck check_cancelled;
        for (std::size_t i = 0; i < swept.size(); ++i) {
            check_cancelled();
            const SweptBox& mine = swept[i];
            for (std::size_t j = i + 1; j < swept.size() && swept[j].lo[0] <= mine.hi[0]; ++j) {
                const SweptBox& other = swept[j];
                if (!(mine.wanted || other.wanted) || mine.group != other.group || other.lo[1] > mine.hi[1] ||
                    mine.lo[1] > other.hi[1] || other.lo[2] > mine.hi[2] || mine.lo[2] > other.hi[2])
                    continue;
                if (!visit(boxes_[mine.box], boxes_[other.box])) return true;
            }
        }
        return false;
    }

    // Tests two triangles without a common corner.
    void test_contact(std::uint32_t one, std::uint32_t other) {
        if (one != SolidSurface::none && other != SolidSurface::none && one != other)
            test_pair(surface_triangle(surface_, one), surface_triangle(surface_, other), 0);
    }

    // Visits each pair of triangles with a common corner once.
    void test_neighbours() {
        std::vector<std::pair<std::uint32_t, std::uint32_t>> at_position;  // (position, index of a box)
        for (std::uint32_t i = 0; i < boxes_.size(); ++i)
            for (const std::uint32_t place : boxes_[i].face.positions) at_position.emplace_back(place, i);
        std::sort(at_position.begin(), at_position.end());
        for (std::size_t first = 0, last = 0; first < at_position.size(); first = last) {
            while (last < at_position.size() && at_position[last].first == at_position[first].first) ++last;
            for (std::size_t i = first; i < last; ++i)
                for (std::size_t j = i + 1; j < last; ++j) {
                    const SurfaceTriangle &one = boxes_[at_position[i].second].face,
                                          &other = boxes_[at_position[j].second].face;
                    const auto common = SelfIntersectingPair::common_positions(one, other);
                    if (common.least == at_position[first].first) test_pair(one, other, common.count);
                }
        }
    }

    void test_pair(const SurfaceTriangle& one, const SurfaceTriangle& other, std::size_t common) {
        const SelfIntersectingPair::Found found = pair_.test(one, other, common);
        if (found == SelfIntersectingPair::Found::nothing) return;
        const bool flush = found == SelfIntersectingPair::Found::flush;
        found_.push_back({one.triangle, other.triangle, flush});
        found_.push_back({other.triangle, one.triangle, flush});
    }

    const SolidSurface& surface_;
    SelfIntersectingPair pair_;
    std::vector<BoxedFace> boxes_;
    std::vector<SelfIntersection> found_;
};

}  // namespace

bool SolidSurface::self_intersect(std::uint32_t bounding, std::uint32_t other) const {
    const SurfaceTriangle one = surface_triangle(*this, bounding), two = surface_triangle(*this, other);
    return SelfIntersectingPair().test(one, two, SelfIntersectingPair::common_positions(one, two).count) !=
           SelfIntersectingPair::Found::nothing;
}

bool SolidSurface::any_self_intersects(std::span<const std::uint32_t> some, SurfaceScope scope) const {
    const base::DefaultFloatEnvironment environment;
    if (some.empty()) return false;
    if (!self_intersections_known_) {
        const std::vector<std::uint32_t> doubtful = facts(scope).not_known_free(some);
        if (doubtful.empty()) return false;
        const bool any = SelfIntersectionFinder(*this).any_of(doubtful, scope);
        if (!any) facts(scope).note_free(doubtful);
        return any;
    }
    for (const std::uint32_t triangle : some)
        for (const SelfIntersection& one : self_intersections_of(triangle))
            if (group_of(*this, triangle, scope) == group_of(*this, one.with, scope)) return true;
    return false;
}

std::vector<SolidSurface::SelfIntersection> SolidSurface::self_intersections_of_all(
    std::span<const std::uint32_t> some, std::size_t most, SurfaceScope scope) const {
    const base::DefaultFloatEnvironment environment;
    if (some.empty()) return {};
    if (!self_intersections_known_) return SelfIntersectionFinder(*this).of_triangles(some, most, scope);
    std::vector<SelfIntersection> found;
    for (const std::uint32_t triangle : some)
        for (const SelfIntersection& one : self_intersections_of(triangle))
            if (group_of(*this, triangle, scope) == group_of(*this, one.with, scope)) found.push_back(one);
    return found;
}

std::vector<SolidSurface::SelfIntersection> SolidSurface::wall_intersections() const {
    const base::DefaultFloatEnvironment environment;
    return SelfIntersectionFinder(*this).of_walls(walls_);
}

std::span<const SolidSurface::SelfIntersection> SolidSurface::self_intersections() const {
    std::call_once(self_intersections_once_, [this] {
        const base::DefaultFloatEnvironment environment;
        self_intersections_ = SelfIntersectionFinder(*this).all();
        has_flush_shells_ = std::any_of(self_intersections_.begin(), self_intersections_.end(),
                                        [](const SelfIntersection& one) { return one.flush; });
        self_intersections_known_ = true;
    });
    return self_intersections_;
}

std::span<const SolidSurface::SelfIntersection> SolidSurface::self_intersections_of(
    std::uint32_t bounding) const {
    return SolidSurface::self_intersections_of(self_intersections(), bounding);
}

std::span<const SolidSurface::SelfIntersection> SolidSurface::self_intersections_of(
    std::span<const SelfIntersection> sorted, std::uint32_t bounding) {
    const auto before = [](const SelfIntersection& one, std::uint32_t number) {
        return one.triangle < number;
    };
    const auto first = std::lower_bound(sorted.begin(), sorted.end(), bounding, before);
    const auto last = std::lower_bound(first, sorted.end(), bounding + 1, before);
    return {first, last};
}

bool SolidSurface::lies_flush(std::uint32_t bounding) const {
    const std::span<const SelfIntersection> mine = self_intersections_of(bounding);
    return std::any_of(mine.begin(), mine.end(), [](const SelfIntersection& one) { return one.flush; });
}

bool SolidSurface::has_flush_shells() const {
    self_intersections();
    return has_flush_shells_;
}

}  // namespace allide::query
