// Ventilation ducts, cable trays, lights, and small parts on the walls.
#include "generate/engine_room/plan.hpp"

namespace allide::mesh::ship {

namespace {

// The height of the underside of the deck above a floor, and that of the underside of the deck's beams.
double under_plate(std::size_t floor) {
    return decks[floor] - 10 - joint;
}
double under_beams(std::size_t floor) {
    return under_plate(floor) - 260 - 2 * joint;
}

// A sheet-metal duct with a flange at both ends.
Solid duct_piece(const Vec3& lo, const Vec3& hi) {
    Solid solid = block(lo, hi);
    for (const double x : {lo.x, hi.x - 30})
        solid += block({x, lo.y - 35, lo.z - 35}, {x + 30, hi.y + 35, hi.z + 35});
    return solid;
}

void build_outlet(RoomState& state, double x, double y, double top) {
    Unit unit = state.assembly.unit();
    unit.add_block("ventilation/outlets/neck", {x - 170, y - 170, top - 260}, {x + 170, y + 170, top});
    Solid grille;
    for (int i = 0; i < 4; ++i)
        grille +=
            block({x - 200, y - 200 + 105.0 * i, top - 330}, {x + 200, y - 200 + 105.0 * i + 75, top - 263});
    unit.add("ventilation/outlets/grille", std::move(grille));
    state.assembly.place(std::move(unit), {joint - 0.5});
}

void build_duct(RoomState& state, const Compartment& compartment, std::size_t floor, double y, double width,
                double height) {
    const double top = under_beams(floor) - 60, piece = 1180;
    int number = 0;
    for (const double x : stations(compartment.from() + 700, compartment.to() - 700 - piece, piece + joint)) {
        Unit unit = state.assembly.unit();
        unit.add("ventilation/ducts/duct",
                 duct_piece({x, y - width / 2, top - height}, {x + piece, y + width / 2, top}));
        if (state.assembly.place(std::move(unit), {joint - 0.5}) && number % 3 == 1)
            build_outlet(state, x + piece / 2, y, top - height - joint);
        ++number;
    }
}

// A section of a cable tray in the form of a ladder. The cables lie above the rungs, at least `joint` away.
void build_tray_piece(RoomState& state, double x, double length, double y, double z) {
    Unit unit = state.assembly.unit();
    const double half = 200;
    Solid tray = block({x, y - half, z}, {x + length, y - half + 6, z + 80});
    tray += block({x, y + half - 6, z}, {x + length, y + half, z + 80});
    for (const double rung : stations(100, length - 50, 550))
        tray += block({x + rung, y - half + 3, z + 5}, {x + rung + 25, y + half - 3, z + 20});
    unit.add("electrical/cable-trays/tray", std::move(tray));
    Solid cables;
    const int count = unit.detail.shows(1.3) ? 6 : 3;
    for (int i = 0; i < count; ++i)
        cables += rod({x, y - half + 50 + 300.0 / (count - 1) * i, z + 20 + joint + 25}, x_axis, length,
                      16 + 4.0 * (i % 3), unit.detail.small(6));
    unit.add("electrical/cable-trays/cables", std::move(cables));
    state.assembly.place(std::move(unit), {joint - 0.5});
}

void build_tray(RoomState& state, const Compartment& compartment, std::size_t floor, double y) {
    const double z = under_beams(floor) - 180, length = 2390;
    for (const double x : stations(compartment.from() + 400, compartment.to() - 300 - length, length + 10)) {
        build_tray_piece(state, x, length, y, z);
        for (const double side : {-1.0, 1.0}) {  // hangers, placed between two beams
            const double at = x + (side < 0 ? 400 : 1600), edge = y + side * (200 + joint);
            Unit unit = state.assembly.unit();
            unit.add_block("electrical/cable-trays/hanger", {at, std::min(edge, edge + side * 8), z - 10},
                           {at + 40, std::max(edge, edge + side * 8), under_plate(floor)});
            state.assembly.place(std::move(unit), {joint - 0.5});
        }
    }
}

void build_light(RoomState& state, double x, double y, std::size_t floor) {
    Unit unit = state.assembly.unit();
    const double z = under_beams(floor) - 260;
    Solid light = block({x, y - 90, z}, {x + 900, y + 90, z + 70});
    light += block({x + 30, y - 70, z - 30}, {x + 870, y + 70, z + 2});
    for (const double at : {150.0, 740.0})
        light += block({x + at, y - 8, z + 60}, {x + at + 16, y + 8, under_plate(floor)});
    unit.add("electrical/lights/light", std::move(light));
    state.assembly.place(std::move(unit), {2 * joint});
}

void build_extinguisher(RoomState& state, double x, double y, double floor) {
    Unit unit = state.assembly.unit();
    const ProfilePoint profile[]{{0, 0}, {0, 75}, {430, 75}, {480, 40}, {520, 25}, {560, 25}, {560, 0}};
    unit.add("outfitting/safety/extinguisher",
             turned({x, y, floor + joint}, z_axis, profile, unit.detail.around(12)));
    state.assembly.place(std::move(unit), {2 * joint});
}

}  // namespace

void build_services(RoomState& state) {
    for (const Compartment& compartment : state.plan.compartments())
        for (const double side : {1.0, -1.0}) {
            build_duct(state, compartment, 2, side * (opening + 900), 800, 480);
            build_duct(state, compartment, 1, side * (opening + 1000), 560, 360);
            for (std::size_t floor = 0; floor < floors.size(); ++floor) {
                build_tray(state, compartment, floor, side * (opening + 380));
                for (const double x : stations(compartment.from() + 2000, compartment.to() - 1500, 4800))
                    for (const double y : {opening + 700, opening + 2300})
                        build_light(state, x, side * y, floor);
                for (const double x : stations(compartment.from() + 1600, compartment.to(), 2 * bay_length))
                    build_extinguisher(state, x, side * (opening + 180), floors[floor]);
            }
        }
}

}  // namespace allide::mesh::ship
