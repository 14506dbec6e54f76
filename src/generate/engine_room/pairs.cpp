// Gaps and depths are exact. The added part and its host each face the other with a flat side or a straight
// line of vertices; if both have such a line, the two lines cross. All coordinates are on the vertices'
// lattice.
#include "generate/engine_room/pairs.hpp"

#include <allide/extra/engine_rooms.hpp>

#include <algorithm>
#include <cmath>
#include <optional>

namespace allide::mesh::ship {

namespace {

constexpr double room_around = 25;  // smallest distance of the added part from all parts except its host

// The side of the host at which a part is added, and the distance between the two.
struct Approach {
    Direction from_host;
    double offset;  // from the host's face to that of the added part; negative: they clash
};

double middle_of(const Box& box, int axis) {
    return (component(box.lo, axis) + component(box.hi, axis)) / 2;
}
double extent_of(const Box& box, int axis) {
    return component(box.hi, axis) - component(box.lo, axis);
}

// The value rounded down to a multiple of 1/8.
double on_eighths(double value) {
    return std::floor(value * 8) / 8;
}

class PairMaker {
  public:
    explicit PairMaker(RoomState& state) : state_(state) {
        const std::vector<Part>& parts = state.assembly.parts();
        for (std::uint32_t i = 0; i < parts.size(); ++i)
            if (is_host(parts[i])) hosts_.push_back(i);
    }

    std::optional<DeliberatePair> make(PairKind kind) {
        for (int attempt = 0; attempt < 2000 && !hosts_.empty(); ++attempt)
            if (auto pair = try_host(kind, hosts_[state_.random.below(hosts_.size())])) return pair;
        return std::nullopt;
    }

  private:
    static bool is_host(const Part& part) {
        if (part.surface == Surface::other) return false;
        int long_enough = 0;
        for (int axis = 0; axis < 3; ++axis) long_enough += extent_of(part.bounds, axis) >= 50 ? 1 : 0;
        return long_enough == 3;
    }

    // A random direction in which the host's surface ends in a flat side or a straight line of vertices.
    Direction side_of(const Part& host) {
        const std::uint64_t choice = state_.random.below(6);
        const double sign = choice % 2 == 0 ? 1 : -1;
        const auto third = static_cast<int>(choice / 2);
        if (host.surface == Surface::block) return {static_cast<Axis>(third), sign};
        const int along = host.surface == Surface::rod_x ? 0 : host.surface == Surface::rod_y ? 1 : 2;
        return {static_cast<Axis>((along + 1 + third % 2) % 3), sign};
    }

    // A random point on the given side of the host, not near its ends.
    Vec3 foot_on(const Part& host, Direction side) {
        Vec3 foot;
        for (int axis = 0; axis < 3; ++axis) {
            const double share = host.surface == Surface::block || extent_of(host.bounds, axis) > 500
                                     ? static_cast<double>(state_.random.below(33)) / 64 + 0.25
                                     : 0.5;
            const bool across_rod = host.surface != Surface::block && axis != rod_axis(host);
            set_component(foot, axis,
                          across_rod ? middle_of(host.bounds, axis)
                                     : std::floor(component(host.bounds.lo, axis) +
                                                  share * extent_of(host.bounds, axis)));
        }
        set_component(foot, side.axis, component(side.sign > 0 ? host.bounds.hi : host.bounds.lo, side.axis));
        return foot;
    }

    static int rod_axis(const Part& host) {
        return host.surface == Surface::rod_x ? 0 : host.surface == Surface::rod_y ? 1 : 2;
    }

    std::optional<DeliberatePair> try_host(PairKind kind, std::uint32_t number) {
        const Part& host = state_.assembly.parts()[number];
        const Direction side = side_of(host);
        const Vec3 foot = foot_on(host, side);
        const double amount = kind == PairKind::clash ? on_eighths(state_.random.between(4, 20))
                                                      : on_eighths(state_.random.between(0.25, 1.625));
        Unit unit = state_.assembly.unit();
        const Approach approach{side, kind == PairKind::clash ? -amount : amount};
        state_.random.below(3) == 0 ? add_box(unit, foot, approach) : add_tube(unit, host, foot, approach);
        const auto added = static_cast<std::uint32_t>(state_.assembly.parts().size());
        if (!state_.assembly.place(std::move(unit), {room_around, room_around}, {number}))
            return std::nullopt;
        DeliberatePair pair{number, added, kind, amount, {}};
        set_component(pair.direction, side.axis, side.sign);
        return pair;
    }

    void add_tube(Unit& unit, const Part& host, const Vec3& foot, const Approach& approach) {
        const int side = approach.from_host.axis;
        const double radius = state_.stepped(25, 45, 5), length = state_.stepped(400, 900, 50);
        const std::uint64_t turn = state_.random.below(2);
        const auto axis =
            static_cast<Axis>(host.surface == Surface::block ? (side + 1 + static_cast<int>(turn)) % 3
                                                             : 3 - side - rod_axis(host));
        const Vec3 centre = moved(foot, side, approach.from_host.sign * (approach.offset + radius));
        unit.add_rod("piping/small-bore/tube", moved(centre, axis, -length / 2), axis, length, radius,
                     unit.detail.around(10));
    }

    void add_box(Unit& unit, const Vec3& foot, const Approach& approach) {
        const int side = approach.from_host.axis;
        Vec3 lo = foot, hi = foot;
        for (int axis = 0; axis < 3; ++axis) {
            const double half = state_.stepped(60, 140, 10);
            set_component(lo, axis, component(foot, axis) - half);
            set_component(hi, axis, component(foot, axis) + half);
        }
        const double sign = approach.from_host.sign, depth = state_.stepped(90, 150, 10);
        const double near = component(foot, side) + sign * approach.offset, far = near + sign * depth;
        set_component(lo, side, std::min(near, far));
        set_component(hi, side, std::max(near, far));
        unit.add_block("electrical/junction-boxes/box", lo, hi);
    }

    RoomState& state_;
    std::vector<std::uint32_t> hosts_;
};

}  // namespace

std::vector<DeliberatePair> add_deliberate_pairs(RoomState& state, std::uint64_t clashes,
                                                 std::uint64_t clearances) {
    PairMaker maker(state);
    std::vector<DeliberatePair> pairs;
    for (std::uint64_t i = 0; i < clashes + clearances; ++i) {
        const auto pair = maker.make(i < clashes ? PairKind::clash : PairKind::clearance);
        if (!pair) break;
        pairs.push_back(*pair);
    }
    return pairs;
}

}  // namespace allide::mesh::ship
