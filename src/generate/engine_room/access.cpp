// Stairs, ladders and railings.
#include "generate/engine_room/plan.hpp"

namespace allide::mesh::ship {

namespace {

// Heights of the rails above the floor. Rails intersect the posts, with which they form one part.
constexpr double rail_heights[]{350, 700, 1040};

}  // namespace

Solid railing(const Detail& detail, const Vec3& from, Axis axis, double length) {
    const unsigned around = detail.small(6);
    const int posts = std::max(2, static_cast<int>(length / 1100) + 1);
    const double spacing = (length - 60) / (posts - 1);
    Solid solid;
    for (int i = 0; i < posts; ++i)
        solid += rod(moved(from, axis, 30 + i * spacing), z_axis, 1050, 20, around);
    for (const double height : rail_heights) {
        const double radius = height > 1000 ? 21 : 14;
        solid += rod(moved(from, z_axis, height), axis, length, radius, around);
    }
    return solid;
}

Solid grating(const Vec3& from, double length, double breadth) {
    Solid solid;
    const double hi = from.z, lo = from.z - 35;
    const int bars = std::max(2, static_cast<int>(breadth / 110));
    const double spacing = (breadth - 8) / bars;
    for (int i = 0; i <= bars; ++i) {
        const double y = from.y + i * spacing;
        solid += block({from.x, y, lo}, {from.x + length, y + 8, hi});
    }
    const int ties = std::max(2, static_cast<int>(length / 900));
    for (int i = 0; i <= ties; ++i) {
        const double x = from.x + 2 + i * (length - 16) / ties;
        solid += block({x, from.y + 1, lo + 6}, {x + 12, from.y + breadth - 1, hi - 3});
    }
    return solid;
}

namespace {

// A bar of the given height in the xz-plane that rises by `rise` over the length `run`.
Solid climbing_bar(const Vec3& from, double run, double rise, double height, double thickness) {
    const PlanePoint polygon[]{{from.z, from.x},
                               {from.z + rise, from.x + run},
                               {from.z + rise + height, from.x + run},
                               {from.z + height, from.x}};
    return prism(y_axis, from.y, from.y + thickness, polygon);
}

Solid stair_flight(const Vec3& from, double run, double rise, double width) {
    Solid solid = climbing_bar(from, run, rise - 220, 220, 12);
    solid += climbing_bar(moved(from, y_axis, width - 12), run, rise - 220, 220, 12);
    const int treads = static_cast<int>(rise / 230);
    for (int i = 1; i < treads; ++i) {
        const double x = from.x + run * i / treads, z = from.z + 110 + (rise - 220) * i / treads;
        solid += block({x - 20, from.y + 8, z}, {x + 220, from.y + width - 8, z + 25});
    }
    return solid;
}

// A handrail along a flight of stairs. Its posts are on the outer side of the flight, `joint` away from it.
Solid stair_rail(const Detail& detail, const Vec3& from, double run, double rise) {
    Solid solid = climbing_bar(moved(moved(from, z_axis, 1120), x_axis, 60), run - 60, rise - 220, 45, 40);
    solid += climbing_bar(moved(moved(moved(from, z_axis, 700), x_axis, 60), y_axis, 10), run - 60,
                          rise - 220, 25, 20);
    for (int i = 0; i <= 3; ++i) {
        const double x = run * (0.05 + 0.3 * i);
        const Vec3 foot = sum(from, {x, 20, (rise - 220) * x / run + 60});
        solid += rod(foot, z_axis, 1060, 17, detail.small(6));
    }
    return solid;
}

void build_stairs(RoomState& state, double x, double side, double floor, double deck) {
    const double rise = deck - floor, run = rise * 0.95, width = 640;
    const double y_lo = side > 0 ? 2487 : -2487 - width;
    Unit unit = state.assembly.unit();
    unit.add("outfitting/stairs/flight", stair_flight({x, y_lo, floor + joint}, run, rise - joint, width));
    unit.add("outfitting/stairs/handrail",
             stair_rail(unit.detail, {x, y_lo - joint - 40, floor + joint}, run, rise));
    unit.add("outfitting/stairs/handrail",
             stair_rail(unit.detail, {x, y_lo + width + joint, floor + joint}, run, rise));
    const double outer = side > 0 ? y_lo : -opening + 10;
    unit.add("outfitting/stairs/landing", grating({x + run + 5, outer, deck}, 900, opening - 10 - 2487));
    unit.add("outfitting/stairs/landing-rail",
             railing(unit.detail, {x + run + 40, side * (2487 + 30), deck + joint}, x_axis, 840));
    state.assembly.place(std::move(unit), {2 * joint});
}

Solid ladder(const Detail& detail, const Vec3& from, double height) {
    Solid solid = block(from, sum(from, {12, 60, height}));
    solid += block(moved(from, x_axis, 412), sum(from, {424, 60, height}));
    for (const double z : stations(250, height - 100, 280))
        solid += rod(sum(from, {8, 30, z}), x_axis, 408, 12, detail.small(6));
    return solid;
}

// A ladder at the edge of the casing, from the floor to one metre above the deck.
void build_ladder(RoomState& state, double x, double side, double floor, double deck) {
    Unit unit = state.assembly.unit();
    const double y = side > 0 ? opening - 80 : -opening + 20;
    unit.add("outfitting/ladders/ladder", ladder(unit.detail, {x, y, floor + joint}, deck - floor + 1000));
    state.assembly.place(std::move(unit), {2 * joint});
}

// Railings along the edge of the casing, each from one pillar to the next.
void build_opening_rails(RoomState& state, const Compartment& compartment, double side, double deck) {
    for (int bay = compartment.first_bay; bay + 1 < compartment.end_bay; ++bay) {
        const double from = std::max(bay * bay_length + 1390, compartment.open_from() + 30);
        const double to = std::min((bay + 1) * bay_length + 1010, compartment.open_to() - 30);
        Unit unit = state.assembly.unit();
        unit.add("outfitting/railings/railing",
                 railing(unit.detail, {from, side * (opening + 45), deck + joint}, x_axis, to - from));
        state.assembly.place(std::move(unit), {joint});
    }
    for (const double x : {compartment.open_from() - 60, compartment.open_to() + 60}) {
        if (side < 0) continue;
        Unit unit = state.assembly.unit();
        unit.add("outfitting/railings/railing",
                 railing(unit.detail, {x, -opening + 100, deck + joint}, y_axis, 2 * opening - 200));
        state.assembly.place(std::move(unit), {joint});
    }
}

}  // namespace

void build_access(RoomState& state) {
    for (const Compartment& compartment : state.plan.compartments())
        for (const double side : {1.0, -1.0}) {
            for (std::size_t i = 0; i < 2; ++i) {
                const double x =
                    (side > 0) == (i == 0) ? compartment.open_from() + 900 : compartment.open_to() - 5200;
                build_stairs(state, x, side, floors[i], decks[i]);
                const double foot = side > 0 ? compartment.open_to() - 700 : compartment.open_from() + 200;
                build_ladder(state, foot + (i == 0 ? 0 : -side * 600), side, floors[i], decks[i]);
                build_opening_rails(state, compartment, side, decks[i]);
            }
        }
}

}  // namespace allide::mesh::ship
