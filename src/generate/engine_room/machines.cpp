// Machines on the floors: generators, pumps, coolers, tanks, bottles, switchboards.
#include "generate/engine_room/plan.hpp"
#include "generate/shapes/circle.hpp"

#include <cmath>
#include <string>

namespace allide::mesh::ship {

namespace {

// Adds a flange that faces upward, at which a pipe may start.
void add_nozzle(Unit& unit, const char* name, const Vec3& from, double height, double radius) {
    const double face = height - 25, rim = 1.5 * radius + 25;
    const ProfilePoint profile[]{{0, 0},      {0, radius},   {face, radius},
                                 {face, rim}, {height, rim}, {height, 0}};
    unit.add(name, turned(from, z_axis, profile, unit.detail.around(12)));
    unit.nozzles.push_back({moved(from, z_axis, height), radius});
}

Solid saddle(const Vec3& centre, double half_x, double half_y, double height) {
    Solid solid = block({centre.x - half_x, centre.y - half_y, centre.z},
                        {centre.x + half_x, centre.y + half_y, centre.z + 30});
    return solid += block({centre.x - half_x + 30, centre.y - half_y + 40, centre.z + 28},
                          {centre.x + half_x - 30, centre.y + half_y - 40, centre.z + height});
}

void add_genset(Unit& unit, const Vec3& o, base::Random& random) {
    const Detail& d = unit.detail;
    const int cylinders = 5 + static_cast<int>(random.below(3));
    unit.add_block("machinery/generators/base-frame", sum(o, {-2700, -700, 0}), sum(o, {2700, 700, 350}));
    unit.add_block("machinery/generators/engine-block", sum(o, {-900, -560, 353}), sum(o, {2500, 560, 1400}));
    for (int c = 0; c < cylinders; ++c) {
        const double x = -900 + 3400 * (c + 0.5) / cylinders;
        Solid head = block(sum(o, {x - 190, -300, 1403}), sum(o, {x + 190, 380, 1720}));
        head += rod(sum(o, {x, 40, 1700}), z_axis, 120, 130, d.around(12));
        unit.add("machinery/generators/cylinder-head", std::move(head));
        Solid cover = block(sum(o, {x - 200, 563, 600}), sum(o, {x + 200, 590, 1150}));
        unit.add("machinery/generators/crankcase-cover", std::move(cover));
    }
    unit.add("machinery/generators/exhaust-manifold",
             vessel(sum(o, {-850, -470, 1650}), x_axis, 3300, 140, 60, d.around(12), 2));
    const ProfilePoint turbo[]{{0, 0},     {0, 180},   {90, 300},  {240, 300}, {300, 180},
                               {380, 180}, {440, 280}, {560, 280}, {640, 160}, {640, 0}};
    unit.add("machinery/generators/turbocharger",
             turned(sum(o, {-1560, -300, 1900}), x_axis, turbo, d.around(16)));
    const ProfilePoint alternator[]{{0, 0},      {0, 420},    {60, 480},   {200, 480},  {210, 440},
                                    {1300, 440}, {1310, 480}, {1450, 480}, {1530, 380}, {1530, 0}};
    unit.add("machinery/generators/alternator",
             turned(sum(o, {-2600, 0, 860}), x_axis, alternator, d.around(24)));
    unit.add_block("machinery/generators/terminal-box", sum(o, {-2350, -300, 1345}),
                   sum(o, {-1600, 300, 1560}));
    add_nozzle(unit, "machinery/generators/water-outlet", sum(o, {2300, 480, 1403}), 500, 60);
}

void add_vertical_pump(Unit& unit, const Vec3& o, base::Random& random) {
    const Detail& d = unit.detail;
    const double s = random.between(0.85, 1.2);
    unit.add_block("machinery/pumps/foundation", sum(o, {-380, -380, 0}), sum(o, {380, 380, 180}));
    const ProfilePoint casing[]{{0, 0},     {0, 220},   {40, 260},  {100, 330},
                                {220, 330}, {280, 240}, {300, 240}, {300, 0}};
    unit.add("machinery/pumps/casing", turned(sum(o, {0, 0, 183}), z_axis, casing, d.around(20)));
    const ProfilePoint lantern[]{{0, 0},     {0, 230},   {30, 230},  {30, 150},
                                 {300, 150}, {300, 220}, {330, 220}, {330, 0}};
    unit.add("machinery/pumps/lantern", turned(sum(o, {0, 0, 486}), z_axis, lantern, d.around(16)));
    const double h = 700 * s;
    const ProfilePoint motor[]{{0, 0},         {0, 230},      {25, 230}, {25, 200}, {h - 160, 200},
                               {h - 160, 225}, {h - 40, 225}, {h, 150},  {h, 0}};
    Solid body = turned(sum(o, {0, 0, 819}), z_axis, motor, d.around(20));
    body += block(sum(o, {150, -90, 1000}), sum(o, {300, 90, 1220}));
    unit.add("machinery/pumps/motor", std::move(body));
    add_nozzle(unit, "machinery/pumps/discharge", sum(o, {-440, 0, 250}), 320, 80);
    add_nozzle(unit, "machinery/pumps/suction", sum(o, {0, 460, 250}), 320, 95);
}

void add_pump_set(Unit& unit, const Vec3& o, base::Random& random) {
    const Detail& d = unit.detail;
    const double r = random.between(200, 260);
    unit.add_block("machinery/pumps/base-plate", sum(o, {-900, -330, 0}), sum(o, {900, 330, 160}));
    const ProfilePoint volute[]{{0, 0},     {0, 140},   {60, 160},  {90, 300},
                                {250, 300}, {290, 170}, {420, 130}, {420, 0}};
    unit.add("machinery/pumps/volute", turned(sum(o, {-850, 0, 480}), x_axis, volute, d.around(20)));
    unit.add("machinery/pumps/coupling-guard", rod(sum(o, {-427, 0, 480}), x_axis, 330, 110, d.around(12)));
    const ProfilePoint motor[]{{0, 0},        {0, r - 30}, {30, r},  {120, r},      {130, r - 25},
                               {560, r - 25}, {570, r},    {700, r}, {760, r - 60}, {760, 0}};
    Solid body = turned(sum(o, {-94, 0, 480}), x_axis, motor, d.around(20));
    body += block(sum(o, {150, -100, 480 + r - 50}), sum(o, {400, 100, 480 + r + 120}));
    unit.add("machinery/pumps/motor", std::move(body));
    add_nozzle(unit, "machinery/pumps/discharge", sum(o, {-680, 0, 783}), 240, 75);
}

void add_plate_cooler(Unit& unit, const Vec3& o, base::Random& random) {
    const Detail& d = unit.detail;
    const double length = 700 + 50 * static_cast<double>(random.below(8));
    unit.add_block("machinery/coolers/head-plate", sum(o, {-1000, -400, 0}), sum(o, {-940, 400, 1850}));
    unit.add_block("machinery/coolers/end-plate", sum(o, {-934 + length, -400, 0}),
                   sum(o, {-874 + length, 400, 1900}));
    Solid pack;
    const int plates = static_cast<int>(length / 55);
    for (int i = 0; i < plates; ++i) {
        const double x = -937 + joint + (length - 6) * i / plates;
        pack += block(sum(o, {x, -340, 160}), sum(o, {x + (length - 6) / plates - 12, 340, 1760}));
    }
    unit.add("machinery/coolers/plate-pack", std::move(pack));
    unit.add_rod("machinery/coolers/carrying-bar", sum(o, {-937, 0, 1830}), x_axis, length - joint, 30,
                 d.around(8));
    for (const double y : {-250.0, 250.0})
        add_nozzle(unit, "machinery/coolers/connection", sum(o, {-1160, y, 1200}), 750, 85);
}

void add_shell_cooler(Unit& unit, const Vec3& o, base::Random& random) {
    const Detail& d = unit.detail;
    const double r = 30 * std::floor(random.between(10, 15)), z = r + 420;
    Solid shell_body = vessel(sum(o, {-1500, 0, z}), x_axis, 3000, r, r / 2, d.around(24), d.steps(4));
    for (const double x : {-1150.0, 1100.0})
        shell_body += collar(sum(o, {x, 0, z}), x_axis, 55, r - 20, r + 70, d.around(24));
    unit.add("machinery/coolers/shell", std::move(shell_body));
    for (const double x : {-700.0, 700.0})
        unit.add("machinery/coolers/saddle", saddle(sum(o, {x, 0, 0}), 130, r - 20, z - r - joint));
    for (const double x : {-850.0, 850.0})
        add_nozzle(unit, "machinery/coolers/connection", sum(o, {x, 0, z + r + joint}), 220, 90);
}

void add_separator(Unit& unit, const Vec3& o, base::Random& /*random*/) {
    const Detail& d = unit.detail;
    unit.add_block("machinery/separators/foundation", sum(o, {-500, -420, 0}), sum(o, {500, 420, 250}));
    const ProfilePoint frame[]{{0, 0}, {0, 330}, {350, 330}, {370, 390}, {420, 390}, {420, 0}};
    unit.add("machinery/separators/frame", turned(sum(o, {0, 0, 253}), z_axis, frame, d.around(20)));
    const ProfilePoint hood[]{{0, 0},     {0, 390},   {50, 390},  {60, 360}, {260, 340},
                              {420, 200}, {480, 120}, {600, 110}, {600, 0}};
    unit.add("machinery/separators/hood", turned(sum(o, {0, 0, 676}), z_axis, hood, d.around(24)));
    unit.add("machinery/separators/motor", rod(sum(o, {400, 0, 650}), x_axis, 420, 170, d.around(16)));
    add_nozzle(unit, "machinery/separators/feed", sum(o, {0, 0, 1279}), 180, 45);
}

void add_vertical_tank(Unit& unit, const Vec3& o, base::Random& random) {
    const Detail& d = unit.detail;
    const double r = 50 * std::floor(random.between(11, 17)),
                 height = 50 * std::floor(random.between(28, 37));
    unit.add("tanks/settling/shell",
             vessel(sum(o, {0, 0, 350}), z_axis, height, r, r / 2.5, d.around(28), d.steps(5)));
    for (unsigned i = 0; i < 4; ++i) {
        const CirclePoint c = circle_point(2 * i + 1, 8);
        unit.add_block("tanks/settling/leg", sum(o, {(r + 75) * c.cos - 50, (r + 75) * c.sin - 50, 0}),
                       sum(o, {(r + 75) * c.cos + 50, (r + 75) * c.sin + 50, 900}));
    }
    unit.add_rod("tanks/settling/level-gauge", sum(o, {r + 60, 0, 700}), z_axis, height - 700, 22,
                 d.around(8));
    add_nozzle(unit, "tanks/settling/inlet", sum(o, {0, 0, 353 + height}), 200, 65);
}

void add_air_bottle(Unit& unit, const Vec3& o, base::Random& /*random*/) {
    const Detail& d = unit.detail;
    unit.add("tanks/starting-air/bottle",
             vessel(sum(o, {0, 0, 180}), z_axis, 2300, 480, 300, d.around(24), d.steps(5)));
    unit.add("tanks/starting-air/skirt", collar(o, z_axis, 330, 440, 476, d.around(24)));
    add_nozzle(unit, "tanks/starting-air/head", sum(o, {0, 0, 2483}), 150, 40);
}

void add_box_tank(Unit& unit, const Vec3& o, base::Random& random) {
    const double length = 200 * std::floor(random.between(8, 13));
    Solid tank = block(sum(o, {-length, -800, 0}), sum(o, {length, 800, 2200}));
    for (const double x : stations(-length + 300, length - 200, 500))
        for (const double y : {-870.0, 795.0})
            tank += block(sum(o, {x, y, 20}), sum(o, {x + 14, y + 75, 2180}));
    unit.add("tanks/service/shell", std::move(tank));
    unit.add("tanks/service/manhole",
             rod(sum(o, {-length / 2, 0, 2203}), z_axis, 60, 320, unit.detail.around(20)));
    add_nozzle(unit, "tanks/service/inlet", sum(o, {length / 2, 200, 2203}), 180, 60);
    add_nozzle(unit, "tanks/service/overflow", sum(o, {length / 2, -300, 2203}), 180, 50);
}

void add_switchboard(Unit& unit, const Vec3& o, base::Random& random) {
    const int count = 3 + static_cast<int>(random.below(2));
    for (int i = 0; i < count; ++i) {
        const double x = -1650 + 815 * i;
        unit.add_block("electrical/switchboard/cabinet", sum(o, {x, -300, 0}), sum(o, {x + 800, 300, 2050}));
        Solid door = block(sum(o, {x + 30, -330, 90}), sum(o, {x + 770, -303, 1500}));
        door += block(sum(o, {x + 690, -350, 750}), sum(o, {x + 715, -328, 900}));
        unit.add("electrical/switchboard/door", std::move(door));
        Solid meters = block(sum(o, {x + 30, -325, 1530}), sum(o, {x + 770, -303, 2000}));
        for (int m = 0; m < 3; ++m)
            meters += rod(sum(o, {x + 170 + 230.0 * m, -320, 1770}), y_axis, -22, 75, unit.detail.around(12));
        unit.add("electrical/switchboard/meters", std::move(meters));
    }
}

void add_compressor(Unit& unit, const Vec3& o, base::Random& /*random*/) {
    const Detail& d = unit.detail;
    unit.add_block("machinery/compressors/base", sum(o, {-800, -400, 0}), sum(o, {800, 400, 200}));
    unit.add_block("machinery/compressors/crankcase", sum(o, {-750, -300, 203}), sum(o, {50, 300, 650}));
    for (const double x : {-550.0, -150.0}) {
        Solid cylinder = rod(sum(o, {x, 0, 653}), z_axis, 420, 120, d.around(16));
        for (const double z : stations(700, 1000, 60))
            cylinder += rod(sum(o, {x, 0, z}), z_axis, 22, 170, d.around(16));
        unit.add("machinery/compressors/cylinder", std::move(cylinder));
    }
    unit.add("machinery/compressors/motor", rod(sum(o, {56, 0, 480}), x_axis, 720, 250, d.around(20)));
    add_nozzle(unit, "machinery/compressors/delivery", sum(o, {-350, 420, 700}), 300, 40);
}

void add_drums(Unit& unit, const Vec3& o, base::Random& /*random*/) {
    const ProfilePoint profile[]{{0, 0},     {0, 290},   {280, 290}, {290, 300}, {300, 290},
                                 {580, 290}, {590, 300}, {600, 290}, {880, 290}, {880, 0}};
    for (const double x : {-320.0, 320.0})
        unit.add("stores/drums/drum", turned(sum(o, {x, 0, 0}), z_axis, profile, unit.detail.around(16)));
}

void add_workbench(Unit& unit, const Vec3& o, base::Random& /*random*/) {
    for (const double x : {-850.0, 850.0})
        unit.add_block("stores/workshop/pedestal", sum(o, {x - 250, -330, 0}), sum(o, {x + 250, 330, 820}));
    unit.add_block("stores/workshop/bench-top", sum(o, {-1200, -400, 823}), sum(o, {1200, 400, 880}));
    Solid vice = block(sum(o, {-500, -350, 883}), sum(o, {-300, -150, 1000}));
    vice += block(sum(o, {-480, -420, 960}), sum(o, {-320, -100, 1060}));
    unit.add("stores/workshop/vice", std::move(vice));
}

using Maker = void (*)(Unit&, const Vec3&, base::Random&);
struct Kind {
    double half_x, half_y;
    Maker make;
};
constexpr Kind genset{2750, 750, add_genset}, vertical_pump{520, 620, add_vertical_pump},
    pump_set{920, 350, add_pump_set}, plate_cooler{1330, 430, add_plate_cooler},
    shell_cooler{1520, 520, add_shell_cooler}, separator{860, 430, add_separator},
    vertical_tank{960, 900, add_vertical_tank}, air_bottle{500, 500, add_air_bottle},
    box_tank{2420, 880, add_box_tank}, switchboard{1700, 380, add_switchboard},
    compressor{850, 480, add_compressor}, drums{640, 320, add_drums}, workbench{1220, 430, add_workbench};

const std::vector<Kind>& kinds_for(std::size_t floor, bool outer) {
    static const std::vector<Kind> low_inner{vertical_pump, pump_set,  pump_set,
                                             vertical_pump, separator, drums};
    static const std::vector<Kind> low_outer{shell_cooler, plate_cooler, pump_set, box_tank, vertical_pump};
    static const std::vector<Kind> middle_inner{genset, genset, compressor, separator};
    static const std::vector<Kind> middle_outer{plate_cooler, air_bottle, air_bottle,
                                                separator,    compressor, drums};
    static const std::vector<Kind> high_inner{switchboard, vertical_tank, workbench, drums};
    static const std::vector<Kind> high_outer{vertical_tank, box_tank, air_bottle, switchboard, shell_cooler};
    if (floor == 0) return outer ? low_outer : low_inner;
    if (floor == 1) return outer ? middle_outer : middle_inner;
    return outer ? high_outer : high_inner;
}

// Places machines in a row along the ship. One that does not fit is moved forward a little and tried again.
void fill_row(RoomState& state, const Compartment& compartment, std::size_t floor, double side, bool outer) {
    const std::vector<Kind>& kinds = kinds_for(floor, outer);
    double x = compartment.from() + 500;
    while (x < compartment.to() - 900) {
        const Kind& kind = kinds[state.random.below(kinds.size())];
        const std::uint64_t seed = state.random.bits();
        bool placed = false;
        for (int attempt = 0; attempt < 12 && !placed; ++attempt, x += 200) {
            const double middle = x + kind.half_x;
            if (middle + kind.half_x > compartment.to() - 300) return;
            const double wall =
                state.plan.narrowest(middle - kind.half_x, middle + kind.half_x) - frame_depth - 120;
            const double inner = floor == 0 ? opening + 300 : opening + 420;
            const double y = outer ? wall - kind.half_y : inner + kind.half_y;
            if (y + kind.half_y > wall) continue;
            Unit unit = state.assembly.unit();
            base::Random own(seed);
            kind.make(unit, {middle, side * y, floors[floor] + joint}, own);
            placed = state.assembly.place(std::move(unit), {60});
        }
        x += placed ? 2 * kind.half_x +
                          100 * std::floor((10 + static_cast<double>(state.random.below(20))) / state.density)
                    : 0;
    }
}

}  // namespace

void build_machines(RoomState& state) {
    for (const Compartment& compartment : state.plan.compartments())
        for (std::size_t floor = 0; floor < floors.size(); ++floor)
            for (const double side : {1.0, -1.0})
                for (const bool outer : {false, true}) fill_row(state, compartment, floor, side, outer);
}

}  // namespace allide::mesh::ship
