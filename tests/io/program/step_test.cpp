// STEP files: products and occurrences become meshes and instances, and triangles deviate from curved
// surfaces by at most the sag.
#include "io/program/step_files.hpp"
#include "io/program/with_readers.hpp"
#include "io/reading.hpp"
#include "support/effort.hpp"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <random>

namespace allide {
namespace {

using namespace test;

class Step : public WithReader {
  protected:
    Step() : WithReader("allide-read-step") {}
};

Result<Assembly> assembly_in(const std::string& text, const LoadOptions& options = {}) {
    return read_assembly(std::as_bytes(std::span(text)), "part.step", options);
}

Mesh mesh_in(const std::string& text, const LoadOptions& options = {}) {
    return read_mesh(std::as_bytes(std::span(text)), "part.step", options).value();
}

std::string round_body(int (StepText::*make)(double, double), double radius, double height,
                       const std::string& unit = ".MILLI.") {
    StepText file(unit);
    file.product("body", (file.*make)(radius, height));
    return file.text();
}

std::string ball(double radius) {
    StepText file;
    file.product("ball", file.sphere(radius));
    return file.text();
}

// Two occurrences of one box: "left" at the origin, "right" rotated by a quarter turn and translated.
std::string two_boxes() {
    StepText file;
    const int solid = file.box({1, 2, 3});
    file.colour(solid, 0.25, 0.5, 0.75);
    const auto box = file.product("box", solid);
    const auto pair = file.assembly("pair");
    file.place(box, pair, "left", {0, 0, 0});
    file.place(box, pair, "right", {10.5, 0, 0}, 1);
    return file.text();
}

std::vector<std::array<double, 3>> sorted_places(std::span<const Vec3> points) {
    std::vector<std::array<double, 3>> places;
    for (const Vec3& p : points) places.push_back({p.x, p.y, p.z});
    std::sort(places.begin(), places.end());
    return places;
}

TEST_F(Step, occurrences_share_the_mesh_of_their_product) {
    const Assembly pair = assembly_in(two_boxes()).value();
    ASSERT_EQ(pair.meshes.size(), 1u);
    ASSERT_EQ(pair.instances.size(), 2u);
    EXPECT_EQ(pair.instances[0].name, "left");
    EXPECT_EQ(pair.instances[1].name, "right");
    EXPECT_EQ(pair.instances[1].first_triangle, 12u);
    EXPECT_EQ(pair.instances[1].matrix, (std::array<double, 12>{0, -1, 0, 10.5, 1, 0, 0, 0, 0, 0, 1, 0}));
    EXPECT_EQ(pair.instances[1].traits.colour, (Colour{0.25, 0.5, 0.75}));
    EXPECT_TRUE(pair.notes.empty());
}

// The side of the box that a triangle lies in: 0 to 5 for x = 0, x = 1, y = 0, y = 2, z = 0, z = 3.
int side_of(const Mesh& mesh, std::uint32_t triangle) {
    const auto corners = mesh.corners(triangle);
    const auto all = [&](double Vec3::*axis, double at) {
        return std::all_of(corners.begin(), corners.end(), [&](const Vec3& p) { return p.*axis == at; });
    };
    const std::array sides{all(&Vec3::x, 0), all(&Vec3::x, 1), all(&Vec3::y, 0),
                           all(&Vec3::y, 2), all(&Vec3::z, 0), all(&Vec3::z, 3)};
    return static_cast<int>(std::find(sides.begin(), sides.end(), true) - sides.begin());
}

// A box with a red side at x = 1 and a blue one at z = 3.
std::string painted_box(const std::optional<Colour>& whole) {
    StepText file;
    const int solid = file.box({1, 2, 3});
    if (whole) file.colour(solid, whole->red, whole->green, whole->blue);
    file.colour(file.faces()[1], 1, 0, 0);
    file.colour(file.faces()[5], 0, 0, 1);
    file.product("box", solid);
    return file.text();
}

TEST_F(Step, faces_have_colours_of_their_own) {
    for (const std::optional<Colour>& whole :
         {std::optional<Colour>(), std::optional(Colour{0.25, 0.5, 0.75})}) {
        const Mesh box = mesh_in(painted_box(whole));
        ASSERT_EQ(box.triangles().size(), 12u);
        EXPECT_EQ(box.part_traits(0).colour, whole);
        for (std::uint32_t t = 0; t < 12; ++t) {
            const int side = side_of(box, t);
            ASSERT_LT(side, 6);
            const Colour red{1, 0, 0}, blue{0, 0, 1};
            const auto wanted = side == 1 ? red : side == 5 ? blue : whole;
            EXPECT_EQ(box.colour_of(t), wanted) << t;
        }
    }
}

TEST_F(Step, a_colour_of_all_faces_becomes_the_part_s) {
    StepText file;
    const int solid = file.box({1, 2, 3});
    for (const int face : file.faces()) file.colour(face, 0, 1, 0);
    file.product("box", solid);
    const Mesh box = mesh_in(file.text());
    EXPECT_EQ(box.part_traits(0).colour, (Colour{0, 1, 0}));
    EXPECT_TRUE(box.coloured_triangles().empty());
}

TEST_F(Step, planes_and_straight_edges_are_exact) {
    const Mesh mesh = mesh_in(two_boxes());
    EXPECT_EQ(names_of(mesh), (std::vector<std::string>{"left", "right"}));
    std::vector<Vec3> corners;
    for (int i = 0; i < 8; ++i) {
        const double x = i & 1 ? 1 : 0, y = i & 2 ? 2 : 0, z = i & 4 ? 3 : 0;
        corners.push_back({x, y, z});
        corners.push_back({10.5 - y, x, z});
    }
    EXPECT_EQ(sorted_places(mesh.vertices()), sorted_places(corners));
    for (const PartInfo& part : inspect(mesh)) {
        EXPECT_TRUE(part.closed);
        EXPECT_EQ(part.triangles, 12u);
        EXPECT_EQ(part.traits.sag, 0);
    }
}

TEST_F(Step, names_lead_through_the_assembly) {
    StepText file;
    const auto box = file.product("box", file.box({1, 1, 1}));
    const auto inner = file.assembly("inner"), outer = file.assembly("outer");
    file.place(box, inner, "near", {0, 0, 0});
    file.place(box, inner, "", {2, 0, 0});  // no name of its own: gets its product's
    file.place(inner, outer, "first", {0, 0, 0});
    file.place(inner, outer, "second", {0, 0, 5}, 2);
    const Mesh mesh = mesh_in(file.text());
    EXPECT_EQ(names_of(mesh),
              (std::vector<std::string>{"first/near", "first/box", "second/near", "second/box"}));
    const auto parts = inspect(mesh);
    EXPECT_EQ(parts[3].bounds->lo, (Vec3{-3, -1, 5}));
    EXPECT_EQ(parts[3].bounds->hi, (Vec3{-2, 0, 6}));
}

TEST_F(Step, lengths_stay_in_the_units_of_the_file) {
    for (const char* const unit : {".MILLI.", "$", ".CENTI.", "inch"}) {
        const Mesh mesh = mesh_in(round_body(&StepText::cylinder, 5, 20, unit));
        double radius = 0, top = 0;
        for (const Vec3& p : mesh.vertices()) {
            radius = std::max(radius, std::hypot(p.x, p.y));
            top = std::max(top, p.z);
        }
        EXPECT_NEAR(radius, 5, 1e-14) << unit;
        EXPECT_EQ(top, 20) << unit;
    }
}

// The largest distance of the triangles' edge midpoints and centroids from the surface. A triangle whose
// corners lie on the surface is farthest from it at one of these, or nearly so.
template <typename Distance>
double farthest(const Mesh& mesh, const Distance& distance) {
    double worst = 0;
    for (std::uint32_t i = 0; i < mesh.triangles().size(); ++i) {
        const auto [a, b, c] = mesh.corners(i);
        const auto at = [&, a = a, b = b, c = c](double u, double v, double w) {
            worst = std::max(worst, distance(Vec3{u * a.x + v * b.x + w * c.x, u * a.y + v * b.y + w * c.y,
                                                  u * a.z + v * b.z + w * c.z}));
        };
        at(0.5, 0.5, 0), at(0.5, 0, 0.5), at(0, 0.5, 0.5), at(1. / 3, 1. / 3, 1. / 3);
    }
    return worst;
}

TEST_F(Step, facets_of_a_cylinder_are_within_the_sag) {
    const std::string file = round_body(&StepText::cylinder, 5, 20);
    // Points with z = 0 or 20 lie on the flat end faces; their distance from the lateral surface does not
    // matter.
    const auto distance = [](const Vec3& p) {
        return p.z == 0 || p.z == 20 ? 0 : std::abs(5 - std::hypot(p.x, p.y));
    };
    std::size_t fewer = 0;
    for (const double sag : {0.03, 0.01, 1e-3, 1e-5}) {
        const Mesh mesh = mesh_in(file, {.sag = sag});
        EXPECT_LE(mesh.part_traits(0).sag, sag);
        EXPECT_LE(farthest(mesh, distance), mesh.part_traits(0).sag * (1 + 1e-9)) << sag;
        EXPECT_TRUE(inspect(mesh)[0].closed);
        EXPECT_GT(mesh.triangles().size(), fewer) << sag;
        fewer = mesh.triangles().size();
    }
}

TEST_F(Step, facets_of_a_sphere_are_within_the_sag) {
    const auto distance = [](const Vec3& p) { return std::abs(10 - std::hypot(p.x, p.y, p.z)); };
    for (const double sag : {0.3, 0.03, 0.01}) {
        const Mesh mesh = mesh_in(ball(10), {.sag = sag});
        EXPECT_LE(mesh.part_traits(0).sag, sag);
        EXPECT_LE(farthest(mesh, distance), sag) << sag;
        EXPECT_TRUE(inspect(mesh)[0].closed);
    }
}

// A long body and a short one of the same radius: the sag of the short one follows from the angle.
TEST_F(Step, the_default_sag_is_a_thousandth_of_the_size_and_less_for_small_circles) {
    const auto sag_of = [&](double height) {
        return mesh_in(round_body(&StepText::cylinder, 5, height)).part_traits(0).sag;
    };
    EXPECT_GT(sag_of(2), 0);
    EXPECT_LE(sag_of(2), std::sqrt(100 + 100 + 4) / 1000);
    EXPECT_LE(sag_of(2), 5.0 / 500);
    EXPECT_LE(sag_of(200), 5.0 / 500);
    const std::string file = round_body(&StepText::cylinder, 5, 20);
    EXPECT_LT(triangles_of(mesh_in(file, {.sag = 0.1})).size(), triangles_of(mesh_in(file)).size());
}

TEST_F(Step, every_run_gives_the_same_triangles) {
    const Mesh first = mesh_in(ball(3)), second = mesh_in(ball(3));
    EXPECT_EQ(triangles_of(first), triangles_of(second));
    EXPECT_EQ(vertices_of(first), vertices_of(second));
}

TEST_F(Step, a_file_on_disk_reads_as_from_memory) {
    const auto file = temporary("two boxes.p21");
    std::ofstream(file) << two_boxes();
    EXPECT_EQ(triangles_of(load_mesh(file).value()), triangles_of(mesh_in(two_boxes())));
    EXPECT_EQ(inspect_file(file).value().parts(), 2u);
}

std::string replaced(std::string text, std::string_view from, std::string_view to) {
    const auto at = text.find(from);
    EXPECT_NE(at, text.npos) << from;
    return text.replace(at, from.size(), to);
}

std::uint64_t line_with(const std::string& text, std::string_view what) {
    return 1 + static_cast<std::uint64_t>(std::count(text.begin(), text.begin() + text.find(what), '\n'));
}

TEST_F(Step, invalid_entities_are_refused_with_their_line) {
    const std::string whole = two_boxes();
    const auto wrong_number = replaced(whole, "CARTESIAN_POINT('',(1.0,", "CARTESIAN_POINT('',(one,");
    expect_error(wrong_number, "part.step", ErrorCode::bad_syntax, line_with(wrong_number, "(one,"));
    const auto no_such_type = replaced(whole, "ADVANCED_FACE", "ADVANCED_FARCE");
    expect_error(no_such_type, "part.step", ErrorCode::bad_syntax, line_with(no_such_type, "CLOSED_SHELL"));
    // The error about a missing entity names the line of an entity that refers to it.
    const auto at = whole.find("ADVANCED_FACE"), start = whole.rfind('\n', at), end = whole.find('\n', at);
    const std::string gone = whole.substr(0, start) + whole.substr(end);
    expect_error(gone, "part.step", ErrorCode::bad_syntax, line_with(gone, "CLOSED_SHELL"));
}

TEST_F(Step, truncated_files_are_refused) {
    const std::string whole = two_boxes();
    for (const std::size_t size : {14u, 100u, 300u, 3000u}) {
        const auto part = assembly_in(whole.substr(0, size));
        ASSERT_FALSE(part) << size;
        EXPECT_EQ(part.error().code, ErrorCode::bad_syntax);
        EXPECT_TRUE(part.error().line) << part.error().text();
    }
    EXPECT_FALSE(assembly_in(whole.substr(0, whole.find("ENDSEC;\nEND-ISO"))));
}

TEST_F(Step, files_without_shapes_are_refused) {
    EXPECT_FALSE(assembly_in(StepText().text()));
    StepText file;
    file.assembly("nothing");
    EXPECT_FALSE(assembly_in(file.text()));
}

// Open CASCADE treats numbers from 1e100 on as infinity; a vector of length 1.E400 made it loop forever.
TEST_F(Step, numbers_that_are_infinite_to_open_cascade_are_refused_with_their_line) {
    const std::string whole = two_boxes();
    for (const char* const huge : {"1.E308", "1.E400", "-1.E+100", "1.E999"})
        for (const char* const place : {"(1.0,2.0,3.0)", "(0.0,0.0,0.0)", "(1.0,0.0,0.0)"}) {
            const std::string file = replaced(whole, place, std::string("(") + huge + ",2.0,3.0)");
            const auto read = assembly_in(file);
            ASSERT_FALSE(read) << huge;
            EXPECT_EQ(read.error().line, line_with(file, huge)) << read.error().text();
            EXPECT_NE(read.error().message.find("expected a number below 1e100"), std::string::npos)
                << read.error().text();
        }
    const std::string vector = whole.substr(whole.find("VECTOR('',#"));
    const std::string old = vector.substr(0, vector.find(';'));
    const auto hanging = assembly_in(replaced(whole, old, old.substr(0, old.rfind(',')) + ",1.E400)"));
    ASSERT_FALSE(hanging);
    EXPECT_NE(hanging.error().message.find("found 1.E400"), std::string::npos) << hanging.error().text();
}

TEST_F(Step, huge_numbers_in_names_are_no_numbers) {
    const std::string file = replaced(two_boxes(), "PRODUCT('box','box'", "PRODUCT('1.E400','1.E400'");
    EXPECT_TRUE(assembly_in(file));
    EXPECT_TRUE(assembly_in(replaced(file, "DATA;\n", "DATA;\n/* it's 1.E400 */\n")));
}

TEST_F(Step, a_reader_that_needs_more_memory_than_the_limit_says_so) {
    const Variable limit("ALLIDE_READER_MEBIBYTES", "1");
    const auto read = assembly_in(two_boxes());
    ASSERT_FALSE(read);
    EXPECT_EQ(read.error().code, ErrorCode::too_large);
    EXPECT_EQ(read.error().text(),
              "part.step: reading it takes more than 1 MiB of memory, the limit for reader programs; "
              "ALLIDE_READER_MEBIBYTES sets another limit");
}

TEST_F(Step, parts_from_other_files_are_refused) {
    StepText file;
    file.product("box", file.box({1, 1, 1}));
    const int type = file.add("DOCUMENT_TYPE('')");
    const int document = file.add(fmt::format("DOCUMENT_FILE('other.stp','','',#{},'',$)", type));
    const auto text = file.text();
    const auto start = text.find("PRODUCT_DEFINITION('design'"), end = text.find(");", start);
    std::string with = text.substr(start, end - start) + fmt::format(",(#{}))", document);
    with.insert(18, "_WITH_ASSOCIATED_DOCUMENTS");
    const auto read = assembly_in(text.substr(0, start) + with + text.substr(end + 1));
    ASSERT_FALSE(read);
    EXPECT_NE(read.error().message.find("another file"), std::string::npos) << read.error().text();
}

TEST_F(Step, an_assembly_that_contains_itself_is_an_error_and_no_crash) {
    StepText file;
    const auto box = file.product("box", file.box({1, 1, 1}));
    const auto ring = file.assembly("ring");
    file.place(box, ring, "box", {0, 0, 0});
    file.place(ring, ring, "again", {0, 0, 2});
    const auto read = assembly_in(file.text());
    ASSERT_FALSE(read);
    EXPECT_EQ(read.error().file, "part.step");
}

TEST_F(Step, faults_outside_the_shapes_are_noted) {
    const std::string file =
        replaced(two_boxes(), "PRODUCT('box','box','',(#", "PRODUCT('box','box','',(#9999");
    const Assembly pair = assembly_in(file).value();
    EXPECT_EQ(pair.instances.size(), 2u);
    ASSERT_FALSE(pair.notes.empty());
    EXPECT_EQ(pair.notes[0].line, line_with(file, "#9999"));
}

// Files with changed, missing or repeated bytes give an assembly or a one-line error that names the file.
TEST_F(Step, damaged_files_give_an_assembly_or_one_error) {
    const std::string whole = two_boxes();
    std::mt19937 random(11);
    const int rounds = effort(12, 1000);
    for (int round = 0; round < rounds; ++round) {
        std::string file = whole;
        for (int i = 0; i < 1 + round % 4; ++i) {
            const std::size_t at = random() % file.size(), count = random() % 20;
            if (random() % 3 == 0)
                file.erase(at, count);
            else if (random() % 2 == 0)
                file[at] = "#(),;'0123456789.E$*"[random() % 20];
            else
                file.insert(at, file.substr(random() % file.size(), count));
        }
        const auto read = assembly_in(file);
        if (read) {
            EXPECT_TRUE(read->flattened());
            continue;
        }
        EXPECT_EQ(read.error().file, "part.step");
        EXPECT_EQ(read.error().text().find('\n'), std::string::npos);
    }
}

TEST_F(Step, the_sample_assembly) {
    const std::filesystem::path file =
        std::filesystem::path(ALLIDE_SHARED_MODELS) / "step_as1/as1-oc-214.stp";
    if (!std::filesystem::exists(file)) GTEST_SKIP() << file << " is not here";
    const Assembly as1 = load_assembly(file).value();
    EXPECT_EQ(as1.meshes.size(), 5u);
    ASSERT_EQ(as1.instances.size(), 18u);
    EXPECT_EQ(as1.instances[0].name, "rod-assembly_1/nut_1");
    EXPECT_EQ(as1.instances[0].traits.colour, (Colour{1, 0, 0}));
    Box all = *inspect(as1.flattened().value())[0].bounds;
    for (const PartInfo& part : inspect(as1.flattened().value())) {
        EXPECT_TRUE(part.closed) << part.name;
        EXPECT_GT(part.traits.sag, 0) << part.name;
        all.lo = {std::min(all.lo.x, part.bounds->lo.x), std::min(all.lo.y, part.bounds->lo.y),
                  std::min(all.lo.z, part.bounds->lo.z)};
        all.hi = {std::max(all.hi.x, part.bounds->hi.x), std::max(all.hi.y, part.bounds->hi.y),
                  std::max(all.hi.z, part.bounds->hi.z)};
    }
    const double found[] = {all.lo.x, all.lo.y, all.lo.z, all.hi.x, all.hi.y, all.hi.z};
    const double known[] = {-10, 0, -4, 190, 150, 80};
    for (int i = 0; i < 6; ++i) EXPECT_NEAR(found[i], known[i], 1e-9);
}

}  // namespace
}  // namespace allide
