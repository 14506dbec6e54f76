// A two-stroke crosshead engine on the tank top, with its exhaust on the port side, its scavenge air on the
// starboard side, galleries on both sides, and the shaft that leads aft.
#include "generate/engine_room/plan.hpp"
#include "generate/shapes/circle.hpp"

#include <span>

namespace allide::mesh::ship {

namespace {

constexpr double pitch = 1400;  // distance between the axes of adjacent cylinders
constexpr double base = tank_top + joint;
constexpr double shaft_height = base + 1150;
constexpr double receiver_y = 1950, receiver_z = base + 6250, receiver_radius = 450;
constexpr double scavenge_y = -1900, scavenge_z = base + 4500, scavenge_radius = 520;

struct Engine {
    double from = 0;
    int cylinders = 0;
    double to() const { return from + cylinders * pitch; }
    double middle(int cylinder) const { return from + (cylinder + 0.5) * pitch; }
};

void add_frame(Unit& unit, const Engine& e) {
    unit.add_block("machinery/main-engine/bedplate", {e.from - 200, -1900, base},
                   {e.to() + 200, 1900, base + 700});
    unit.add_block("machinery/main-engine/crankcase", {e.from, -1500, base + 703},
                   {e.to(), 1500, base + 3500});
    unit.add_block("machinery/main-engine/top-plate", {e.from - 60, -1560, base + 3503},
                   {e.to() + 60, 1560, base + 3560});
    unit.add_block("machinery/main-engine/cylinder-frame", {e.from, -1150, base + 3563},
                   {e.to(), 1150, base + 5300});
    unit.add_block("machinery/main-engine/end-box", {e.to() + joint, -900, base + 703},
                   {e.to() + 620, 900, base + 2900});
}

// A crankcase door with clamps around its rim and a handle.
Solid crankcase_door(const Detail& detail, double x, double side) {
    const double y = side * (1500 + joint), out = side * (1500 + joint + 35);
    Solid door = block({x - 450, std::min(y, out), base + 1100}, {x + 450, std::max(y, out), base + 2900});
    const double clamps[]{1300, 1750, 2250, 2700};
    for (const double z : std::span(clamps).first(detail.shows(1.2) ? 4 : 0))
        for (const double dx : {-390.0, 390.0})
            door +=
                rod({x + dx, side * (1500 + joint + 20), base + z}, y_axis, side * 45, 32, detail.small(6));
    door += rod({x, side * (1500 + joint + 20), base + 2000}, y_axis, side * 40, 130, detail.around(12));
    return door;
}

void add_doors(Unit& unit, const Engine& e) {
    for (int c = 0; c < e.cylinders; ++c)
        for (const double side : {1.0, -1.0})
            unit.add("machinery/main-engine/crankcase-door", crankcase_door(unit.detail, e.middle(c), side));
}

Solid studs(const Detail& detail, const Vec3& centre, double radius, unsigned count, double height,
            double bolt) {
    Solid solid;
    for (unsigned i = 0; i < count; ++i) {
        const CirclePoint c = circle_point(2 * i + 1, 2 * count);
        solid += rod(sum(centre, {radius * c.cos, radius * c.sin, 0}), z_axis, height, bolt, detail.small(6));
    }
    return solid;
}

void add_cylinder_head(Unit& unit, double x) {
    const Detail& d = unit.detail;
    unit.add("machinery/main-engine/liner-jacket", rod({x, 0, base + 5303}, z_axis, 520, 520, d.around(20)));
    const ProfilePoint cover[]{{0, 0}, {0, 580}, {260, 580}, {330, 500}, {480, 460}, {520, 340}, {520, 0}};
    Solid head = turned({x, 0, base + 5826}, z_axis, cover, d.around(20));
    if (d.shows(1.2)) head += studs(d, {x, 0, base + 6050}, 530, 8, 240, 38);
    unit.add("machinery/main-engine/cylinder-cover", std::move(head));
    const ProfilePoint valve[]{{0, 0},     {0, 230},   {60, 230},  {70, 180},  {420, 180}, {430, 240},
                               {500, 240}, {510, 150}, {800, 150}, {840, 110}, {840, 0}};
    Solid housing = turned({x, 0, base + 6349}, z_axis, valve, d.around(16));
    if (d.shows(1.4)) housing += studs(d, {x, 0, base + 6820}, 205, 6, 70, 18);
    unit.add("machinery/main-engine/exhaust-valve", std::move(housing));
}

// The exhaust pipe that leads from the valve housing across to the receiver.
void add_exhaust_branch(Unit& unit, double x) {
    const double from = 180 + joint, to = receiver_y - receiver_radius - joint, z = receiver_z + 330;
    const ProfilePoint profile[]{
        {0, 0},           {0, 150},      {30, 150}, {30, 120}, {to - from - 30, 120}, {to - from - 30, 160},
        {to - from, 160}, {to - from, 0}};
    unit.add("machinery/main-engine/exhaust-branch",
             turned({x, from, z}, y_axis, profile, unit.detail.around(12)));
}

// The fuel pump and the actuator of one cylinder, on a bench on the port side.
void add_fuel_pump(Unit& unit, double x) {
    const ProfilePoint profile[]{{0, 0},     {0, 130},   {180, 130}, {190, 90}, {420, 90},
                                 {430, 120}, {470, 120}, {480, 60},  {600, 60}, {600, 0}};
    unit.add("machinery/main-engine/fuel-pump",
             turned({x - 250, 1330, base + 4703}, z_axis, profile, unit.detail.around(12)));
    unit.add("machinery/main-engine/actuator",
             rod({x + 200, 1330, base + 4703}, z_axis, 380, 100, unit.detail.around(12)));
}

void add_receivers(Unit& unit, const Engine& e) {
    const Detail& d = unit.detail;
    Solid exhaust = vessel({e.from - 150, receiver_y, receiver_z}, x_axis, e.to() - e.from + 300,
                           receiver_radius, 180, d.around(24), d.steps(3));
    for (int c = 0; c <= e.cylinders; ++c)
        exhaust += collar({e.from + c * pitch - 20, receiver_y, receiver_z}, x_axis, 40, receiver_radius - 30,
                          receiver_radius + 25, d.around(24));
    unit.add("machinery/main-engine/exhaust-receiver", std::move(exhaust));
    unit.add("machinery/main-engine/scavenge-receiver",
             vessel({e.from - 100, scavenge_y, scavenge_z}, x_axis, e.to() - e.from + 200, scavenge_radius,
                    240, d.around(24), d.steps(3)));
    unit.add_block("machinery/main-engine/fuel-bench", {e.from, 1153, base + 4300},
                   {e.to(), 1500, base + 4700});
}

// The air cooler below the scavenge receiver, with its water boxes.
void add_air_cooler(Unit& unit, double x) {
    unit.add_block("machinery/main-engine/air-cooler", {x - 600, -2350, base + 2800},
                   {x + 600, -1560, base + 3480});
    for (const double dx : {-1.0, 1.0}) {
        const double from = x + dx * 603;
        unit.add("machinery/main-engine/cooler-head",
                 block({std::min(from, from + dx * 140), -2320, base + 2830},
                       {std::max(from, from + dx * 140), -1590, base + 3450}));
    }
    unit.add_block("machinery/main-engine/cooler-leg", {x - 450, -2250, base + joint},
                   {x - 330, -2100, base + 2797});
    unit.add_block("machinery/main-engine/cooler-leg", {x + 330, -2250, base + joint},
                   {x + 450, -2100, base + 2797});
}

// The turbine and the compressor above the exhaust receiver, and the uptake that leads to the funnel.
void add_turbocharger(Unit& unit, double x) {
    const Detail& d = unit.detail;
    const double z = receiver_z + receiver_radius + 900, y = receiver_y;
    unit.add_block("machinery/main-engine/turbo-foot", {x - 400, y - 330, receiver_z + receiver_radius + 35},
                   {x + 400, y + 330, z - 603});
    const ProfilePoint casing[]{{-850, 0},   {-850, 330}, {-780, 360}, {-720, 520}, {-560, 600}, {-380, 600},
                                {-240, 500}, {-200, 330}, {100, 330},  {140, 480},  {260, 560},  {420, 560},
                                {540, 460},  {580, 300},  {700, 280},  {700, 0}};
    unit.add("machinery/main-engine/turbocharger", turned({x, y, z}, x_axis, casing, d.around(24)));
    const ProfilePoint silencer[]{{703, 0},   {703, 500},  {740, 520},  {800, 520}, {800, 470},
                                  {840, 470}, {840, 520},  {900, 520},  {900, 470}, {940, 470},
                                  {940, 520}, {1000, 520}, {1040, 480}, {1040, 0}};
    unit.add("machinery/main-engine/air-filter", turned({x, y, z}, x_axis, silencer, d.around(24)));
    const double top = z + 600 + joint;
    const ProfilePoint uptake[]{{0, 0},
                                {0, 380},
                                {30, 380},
                                {30, 300},
                                {700, 300},
                                {700, 340},
                                {740, 340},
                                {740, 300},
                                {1400, 300},
                                {1400, 340},
                                {1440, 340},
                                {1440, 300},
                                {hull_height + 400 - top, 300},
                                {hull_height + 400 - top, 0}};
    unit.add("machinery/main-engine/uptake", turned({x - 460, y, top}, z_axis, uptake, d.around(20)));
}

void add_shafting(Unit& unit, const Engine& e, double aft) {
    const Detail& d = unit.detail;
    const Vec3 centre{e.from - 200 - joint, 0, shaft_height};
    Solid wheel = rod(moved(centre, x_axis, -340), x_axis, 180, 1050, d.around(32));
    wheel += rod(moved(centre, x_axis, -345), x_axis, 345, 420, d.around(16));
    unit.add("machinery/shafting/flywheel", std::move(wheel));
    const double from = centre.x - 345 - joint;
    for (const double aft_of : stations(-from, -aft - 2600, 2600 + joint)) {
        const double x = -aft_of;
        const ProfilePoint shaft[]{{0, 0},       {0, 390},     {-90, 390},   {-90, 240},
                                   {-2510, 240}, {-2510, 390}, {-2600, 390}, {-2600, 0}};
        unit.add("machinery/shafting/shaft", turned({x, 0, shaft_height}, x_axis, shaft, d.around(20)));
        Solid bearing = collar({x - 1500, 0, shaft_height}, x_axis, 500, 262, 430, d.around(20));
        unit.add("machinery/shafting/bearing", std::move(bearing));
        unit.add_block("machinery/shafting/bearing-foot", {x - 1550, -420, base},
                       {x - 950, 420, shaft_height - 433});
    }
}

// A gallery: gratings with a railing along the engine. The lower one is at the height of the top plate, the
// upper one is above the scavenge receiver and outside the fuel pumps.
void add_gallery(Unit& unit, const Engine& e, double y_from, double y_to, double z, double rail_y) {
    const double length = e.to() - e.from;
    const int panels = std::max(1, static_cast<int>(length / 2400));
    for (int i = 0; i < panels; ++i) {
        const double from = e.from + length * i / panels;
        unit.add("outfitting/galleries/grating",
                 grating({from, y_from, z}, length / panels - 2 * joint, y_to - y_from));
        unit.add("outfitting/galleries/railing",
                 railing(unit.detail, {from, rail_y, z + joint}, x_axis, length / panels - 2 * joint));
    }
}

void add_galleries(Unit& unit, const Engine& e) {
    add_gallery(unit, e, 1570, 2250, base + 3540, 2215);
    add_gallery(unit, e, -2350, -1180, base + 5300, -2310);
}

void build_engine(RoomState& state, const Compartment& compartment) {
    const double length = compartment.open_to() - compartment.open_from() - 1500;
    Engine e;
    e.cylinders = std::clamp(static_cast<int>(length / pitch), 3, 14);
    e.from = compartment.open_from() + 500 + (length - e.cylinders * pitch) / 2;
    Unit unit = state.assembly.unit();
    add_frame(unit, e);
    add_doors(unit, e);
    add_receivers(unit, e);
    for (int c = 0; c < e.cylinders; ++c) {
        add_cylinder_head(unit, e.middle(c));
        add_exhaust_branch(unit, e.middle(c));
        add_fuel_pump(unit, e.middle(c));
    }
    for (int c = 1; c + 1 < e.cylinders; c += 4) {
        add_turbocharger(unit, e.middle(c) + 200);
        add_air_cooler(unit, e.middle(c) + 400);
    }
    add_galleries(unit, e);
    add_shafting(unit, e, compartment.from() + 400);
    state.assembly.build(std::move(unit));
}

}  // namespace

void build_main_engines(RoomState& state) {
    for (const Compartment& compartment : state.plan.compartments())
        if (compartment.open_to() > compartment.open_from()) build_engine(state, compartment);
}

}  // namespace allide::mesh::ship
