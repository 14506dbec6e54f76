// Questions about one configuration.
#include "base/float_environment.hpp"
#include "base/infinity.hpp"
#include "base/precondition.hpp"
#include "robot/world_data.hpp"

#include <algorithm>
#include <cmath>

namespace allide {
namespace robot {

using kernel::operator-;

PlacedRobotShapes place_robot(const detail::RobotWorldData& world, std::span<const Ball> values) {
    const detail::RobotData& robot = world.robot_data();
    PlacedRobotShapes out;
    out.frames.resize(robot.nodes.size());
    place_links(robot, robot.order, values, out.frames);
    out.shapes.reserve(robot.shapes.size());
    out.centers.reserve(robot.shapes.size());
    for (std::size_t s = 0; s < robot.shapes.size(); ++s) {
        const Frame& frame = out.frames[world.link_of[s]];
        out.shapes.push_back(place_shape(*robot.shapes[s], frame));
        out.centers.push_back(frame.point(robot.shapes[s]->center));
    }
    return out;
}

double distance_down(const Vec3& point, const Box& box) {
    const Vec3 away{std::max({box.lo.x - point.x, point.x - box.hi.x, 0.0}),
                    std::max({box.lo.y - point.y, point.y - box.hi.y, 0.0}),
                    std::max({box.lo.z - point.z, point.z - box.hi.z, 0.0})};
    return std::sqrt(kernel::dot(away, away)) * (1 - 0x1p-40);
}

double far_from_obstacle(const PlacedShape& shape, const Vec3& center, const PlacedObstacle& obstacle) {
    return (distance_down(center, obstacle.box) - (shape.shape->radius + shape.error) * (1 + 0x1p-40)) *
           (1 - 0x1p-40);
}

double far_from_link(const PlacedShape& a, const Vec3& center_a, const Frame& frame_a, const PlacedShape& b,
                     const Vec3& center_b, const Frame& frame_b) {
    const double errors = (a.error + b.error) * (1 + 0x1p-40);
    // A lower bound of the distance of a ball from a box, computed in the box's frame. The margin covers the
    // errors of the frame's matrix.
    const auto far_from_box = [](const Vec3& center, double radius, const Frame& frame, const Box& box) {
        const Vec3 seen = center - frame.place;
        const double margin = (frame.turn_error + 0x1p-48) * (kernel::norm_1(seen) + kernel::norm_1(center));
        return distance_down(frame.direction_back(seen), box) - (radius + margin) * (1 + 0x1p-40);
    };
    const double far_a = far_from_box(center_b, b.shape->radius, frame_a, a.shape->box);
    const double far_b = far_from_box(center_a, a.shape->radius, frame_b, b.shape->box);
    return (std::max(far_a, far_b) - errors) * (1 - 0x1p-40);
}

}  // namespace robot

namespace {

using robot::GroupPair;
using robot::PlacedShape;
using robot::TestedPair;

// The shapes at one configuration, and all pairs of them that are tested.
class AllPairs {
  public:
    AllPairs(const detail::RobotWorldData& world, std::span<const double> q)
        : world_(world),
          robot_(world.robot_data()),
          placed_(robot::place_robot(world, robot::exact_values(robot_, q))) {}

    // Calls visit(a, b, far, link_a, second) for all pairs until it returns false. `far` is a lower bound of
    // the distance. `second` is the number of the other link or, for an obstacle, the number of links plus
    // the obstacle's number.
    template <typename Visit>
    bool visit(const Visit& visit_pair) const {
        for (const GroupPair& group : world_.groups) {
            for (const TestedPair& pair : group.obstacles) {
                const PlacedShape& a = placed_.shapes[pair.a];
                const robot::PlacedObstacle& b = world_.placed[pair.b];
                const double far = robot::far_from_obstacle(a, placed_.centers[pair.a], b);
                if (!visit_pair(a, b.placed, far, world_.link_of[pair.a], robot_.links.size() + pair.b))
                    return false;
            }
            for (const TestedPair& pair : group.links) {
                const PlacedShape &a = placed_.shapes[pair.a], &b = placed_.shapes[pair.b];
                const std::size_t link_a = world_.link_of[pair.a], link_b = world_.link_of[pair.b];
                const double far = robot::far_from_link(a, placed_.centers[pair.a], placed_.frames[link_a], b,
                                                        placed_.centers[pair.b], placed_.frames[link_b]);
                // The link with the smaller number comes first.
                const bool go_on = link_a < link_b ? visit_pair(a, b, far, link_a, link_b)
                                                   : visit_pair(b, a, far, link_b, link_a);
                if (!go_on) return false;
            }
        }
        return true;
    }

    const std::string& name(std::size_t number) const {
        return number < robot_.links.size() ? robot_.links[number]
                                            : world_.obstacles[number - robot_.links.size()].name;
    }
    std::size_t links() const { return robot_.links.size(); }
    bool is_fixed(std::size_t link) const { return robot_.nodes[link].group == 0; }

  private:
    const detail::RobotWorldData& world_;
    const detail::RobotData& robot_;
    robot::PlacedRobotShapes placed_;
};

void expect_clearance(double clearance) {
    base::expect(clearance >= 0 && std::isfinite(clearance), "the clearance must be finite and not negative");
}

// A candidate for the closest pair.
struct Candidate {
    const PlacedShape *a = nullptr, *b = nullptr;
    double far = 0;
    std::size_t first = 0, second = 0;
};

// True if the shapes are certainly farther apart than the clearance, and neither is inside the other.
bool certainly_free(const PlacedShape& a, const PlacedShape& b, double far, double clearance) {
    return far > clearance || (robot::certainly_farther(a, b, clearance) && !robot::one_contains_other(a, b));
}

}  // namespace

std::vector<std::array<std::size_t, 2>> robot::touching_links(const detail::RobotWorldData& world,
                                                              std::span<const double> q) {
    std::vector<std::array<std::size_t, 2>> touching;
    AllPairs(world, q).visit([&](const robot::PlacedShape& a, const robot::PlacedShape& b, double far,
                                 std::size_t first, std::size_t second) {
        if (!certainly_free(a, b, far, 0)) touching.push_back({first, second});
        return true;
    });
    std::sort(touching.begin(), touching.end());
    return touching;
}

std::optional<RobotPair> robot::touching_pair(const detail::RobotWorldData& world, std::span<const double> q,
                                              double clearance) {
    std::optional<RobotPair> found;
    const AllPairs pairs(world, q);
    pairs.visit([&](const robot::PlacedShape& a, const robot::PlacedShape& b, double far, std::size_t first,
                    std::size_t second) {
        if (!certainly_free(a, b, far, clearance)) found = {pairs.name(first), pairs.name(second)};
        return !found;
    });
    return found;
}

std::optional<RobotDistance> robot::closest_fixed_pair(const detail::RobotWorldData& world,
                                                       std::span<const double> q) {
    std::optional<RobotDistance> best;
    const AllPairs pairs(world, q);
    pairs.visit([&](const robot::PlacedShape& a, const robot::PlacedShape& b, double far, std::size_t first,
                    std::size_t second) {
        if (!pairs.is_fixed(first) || (second < pairs.links() && !pairs.is_fixed(second))) return true;
        if (best && far > best->upper) return true;
        robot::ShapeDistance d = robot::distance_of(a, b, 1e-12);
        if (d.lower > 0 && robot::one_contains_other(a, b)) d.lower = d.upper = 0;
        if (!best || d.upper < best->upper)
            best =
                RobotDistance{pairs.name(first), pairs.name(second), d.lower, d.upper, d.point_a, d.point_b};
        return true;
    });
    return best;
}

bool RobotWorld::is_free(std::span<const double> q, const CheckOptions& options) const {
    const base::DefaultFloatEnvironment environment;
    expect_clearance(options.clearance);
    const AllPairs pairs(*data_, q);
    return pairs.visit([&](const robot::PlacedShape& a, const robot::PlacedShape& b, double far, std::size_t,
                           std::size_t) { return certainly_free(a, b, far, options.clearance); });
}

ConfigurationCheck RobotWorld::check(std::span<const double> q, const CheckOptions& options) const {
    const base::DefaultFloatEnvironment environment;
    expect_clearance(options.clearance);
    const AllPairs pairs(*data_, q);
    std::vector<Candidate> candidates;
    pairs.visit([&](const robot::PlacedShape& a, const robot::PlacedShape& b, double far, std::size_t first,
                    std::size_t second) {
        candidates.push_back({&a, &b, far, first, second});
        return true;
    });
    // Close pairs are measured first, so that the distance of most others need not be computed.
    std::stable_sort(candidates.begin(), candidates.end(),
                     [](const Candidate& x, const Candidate& y) { return x.far < y.far; });
    ConfigurationCheck out;
    out.per_link.resize(pairs.links());
    std::vector<std::pair<std::size_t, std::size_t>> touching;
    for (const Candidate& c : candidates) {
        const bool has_second = c.second < pairs.links();
        const double needed =
            std::max(out.per_link[c.first].upper, has_second ? out.per_link[c.second].upper : 0.0);
        if (c.far > needed && c.far > options.clearance) continue;
        robot::ShapeDistance d = robot::distance_of(*c.a, *c.b, 1e-12);
        if (d.lower > 0 && robot::one_contains_other(*c.a, *c.b)) {
            const Vec3 inner = c.a->shape->inner_points.empty() ? d.point_a : d.point_b;
            d = {0, 0, inner, inner};
        }
        if (d.lower <= options.clearance) {
            touching.emplace_back(c.first, c.second);
            out.free = false;
        }
        const auto improve = [&](RobotDistance& best, std::size_t self, std::size_t other, bool swapped) {
            if (!(d.upper < best.upper)) {
                best.lower = std::min(best.lower, d.lower);
                return;
            }
            best = {pairs.name(self),
                    pairs.name(other),
                    std::min(best.lower, d.lower),
                    d.upper,
                    swapped ? d.point_b : d.point_a,
                    swapped ? d.point_a : d.point_b};
        };
        improve(out.per_link[c.first], c.first, c.second, false);
        if (has_second) improve(out.per_link[c.second], c.second, c.first, true);
        improve(out.closest, c.first, c.second, false);
    }
    std::sort(touching.begin(), touching.end());
    touching.erase(std::unique(touching.begin(), touching.end()), touching.end());
    for (const auto& [first, second] : touching) out.pairs.push_back({pairs.name(first), pairs.name(second)});
    return out;
}

}  // namespace allide
