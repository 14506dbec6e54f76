// Where the surface of a part meets itself other than by common corners and edges: shells that cross, or that
// lie flush with each other.
#include "base/float_environment.hpp"
#include "query/clash/self_crossing_pair.hpp"
#include "query/clash/solid_surface.hpp"

#include <allide/probe.hpp>

#include <algorithm>
#include <array>
#include <limits>
#include <numeric>

namespace allide::query {

namespace {

using Tangle = SolidSurface::Tangle;

// Does a tangle of two triangles count?
bool tangle_counts(const SolidSurface& surface, std::uint32_t triangle, std::uint32_t with,
                   SurfaceScope scope) {
    return scope == SurfaceScope::whole || surface.component(triangle) == surface.component(with);
}

class TangleFinder {
  public:
    explicit TangleFinder(const SolidSurface& surface) : surface_(surface) {}

    // Stops at the first.
    bool any_of(std::span<const std::uint32_t> some, SurfaceScope scope) {
        collect_around(some);
        return sweep([this, scope](const BoxedFace& one, const BoxedFace& other) {
            return !(one.wanted || other.wanted) ||
                   !tangle_counts(surface_, one.face.triangle, other.face.triangle, scope) ||
                   pair_.look(one.face, other.face, common_of(one, other)) == TangledPair::Found::nothing;
        });
    }

    std::vector<Tangle> those_of(std::span<const std::uint32_t> some) {
        collect_around(some);
        sweep([this](const BoxedFace& one, const BoxedFace& other) {
            if (one.wanted || other.wanted) look_at(one.face, other.face, common_of(one, other));
            return true;
        });
        return only_of(some);
    }

    // Of triangles that bound nothing, with those that do.
    std::vector<Tangle> those_of_walls(std::span<const std::uint32_t> walls) {
        collect_around(walls);
        for (const std::uint32_t wall : walls) {
            boxes_.push_back(boxed(wall));
            boxes_.back().wanted = true;
        }
        sweep([this](const BoxedFace& one, const BoxedFace& other) {
            if (one.wanted != other.wanted) look_at(one.face, other.face, common_of(one, other));
            return true;
        });
        return only_of(walls);
    }

    std::vector<Tangle> all() {
        collect([](const std::array<Vec3, 3>&) { return true; });
        // A sweep is faster than a tree, until it meets too many at once.
        constexpr std::size_t most_swept = 20'000;
        if (boxes_.size() <= most_swept) {
            sweep([this](const BoxedFace& one, const BoxedFace& other) {
                look_at(one.face, other.face, common_of(one, other));
                return true;
            });
        } else {
            for (const Contact& pair : self_contacts(surface_.model()))
                look_at_contact(surface_.bounding(pair.triangle_a), surface_.bounding(pair.triangle_b));
            look_at_neighbours();
        }
        return sorted();
    }

  private:
    struct BoxedFace {
        std::array<double, 3> lo, hi;
        TangleFace face;
        bool wanted = false;
    };

    std::vector<Tangle> only_of(std::span<const std::uint32_t> some) {
        std::erase_if(found_, [&](const Tangle& one) {
            return !std::binary_search(some.begin(), some.end(), one.triangle);
        });
        return sorted();
    }
    std::vector<Tangle> sorted() {
        std::sort(found_.begin(), found_.end());
        found_.erase(std::unique(found_.begin(), found_.end()), found_.end());
        found_.shrink_to_fit();
        return std::move(found_);
    }

    void collect_around(std::span<const std::uint32_t> some) {
        const Box around = box_around(some);
        collect([&](const std::array<Vec3, 3>& corners) { return may_meet_box(corners, around); });
        for (BoxedFace& one : boxes_)
            one.wanted = std::binary_search(some.begin(), some.end(), one.face.triangle);
    }

    Box box_around(std::span<const std::uint32_t> some) const {
        constexpr double infinite = std::numeric_limits<double>::infinity();
        Box box{{infinite, infinite, infinite}, {-infinite, -infinite, -infinite}};
        for (const std::uint32_t triangle : some)
            for (const Vec3& p : surface_.model().mesh().corners(triangle)) {
                box.lo = {std::min(box.lo.x, p.x), std::min(box.lo.y, p.y), std::min(box.lo.z, p.z)};
                box.hi = {std::max(box.hi.x, p.x), std::max(box.hi.y, p.y), std::max(box.hi.z, p.z)};
            }
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
        const TangleFace face = tangle_face(surface_, triangle);
        const auto& [a, b, c] = face.corners;
        return {{std::min({a.x, b.x, c.x}), std::min({a.y, b.y, c.y}), std::min({a.z, b.z, c.z})},
                {std::max({a.x, b.x, c.x}), std::max({a.y, b.y, c.y}), std::max({a.z, b.z, c.z})},
                face};
    }

    // Along which boxes are short beside the whole.
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
        return TangledPair::common_places(one.face, other.face).count;
    }

    // Visits pairs whose boxes meet until one is not to be gone on after; says whether there was one.
    template <typename GoOn>
    bool sweep(GoOn&& go_on_after) {
        if (boxes_.empty()) return false;
        const std::size_t x = best_axis(), y = (x + 1) % 3, z = (x + 2) % 3;
        std::vector<std::uint32_t> order(boxes_.size());
        std::iota(order.begin(), order.end(), 0u);
        std::sort(order.begin(), order.end(),
                  [&](std::uint32_t i, std::uint32_t j) { return boxes_[i].lo[x] < boxes_[j].lo[x]; });
        for (std::size_t i = 0; i < order.size(); ++i) {
            const BoxedFace& mine = boxes_[order[i]];
            for (std::size_t j = i + 1; j < order.size() && boxes_[order[j]].lo[x] <= mine.hi[x]; ++j) {
                const BoxedFace& other = boxes_[order[j]];
                if (other.lo[y] > mine.hi[y] || mine.lo[y] > other.hi[y] || other.lo[z] > mine.hi[z] ||
                    mine.lo[z] > other.hi[z])
                    continue;
                if (!go_on_after(mine, other)) return true;
            }
        }
        return false;
    }

    // Of triangles without a common corner.
    void look_at_contact(std::uint32_t one, std::uint32_t other) {
        if (one != SolidSurface::none && other != SolidSurface::none && one != other)
            look_at(tangle_face(surface_, one), tangle_face(surface_, other), 0);
    }

    // Pairs of triangles with a corner in common, each once.
    void look_at_neighbours() {
        std::vector<std::pair<std::uint32_t, std::uint32_t>> at_place;  // with the number of a box
        for (std::uint32_t i = 0; i < boxes_.size(); ++i)
            for (const std::uint32_t place : boxes_[i].face.places) at_place.emplace_back(place, i);
        std::sort(at_place.begin(), at_place.end());
        for (std::size_t first = 0, last = 0; first < at_place.size(); first = last) {
            while (last < at_place.size() && at_place[last].first == at_place[first].first) ++last;
            for (std::size_t i = first; i < last; ++i)
                for (std::size_t j = i + 1; j < last; ++j) {
                    const TangleFace &one = boxes_[at_place[i].second].face,
                                     &other = boxes_[at_place[j].second].face;
                    const auto common = TangledPair::common_places(one, other);
                    if (common.least == at_place[first].first) look_at(one, other, common.count);
                }
        }
    }

    void look_at(const TangleFace& one, const TangleFace& other, std::size_t common) {
        const TangledPair::Found found = pair_.look(one, other, common);
        if (found == TangledPair::Found::nothing) return;
        const bool flush = found == TangledPair::Found::flush;
        found_.push_back({one.triangle, other.triangle, flush});
        found_.push_back({other.triangle, one.triangle, flush});
    }

    const SolidSurface& surface_;
    TangledPair pair_;
    std::vector<BoxedFace> boxes_;
    std::vector<Tangle> found_;
};

}  // namespace

bool SolidSurface::are_tangled(std::uint32_t bounding, std::uint32_t other) const {
    const TangleFace one = tangle_face(*this, bounding), two = tangle_face(*this, other);
    return TangledPair().look(one, two, TangledPair::common_places(one, two).count) !=
           TangledPair::Found::nothing;
}

bool SolidSurface::any_tangled(std::span<const std::uint32_t> some, SurfaceScope scope) const {
    const base::DefaultFloatEnvironment environment;
    if (some.empty()) return false;
    if (!tangles_known_) {
        const std::vector<std::uint32_t> doubtful = facts_.not_known_untangled(some);
        if (doubtful.empty()) return false;
        const bool any = TangleFinder(*this).any_of(doubtful, scope);
        if (!any && scope == SurfaceScope::whole) facts_.note_untangled(doubtful);
        return any;
    }
    for (const std::uint32_t triangle : some)
        for (const Tangle& one : tangles_of(triangle))
            if (tangle_counts(*this, triangle, one.with, scope)) return true;
    return false;
}

std::vector<SolidSurface::Tangle> SolidSurface::tangles_around(std::span<const std::uint32_t> some) const {
    const base::DefaultFloatEnvironment environment;
    if (some.empty()) return {};
    if (!tangles_known_) return TangleFinder(*this).those_of(some);
    std::vector<Tangle> found;
    for (const std::uint32_t triangle : some)
        for (const Tangle& one : tangles_of(triangle)) found.push_back(one);
    return found;
}

std::vector<SolidSurface::Tangle> SolidSurface::tangles_of_walls() const {
    const base::DefaultFloatEnvironment environment;
    return TangleFinder(*this).those_of_walls(walls_);
}

std::span<const SolidSurface::Tangle> SolidSurface::tangles() const {
    std::call_once(tangles_once_, [this] {
        const base::DefaultFloatEnvironment environment;
        tangles_ = TangleFinder(*this).all();
        has_flush_shells_ =
            std::any_of(tangles_.begin(), tangles_.end(), [](const Tangle& one) { return one.flush; });
        tangles_known_ = true;
    });
    return tangles_;
}

std::span<const SolidSurface::Tangle> SolidSurface::tangles_of(std::uint32_t bounding) const {
    return SolidSurface::tangles_of(tangles(), bounding);
}

std::span<const SolidSurface::Tangle> SolidSurface::tangles_of(std::span<const Tangle> sorted,
                                                               std::uint32_t bounding) {
    const auto before = [](const Tangle& one, std::uint32_t number) { return one.triangle < number; };
    const auto first = std::lower_bound(sorted.begin(), sorted.end(), bounding, before);
    const auto last = std::lower_bound(first, sorted.end(), bounding + 1, before);
    return {first, last};
}

bool SolidSurface::lies_flush(std::uint32_t bounding) const {
    const std::span<const Tangle> mine = tangles_of(bounding);
    return std::any_of(mine.begin(), mine.end(), [](const Tangle& one) { return one.flush; });
}

bool SolidSurface::has_flush_shells() const {
    tangles();
    return has_flush_shells_;
}

}  // namespace allide::query
