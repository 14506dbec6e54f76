// The structure of the ship: shell, frames, double bottom, decks with beams and girders, pillars, bulkheads.
#include "generate/engine_room/plan.hpp"
#include "generate/shapes/circle.hpp"

namespace allide::mesh::ship {

namespace {

constexpr double sides[]{1, -1};

// A point of the bilge's arc at the distance `inside` from the outer face of the shell. Step 0 is at the
// bottom, step `steps` at the side.
Vec3 bilge_point(const Plan& plan, double x, double side, double inside, unsigned step, unsigned steps) {
    const CirclePoint c = circle_point(step, 4 * steps);
    const double r = bilge_radius - inside;
    return {x, side * (plan.half_breadth(x) - bilge_radius + r * c.sin), bilge_radius - r * c.cos};
}

Solid bilge_plate(const Plan& plan, double from, double to, double side, unsigned steps) {
    std::vector<Vec3> lines[4];
    for (unsigned i = 0; i <= steps; ++i) {
        lines[0].push_back(bilge_point(plan, from, side, 0, i, steps));
        lines[1].push_back(bilge_point(plan, from, side, shell, i, steps));
        lines[2].push_back(bilge_point(plan, to, side, 0, i, steps));
        lines[3].push_back(bilge_point(plan, to, side, shell, i, steps));
    }
    return lofted(lines[0], lines[1], lines[2], lines[3]);
}

// A horizontal plate between two lines along the ship; each is given by its half breadths at `from` and `to`.
Solid level_plate(double from, double to, double z_lo, double z_hi, double side, const double (&inner)[2],
                  const double (&outer)[2]) {
    const PlanePoint polygon[]{
        {from, side * inner[0]}, {to, side * inner[1]}, {to, side * outer[1]}, {from, side * outer[0]}};
    return prism(z_axis, z_lo, z_hi, polygon);
}

void build_shell(RoomState& state, int bay, double side, unsigned bilge_steps) {
    const Plan& plan = state.plan;
    const double from = bay * bay_length + joint / 2, to = (bay + 1) * bay_length - joint / 2;
    const double a = plan.half_breadth(from), b = plan.half_breadth(to);
    Unit unit = state.assembly.unit();
    const double flat_a = a - bilge_radius - joint, flat_b = b - bilge_radius - joint;
    unit.add("structure/shell/bottom-plate",
             level_plate(from, to, 0, shell, side, {joint, joint}, {flat_a / 2, flat_b / 2}));
    unit.add(
        "structure/shell/bottom-plate",
        level_plate(from, to, 0, shell, side, {flat_a / 2 + joint, flat_b / 2 + joint}, {flat_a, flat_b}));
    unit.add("structure/shell/bilge-plate", bilge_plate(plan, from, to, side, bilge_steps));
    for (const auto& [lo, hi] : {std::pair{bilge_radius + joint, decks[0]},
                                 {decks[0] + joint, decks[1]},
                                 {decks[1] + joint, hull_height}})
        unit.add("structure/shell/side-plate",
                 level_plate(from, to, lo, hi, side, {a - shell, b - shell}, {a, b}));
    state.assembly.build(std::move(unit));
}

// A side frame from the tank top to the main deck, which consists of a web and a face plate.
void build_side_frame(RoomState& state, double x, double side) {
    const double y = state.plan.narrowest(x - 60, x + 72);
    const auto piece = [&](double x_lo, double x_hi, double y_in, double y_out, double lo, double hi) {
        return side > 0 ? block({x_lo, y_in, lo}, {x_hi, y_out, hi})
                        : block({x_lo, -y_out, lo}, {x_hi, -y_in, hi});
    };
    Unit unit = state.assembly.unit();
    const double lo = tank_top + 120, hi = hull_height - 40;
    Solid frame = piece(x, x + 12, y - 340, y - shell - 5, lo, hi);
    frame += piece(x - 60, x + 72, y - 350, y - 338, lo, hi);
    unit.add("structure/frames/side-frame", std::move(frame));
    // A knee plate on the tank top.
    const PlanePoint knee[]{{side * (y - 365), tank_top + joint},
                            {side * (y - 45), tank_top + joint},
                            {side * (y - 45), tank_top + 115},
                            {side * (y - 365), tank_top + 115}};
    unit.add("structure/frames/knee", prism(x_axis, x, x + 12, knee));
    state.assembly.build(std::move(unit));
}

// The floor of a frame in the double bottom: plates with manholes between girders, a web along the bilge.
void build_floor(RoomState& state, double x, double side, unsigned bilge_steps, bool watertight) {
    const Plan& plan = state.plan;
    const double y = plan.narrowest(x, x + 10), lo = shell + 5, hi = tank_top - 15;
    Unit unit = state.assembly.unit();
    for (const double inner : {10.0, 2410.0}) {
        const double from = inner, to = inner + 2380;
        const Vec3 low{x, side > 0 ? from : -to, lo}, high{x + 10, side > 0 ? to : -from, hi};
        if (watertight)
            unit.add("structure/double-bottom/floor", block(low, high));
        else
            unit.add("structure/double-bottom/floor",
                     holed_plate(x_axis, low.x, high.x, {low.y, low.z}, {high.y, high.z}, 380,
                                 unit.detail.around(12)));
    }
    std::vector<Vec3> lines[4];
    const auto add_rib = [&](double rib_y, double z) {
        for (int end = 0; end < 2; ++end) {
            lines[2 * end].push_back({x + 10 * end, side * rib_y, z});
            lines[2 * end + 1].push_back({x + 10 * end, side * rib_y, hi});
        }
    };
    add_rib(4810, lo);
    for (unsigned i = 0; i < bilge_steps; ++i) {
        const Vec3 p = bilge_point(plan, x, 1, shell + 12, i, bilge_steps);
        if (p.z < hi - 200) add_rib(p.y - (plan.half_breadth(x) - y), p.z);
    }
    unit.add("structure/double-bottom/bilge-floor", lofted(lines[0], lines[1], lines[2], lines[3]));
    state.assembly.build(std::move(unit));
}

void build_double_bottom(RoomState& state, int bay, double side) {
    const Plan& plan = state.plan;
    const double from = plan.bay_from(bay), to = plan.bay_to(bay);
    Unit unit = state.assembly.unit();
    for (const double y : {2400.0, 4800.0})
        unit.add("structure/double-bottom/girder",
                 block({from, side * y - 6, shell + 5}, {to, side * y + 6, tank_top - 15}));
    if (side > 0)
        unit.add("structure/double-bottom/centre-girder",
                 block({from, -6, shell + 5}, {to, 6, tank_top - 15}));
    const double a = plan.half_breadth(from) - 60, b = plan.half_breadth(to) - 60;
    for (const auto& [inner, outer] : {std::pair{joint, 2400.0}, {2400 + joint, 4800.0}})
        unit.add("structure/tank-top/plate",
                 level_plate(from, to, tank_top - 12, tank_top, side, {inner, inner}, {outer, outer}));
    unit.add("structure/tank-top/plate",
             level_plate(from, to, tank_top - 12, tank_top, side, {4800 + joint, 4800 + joint}, {a, b}));
    state.assembly.build(std::move(unit));
}

// Flat bars along the ship's side, from one frame to the next.
void build_stringers(RoomState& state, double x, double side) {
    const Plan& plan = state.plan;
    const double from = x + 12 + joint, to = x + frame_spacing - joint;
    const auto station = static_cast<int>(to / bay_length);
    if (static_cast<int>(from / bay_length) != station && plan.has_bulkhead(station)) return;
    if (to > plan.length()) return;
    const double inside = shell + 10;  // a margin, because the shell bends where two bays meet
    const double a = plan.half_breadth(from) - inside, b = plan.half_breadth(to) - inside;
    Unit unit = state.assembly.unit();
    for (const double z : {2600.0, 3700.0, 6300.0, 9500.0})
        unit.add("structure/frames/stringer",
                 level_plate(from, to, z, z + 10, side, {a - 180, b - 180}, {a, b}));
    state.assembly.build(std::move(unit));
}

// A beam with the bounding box lo … hi, which consists of a web and a flange below it.
Solid beam(Axis along, const Vec3& lo, const Vec3& hi) {
    const int across = along == x_axis ? y_axis : x_axis;
    const double middle = (component(lo, across) + component(hi, across)) / 2;
    Vec3 web_lo = lo, web_hi = hi, flange_hi = hi;
    set_component(web_lo, across, middle - 5);
    set_component(web_hi, across, middle + 5);
    web_lo.z = lo.z + 8;
    flange_hi.z = lo.z + 12;
    Solid solid = block(web_lo, web_hi);
    return solid += block(lo, flange_hi);
}

void build_deck_plates(RoomState& state, int bay, bool open, double z, double side) {
    const Plan& plan = state.plan;
    const double from = plan.bay_from(bay), to = plan.bay_to(bay), edge = frame_depth + 40;
    const double a = plan.half_breadth(from) - edge, b = plan.half_breadth(to) - edge;
    const double middle = (opening + plan.narrowest(from, to) - edge) / 2;
    Unit unit = state.assembly.unit();
    const auto plate = [&](const double(&inner)[2], const double(&outer)[2]) {
        unit.add(z == decks.back() ? "structure/main-deck/plate" : "structure/platforms/plate",
                 level_plate(from, to, z - 10, z, side, inner, outer));
    };
    plate({opening, opening}, {middle, middle});
    plate({middle + joint, middle + joint}, {a, b});
    if (!open) plate({joint, joint}, {opening - joint, opening - joint});
    state.assembly.build(std::move(unit));
}

void build_deck_girders(RoomState& state, int bay, double z, double side) {
    const double from = state.plan.bay_from(bay), to = state.plan.bay_to(bay), top = z - 10 - joint;
    const double y = side * (opening + 60);
    const char* const name = z == decks.back() ? "structure/main-deck/girder" : "structure/platforms/girder";
    Unit unit = state.assembly.unit();
    unit.add(name, beam(x_axis, {from, y - 60, top - deck_structure + 20}, {to, y + 60, top}));
    state.assembly.build(std::move(unit));
}

void build_deck_beams(RoomState& state, double x, bool open, double z, double side) {
    const double top = z - 10 - joint, inner = opening + 60 + 60 + joint;
    const double outer = state.plan.narrowest(x - 60, x + 72) - frame_depth - 6;
    const char* const name = z == decks.back() ? "structure/main-deck/beam" : "structure/platforms/beam";
    const auto span = [&](double from, double to) {
        return beam(y_axis, {x - 50, side > 0 ? from : -to, top - 260}, {x + 62, side > 0 ? to : -from, top});
    };
    Unit unit = state.assembly.unit();
    unit.add(name, span(inner, outer));
    if (!open) unit.add(name, span(joint, opening - joint));
    state.assembly.build(std::move(unit));
}

void build_pillar(RoomState& state, double x, std::size_t floor, double side) {
    const double lo = floors[floor] + joint, hi = decks[floor] - 10 - joint - deck_structure + 20 - joint;
    Unit unit = state.assembly.unit();
    const ProfilePoint profile[]{{0, 0},         {0, 170},           {20, 170},
                                 {20, 90},       {hi - lo - 20, 90}, {hi - lo - 20, 150},
                                 {hi - lo, 150}, {hi - lo, 0}};
    unit.add("structure/pillars/pillar",
             turned({x, side * (opening + 60), lo}, z_axis, profile, unit.detail.around(12)));
    state.assembly.build(std::move(unit));
}

void build_bulkhead(RoomState& state, int station, unsigned bilge_steps) {
    const Plan& plan = state.plan;
    const double x = plan.bulkhead_at(station), y = plan.narrowest(x - 6, x + 6) - shell - 6;
    std::vector<PlanePoint> half;  // half of the cross-section, from the keel upward
    half.push_back({0, shell + 6});
    for (unsigned i = 0; i <= bilge_steps; ++i) {
        const CirclePoint c = circle_point(i, 4 * bilge_steps);
        const double r = bilge_radius - shell - 6;
        half.push_back({y - r + r * c.sin, shell + 6 + r - r * c.cos});
    }
    half.push_back({y, hull_height - 20});
    std::vector<PlanePoint> polygon = half;
    for (const PlanePoint& p : std::vector(half.rbegin(), half.rend()))
        if (p.u > 0) polygon.push_back({-p.u, p.v});
    Unit unit = state.assembly.unit();
    unit.add("structure/bulkheads/bulkhead", prism(x_axis, x - 6, x + 6, polygon));
    const double face = station == 0 ? x + 6 + joint : x - 6 - joint - 160;
    for (std::size_t floor = 0; floor < floors.size(); ++floor)
        for (const double at : stations(-7500, 7501, 750))
            if (std::abs(at) < y - 500)
                unit.add("structure/bulkheads/stiffener",
                         block({face, at - 8, floors[floor] + 8}, {face + 160, at + 8, decks[floor] - 40}));
    state.assembly.build(std::move(unit));
}

void build_bay(RoomState& state, const Compartment& compartment, int bay, double side, unsigned bilge_steps) {
    const bool open = compartment.is_open(bay);
    build_shell(state, bay, side, bilge_steps);
    build_double_bottom(state, bay, side);
    for (const double z : decks) {
        build_deck_plates(state, bay, open, z, side);
        build_deck_girders(state, bay, z, side);
    }
    bool watertight = false;  // alternates from frame to frame
    for (const double x : stations(bay * bay_length + 600, (bay + 1) * bay_length, frame_spacing)) {
        build_side_frame(state, x, side);
        build_floor(state, x, side, bilge_steps, watertight);
        watertight = !watertight;
        build_stringers(state, x, side);
        for (const double z : decks) build_deck_beams(state, x, open, z, side);
    }
    for (std::size_t floor = 0; floor < floors.size(); ++floor)
        build_pillar(state, bay * bay_length + 1200, floor, side);
}

}  // namespace

void build_structure(RoomState& state) {
    const unsigned bilge_steps = Detail(1, 0).steps(6);
    for (const Compartment& compartment : state.plan.compartments())
        for (int bay = compartment.first_bay; bay < compartment.end_bay; ++bay)
            for (const double side : sides) build_bay(state, compartment, bay, side, bilge_steps);
    for (int station = 0; station <= state.plan.bays(); ++station)
        if (state.plan.has_bulkhead(station)) build_bulkhead(state, station, bilge_steps);
}

}  // namespace allide::mesh::ship
