// Routes the pipes: from machine to machine through racks below the decks, along the tank top, and up through
// the casing.
#include "generate/engine_room/piping.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace allide::mesh::ship {

namespace {

struct System {
    const char* name;
    double least, most;  // smallest and largest radius
};
constexpr System systems[]{{"sea-water", 85, 150}, {"fresh-water", 55, 110}, {"fuel-oil", 30, 60},
                           {"lube-oil", 45, 95},   {"starting-air", 25, 45}, {"bilge", 45, 70},
                           {"fire-main", 55, 80}};

class Router {
  public:
    explicit Router(RoomState& state) : state_(state) {}

    // Lays pipes from nozzle to nozzle through the rack above them. If that is impossible, lays one from the
    // nozzle to an open end in the rack.
    void connect_machines() {
        std::vector<Nozzle> open = std::move(state_.assembly.nozzles());
        while (!open.empty()) {
            const auto pick = static_cast<std::ptrdiff_t>(state_.random.below(open.size()));
            const Nozzle from = open[pick];
            open.erase(open.begin() + pick);
            if (!connect_to_any(from, open) && state_.times(0.4) > 0) lead_away(from);
        }
    }

    void fill_racks(const Compartment& compartment, double side) {
        const int bays = compartment.end_bay - compartment.first_bay;
        for (std::size_t floor = 0; floor < floors.size(); ++floor)
            try_lines(0.45 * bays, [&] { return rack_line(compartment, floor, side); });
        try_lines(0.35 * bays, [&] { return floor_line(compartment, side); });
        try_lines(0.3 * bays, [&] { return riser(compartment, side); });
    }

  private:
    template <typename Try>
    static bool try_often(int times, Try attempt) {
        for (int i = 0; i < times; ++i)
            if (attempt()) return true;
        return false;
    }

    // Tries to add `count` pipelines at density 1, with up to 30 attempts for each. state_.times() multiplies
    // by the density once more, so their number grows with its square: the room has space for more than a
    // proportional number.
    template <typename Try>
    void try_lines(double count, Try attempt) {
        const int wanted = state_.times(count * state_.density);
        for (int i = 0; i < wanted; ++i) try_often(30, attempt);
    }

    static std::size_t floor_of(double z) { return z < decks[0] ? 0 : z < decks[1] ? 1 : 2; }

    const System& any_system() { return systems[state_.random.below(std::size(systems))]; }
    double radius_in(const System& system) { return state_.stepped(system.least, system.most, 5); }
    double rack_height(std::size_t floor, double radius) {
        return std::floor(decks[floor] - 340 - 2 * radius - state_.stepped(0, 1000, 100));
    }
    double lane(double from, double to) {
        return state_.stepped(opening + 250, state_.plan.narrowest(from, to) - 550, 110);
    }

    // A random position forward or aft of x, at a distance from `least` to `most`.
    double aside(double x, double least, double most) {
        const double distance = state_.stepped(least, most, 100);
        return state_.random.below(2) == 0 ? x + distance : x - distance;
    }

    // Adds a pipeline along these corners. Corners in the middle of a straight leg are left out. Returns
    // false if a leg is too short for its bends or there is no space.
    bool lay(const System& system, double radius, const std::vector<Vec3>& corners) {
        std::vector<Vec3> path;
        for (const Vec3& corner : corners)
            if (path.empty() || !(path.back() == corner)) path.push_back(corner);
        for (std::size_t i = 1; i + 1 < path.size();) {
            const bool straight = along(path[i - 1], path[i]) == along(path[i], path[i + 1]);
            straight ? void(path.erase(path.begin() + static_cast<std::ptrdiff_t>(i))) : void(++i);
        }
        if (path.size() < 2) return false;
        const LineSpec spec{fmt::format("piping/{}/line-{:03}", system.name, lines_ + 1), path, radius};
        // Most attempts fail, and bounding boxes do not depend on the detail: a coarse line is tried first.
        const base::Random random(state_.random.bits());
        base::Random first_try = random, second_try = random;
        const auto coarse = pipe_line(spec, Detail(0, 0), first_try);
        if (!coarse || !has_room(*coarse)) return false;
        const auto first = static_cast<std::uint32_t>(state_.assembly.parts().size());
        const Unit empty = state_.assembly.unit();
        state_.assembly.build(pipe_line(spec, empty.detail, second_try).value());
        ++lines_;
        support(first);
        return true;
    }

    // The flanges at the line's two ends may come as close as `joint` to other parts, such as a nozzle.
    bool has_room(const Unit& unit) const {
        for (std::size_t i = 0; i < unit.parts.size(); ++i) {
            const bool at_end = i == 0 || i + 1 == unit.parts.size();
            if (!state_.assembly.is_free(unit.parts[i].bounds, at_end ? Margin{joint - 0.5} : Margin{25, 25}))
                return false;
        }
        return true;
    }

    static int along(const Vec3& a, const Vec3& b) { return a.x != b.x ? 0 : a.y != b.y ? 1 : 2; }

    // Adds supports at the middle of horizontal pipes, from the deck above or the floor below.
    void support(std::uint32_t first) {
        const auto end = static_cast<std::uint32_t>(state_.assembly.parts().size());
        for (std::uint32_t i = first; i < end; ++i) {
            const Part& pipe = state_.assembly.parts()[i];
            const bool lies_x = pipe.surface == Surface::rod_x, lies_y = pipe.surface == Surface::rod_y;
            if (!lies_x && !lies_y) continue;
            const Axis axis = lies_x ? x_axis : y_axis;
            const double length = component(pipe.bounds.hi, axis) - component(pipe.bounds.lo, axis);
            if (length > 1200) add_hanger(i, axis, std::floor(component(pipe.bounds.lo, axis) + length / 2));
        }
    }

    // Two flat bars and a cross bar, which form a hanger below the deck or a trestle on the floor.
    void add_hanger(std::uint32_t number, Axis axis, double at) {
        const Part& pipe = state_.assembly.parts()[number];
        const int across = 1 - axis;
        const std::size_t floor = floor_of(pipe.bounds.lo.z);
        const double deck = decks[floor] - 10 - joint, ground = floors[floor] + joint;
        const bool hangs = deck - pipe.bounds.hi.z < pipe.bounds.lo.z - ground;
        if (hangs && std::abs(pipe.bounds.lo.y) < opening) return;
        const double bar = pipe.bounds.lo.z - joint - 1;
        const double inner_lo = component(pipe.bounds.lo, across) - 8,
                     inner_hi = component(pipe.bounds.hi, across) + 8;
        const auto piece = [&](double from, double to, double lo, double hi) {
            Vec3 low{at - 20, at - 20, lo}, high{at + 20, at + 20, hi};
            set_component(low, across, from);
            set_component(high, across, to);
            return block(low, high);
        };
        Solid hanger = piece(inner_lo - 12, inner_hi + 12, bar - 20, bar);
        const double from = hangs ? bar - 10 : ground, to = hangs ? deck : bar - 10;
        if (to - from < 40) return;
        hanger += piece(inner_lo - 10, inner_lo - 2, from, to);
        hanger += piece(inner_hi + 2, inner_hi + 10, from, to);
        Unit unit = state_.assembly.unit();
        unit.add(hangs ? "piping/supports/hanger" : "piping/supports/trestle", std::move(hanger));
        state_.assembly.place(std::move(unit), {2 * joint}, {number});
    }

    bool connect_to_any(const Nozzle& from, std::vector<Nozzle>& open) {
        for (int attempt = 0; attempt < 12 && !open.empty(); ++attempt) {
            const auto pick = static_cast<std::ptrdiff_t>(state_.random.below(open.size()));
            const Nozzle to = open[pick];
            const double reach = std::abs(to.at.x - from.at.x);
            if ((to.at.y > 0) != (from.at.y > 0) || floor_of(to.at.z) != floor_of(from.at.z) ||
                reach < 1500 || reach > 14000)
                continue;
            if (!try_often(4, [&] { return connect(from, to); })) continue;
            open.erase(open.begin() + pick);
            return true;
        }
        return false;
    }

    const System& system_for(double radius) {
        for (int i = 0; i < 20; ++i) {
            const System& system = any_system();
            if (radius >= system.least && radius <= system.most) return system;
        }
        return systems[1];
    }

    bool connect(const Nozzle& from, const Nozzle& to) {
        const double radius = std::min(from.radius, to.radius), z = rack_height(floor_of(from.at.z), radius);
        const double side = from.at.y > 0 ? 1 : -1, y = side * lane(from.at.x, to.at.x);
        const System& system = system_for(radius);
        return lay(system, radius,
                   {from.at,
                    {from.at.x, from.at.y, z},
                    {from.at.x, y, z},
                    {to.at.x, y, z},
                    {to.at.x, to.at.y, z},
                    to.at});
    }

    void lead_away(const Nozzle& from) {
        const double side = from.at.y > 0 ? 1 : -1;
        try_often(8, [&] {
            const double z = rack_height(floor_of(from.at.z), from.radius);
            const double x = aside(from.at.x, 1500, 5000);
            if (x < 600 || x > state_.plan.length() - 600) return false;
            const double y = side * lane(from.at.x, x);
            const System& system = system_for(from.radius);
            const Vec3 above{from.at.x, from.at.y, z};
            return lay(system, from.radius, {from.at, above, {above.x, y, z}, {x, y, z}}) ||
                   lay(system, from.radius, {from.at, above, {x, above.y, z}});
        });
    }

    // A pipe along the ship below a deck. Each end turns sideways, turns down, or stays straight.
    bool rack_line(const Compartment& c, std::size_t floor, double side) {
        const System& system = any_system();
        const double radius = radius_in(system), z = rack_height(floor, radius);
        const double from = state_.stepped(c.from() + 500, c.to() - 4500, 100);
        const double to = state_.stepped(from + 3000, c.to() - 500, 100);
        const double y = side * lane(from, to);
        std::vector<Vec3> path;
        if (state_.random.below(2) == 0) path.push_back({from, y, z - state_.stepped(700, 1700, 100)});
        path.push_back({from, y, z});
        path.push_back({to, y, z});
        if (const std::uint64_t turn = state_.random.below(3); turn == 0)
            path.push_back({to, y, z - state_.stepped(700, 1700, 100)});
        else if (turn == 1)
            path.push_back({to, side * lane(from, to), z});
        return lay(system, radius, path);
    }

    bool floor_line(const Compartment& c, double side) {
        const System& system = any_system();
        const double radius = radius_in(system);
        const double z = std::floor(tank_top + 2 * radius + state_.stepped(80, 500, 60));
        const double from = state_.stepped(c.from() + 500, c.to() - 4500, 100);
        const double to = state_.stepped(from + 2400, c.to() - 500, 100);
        const double y = side * state_.stepped(2050, state_.plan.narrowest(from, to) - 650, 90);
        std::vector<Vec3> path{{from, y, z}, {to, y, z}};
        if (state_.random.below(2) == 0) path.push_back({to, y, z + state_.stepped(700, 1500, 100)});
        return lay(system, radius, path);
    }

    // A pipe up through the casing, next to the edge of the platforms.
    bool riser(const Compartment& c, double side) {
        const System& system = any_system();
        const double radius = radius_in(system);
        const double x = state_.stepped(c.open_from() + 300, c.open_to() - 300, 100);
        const double y = side * state_.stepped(2500, opening - 60 - 2 * radius, 40);
        const double low = std::floor(tank_top + 400 + radius + state_.stepped(0, 800, 100));
        const double high = std::floor(decks[state_.random.below(3)] - 700 - radius);
        const double turn = aside(x, 1000, 2500);
        const double back = aside(x, 1000, 2500);
        return lay(system, radius, {{turn, y, low}, {x, y, low}, {x, y, high}, {back, y, high}});
    }

    RoomState& state_;
    unsigned lines_ = 0;
};

}  // namespace

void build_piping(RoomState& state) {
    Router router(state);
    router.connect_machines();
    for (const Compartment& compartment : state.plan.compartments())
        for (const double side : {1.0, -1.0}) router.fill_racks(compartment, side);
}

}  // namespace allide::mesh::ship
