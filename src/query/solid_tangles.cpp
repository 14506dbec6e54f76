// Where the surface of a part meets itself other than by common corners and edges: shells that cross, or that
// lie flush with each other.
#include "base/float_environment.hpp"
#include "kernel/meeting.hpp"
#include "kernel/orientation.hpp"
#include "query/solid_surface.hpp"

#include <allide/probe.hpp>

#include <algorithm>

namespace allide::query {

class SolidSurface::TangleFinder {
  public:
    explicit TangleFinder(const SolidSurface& surface)
        : surface_(surface), mesh_(surface.model_.mesh()), finder_(Pose::identity(), Pose::identity()) {}

    std::vector<Tangle> run() {
        for (const Contact& pair : self_contacts(surface_.model_)) {
            const std::uint32_t one = surface_.bounding(pair.triangle_a),
                                other = surface_.bounding(pair.triangle_b);
            if (one != none && other != none) add_if_tangled(one, other, 2);
        }
        add_neighbours();
        std::sort(found_.begin(), found_.end());
        found_.erase(std::unique(found_.begin(), found_.end()), found_.end());
        return std::move(found_);
    }

  private:
    // They have a corner in common, so that more than that must be.
    void add_neighbours() {
        std::vector<std::pair<std::uint32_t, std::uint32_t>> at_place;
        for (std::uint32_t t = 0; t < surface_.bounding_.size(); ++t)
            if (surface_.bounding_[t] == t)
                for (std::size_t k = 0; k < 3; ++k) at_place.emplace_back(surface_.place(t, k), t);
        std::sort(at_place.begin(), at_place.end());
        for (std::size_t first = 0, last = 0; first < at_place.size(); first = last) {
            while (last < at_place.size() && at_place[last].first == at_place[first].first) ++last;
            for (std::size_t i = first; i < last; ++i)
                for (std::size_t j = i + 1; j < last; ++j)
                    add_neighbour(at_place[i].second, at_place[j].second, at_place[first].first);
        }
    }

    void add_neighbour(std::uint32_t one, std::uint32_t other, std::uint32_t place) {
        std::uint32_t least = none;
        std::size_t common = 0;
        for (std::size_t i = 0; i < 3; ++i)
            for (std::size_t j = 0; j < 3; ++j)
                if (surface_.place(one, i) == surface_.place(other, j)) {
                    least = std::min(least, surface_.place(one, i));
                    ++common;
                }
        if (least != place || is_beside(one, other) || is_beside(other, one)) return;
        add_if_tangled(one, other, common == 1 ? 2 : 3);
    }

    // All corners of a triangle that are not common are on one side of another's plane.
    bool is_beside(std::uint32_t one, std::uint32_t other) const {
        const auto [a, b, c] = mesh_.corners(one);
        int side = 0;
        for (std::size_t k = 0; k < 3; ++k) {
            const std::uint32_t place = surface_.place(other, k);
            if (place == surface_.place(one, 0) || place == surface_.place(one, 1) ||
                place == surface_.place(one, 2))
                continue;
            const int height = kernel::orientation(a, b, c, mesh_.corners(other)[k]);
            if (height == 0 || height * side < 0) return false;
            side = height;
        }
        return true;
    }

    void add_if_tangled(std::uint32_t one, std::uint32_t other, std::size_t corners_needed) {
        const kernel::Meeting meeting = finder_.meeting(mesh_.corners(one), mesh_.corners(other));
        if (meeting.corners.size() < corners_needed) return;
        found_.push_back({one, other, meeting.has_area});
        found_.push_back({other, one, meeting.has_area});
    }

    const SolidSurface& surface_;
    const Mesh& mesh_;
    kernel::MeetingFinder finder_;
    std::vector<Tangle> found_;
};

std::span<const SolidSurface::Tangle> SolidSurface::tangles() const {
    std::call_once(tangles_once_, [this] {
        const base::DefaultFloatEnvironment environment;
        tangles_ = TangleFinder(*this).run();
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
    const std::span<const Tangle> all = tangles();
    return std::any_of(all.begin(), all.end(), [](const Tangle& one) { return one.flush; });
}

}  // namespace allide::query
