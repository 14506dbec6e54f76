// Formats that Assimp reads for allide: nodes become parts, and coordinates keep the values in the file.
#include "io/program/with_readers.hpp"
#include "io/reading.hpp"
#include "report/zip.hpp"

#include <algorithm>
#include <cstring>

#include <fmt/format.h>

namespace allide {
namespace {

using namespace test;

class AssimpReader : public WithReader {
  protected:
    AssimpReader() : WithReader("allide-read-assimp") {}
};

// Two nodes of one mesh (a quadrilateral and a triangle); the second node is rotated about z and translated.
std::string collada(const std::string& up = "Y_UP", const std::string& metres = "1") {
    return fmt::format(R"(<?xml version="1.0" encoding="utf-8"?>
<COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1">
<asset><unit name="u" meter="{1}"/><up_axis>{0}</up_axis></asset>
<library_geometries><geometry id="tile" name="tile"><mesh>
<source id="places"><float_array id="numbers" count="15">0 0 0 2 0 0 2 1 0 0 1 0 1 3 0.5</float_array>
<technique_common><accessor source="#numbers" count="5" stride="3">
<param name="X" type="float"/><param name="Y" type="float"/><param name="Z" type="float"/>
</accessor></technique_common></source>
<vertices id="corners"><input semantic="POSITION" source="#places"/></vertices>
<polylist count="2"><input semantic="VERTEX" source="#corners" offset="0"/>
<vcount>4 3</vcount><p>0 1 2 3 3 2 4</p></polylist>
</mesh></geometry></library_geometries>
<library_visual_scenes><visual_scene id="scene">
<node id="a" name="first"><instance_geometry url="#tile"/></node>
<node id="b" name="second"><matrix>0 -1 0 10 1 0 0 20 0 0 1 30 0 0 0 1</matrix>
<instance_geometry url="#tile"/></node>
</visual_scene></library_visual_scenes>
<scene><instance_visual_scene url="#scene"/></scene>
</COLLADA>
)",
                       up, metres);
}

// The triangles of one node's mesh: the quadrilateral 0123 as 012 and 023, then the triangle.
std::vector<std::array<Vec3, 3>> tile() {
    const Vec3 a{0, 0, 0}, b{2, 0, 0}, c{2, 1, 0}, d{0, 1, 0}, e{1, 3, 0.5};
    return {{a, b, c}, {a, c, d}, {d, c, e}};
}

TEST_F(AssimpReader, collada_nodes_are_parts) {
    const Mesh mesh = read(collada(), "tiles.dae").value();
    EXPECT_EQ(names_of(mesh), (std::vector<std::string>{"first", "second"}));
    EXPECT_EQ(test::part_numbers(mesh), (std::vector<std::uint32_t>{0, 0, 0, 1, 1, 1}));
    auto expected = tile();
    for (const auto& corners : tile()) {
        std::array<Vec3, 3> turned;
        for (int i = 0; i < 3; ++i) turned[i] = {10 - corners[i].y, 20 + corners[i].x, 30 + corners[i].z};
        expected.push_back(turned);
    }
    EXPECT_EQ(corners_by_triangle(mesh), expected);
    EXPECT_EQ(mesh.part_traits(0), PartTraits{});
}

TEST_F(AssimpReader, nodes_share_the_mesh) {
    const std::string file = collada();
    const Assembly tiles = read_assembly(std::as_bytes(std::span(file)), "tiles.dae").value();
    EXPECT_EQ(tiles.meshes.size(), 1u);
    ASSERT_EQ(tiles.instances.size(), 2u);
    EXPECT_EQ(tiles.instances[1].first_triangle, 3u);
}

TEST_F(AssimpReader, axes_and_units_stay_as_they_are) {
    const auto plain = corners_by_triangle(read(collada(), "tiles.dae").value());
    for (const char* const up : {"X_UP", "Y_UP", "Z_UP"})
        for (const char* const metres : {"1", "0.01", "0.0254", "1000"})
            EXPECT_EQ(corners_by_triangle(read(collada(up, metres), "tiles.dae").value()), plain)
                << up << ' ' << metres;
}

// A chunk of a 3DS file: number, size, contents.
std::string chunk(std::uint16_t number, const std::string& inside) {
    const auto size = static_cast<std::uint32_t>(6 + inside.size());
    std::string out(6, '\0');
    std::memcpy(out.data(), &number, 2);
    std::memcpy(out.data() + 2, &size, 4);
    return out + inside;
}

template <typename... T>
std::string packed(T... values) {
    std::string out;
    ((out.append(reinterpret_cast<const char*>(&values), sizeof values)), ...);
    return out;
}

TEST_F(AssimpReader, a_3ds_file_is_not_turned) {
    using U = std::uint16_t;
    const std::string places = packed(U{3}, 0.f, 0.f, 0.f, 4.f, 0.f, 0.f, 0.f, 5.f, 6.f);
    const std::string faces = packed(U{1}, U{0}, U{1}, U{2}, U{7});
    const std::string body = chunk(0x4100, chunk(0x4110, places) + chunk(0x4120, faces));
    const std::string object = chunk(0x4000, std::string("wedge\0", 6) + body);
    const std::string file = chunk(0x4d4d, chunk(0x3d3d, object));
    const Mesh mesh = read(file, "wedge.3ds").value();
    const std::vector<std::array<Vec3, 3>> expected{{Vec3{0, 0, 0}, Vec3{4, 0, 0}, Vec3{0, 5, 6}}};
    EXPECT_EQ(corners_by_triangle(mesh), expected);
}

TEST_F(AssimpReader, x3d) {
    const Mesh mesh = read(R"(<?xml version="1.0" encoding="UTF-8"?>
<X3D profile="Interchange" version="3.3"><Scene><Transform DEF="moved" translation="1 2 3"><Shape>
<IndexedFaceSet coordIndex="0 1 2 -1"><Coordinate point="0 0 0 1 0 0 0 1 0"/></IndexedFaceSet>
</Shape></Transform></Scene></X3D>)",
                           "face.x3d")
                          .value();
    const std::vector<std::array<Vec3, 3>> expected{{Vec3{1, 2, 3}, Vec3{2, 2, 3}, Vec3{1, 3, 3}}};
    EXPECT_EQ(corners_by_triangle(mesh), expected);
}

TEST_F(AssimpReader, errors_of_damaged_files_are_one_line) {
    const std::string whole = collada();
    for (const std::string& file :
         {std::string("<COLLADA"), whole.substr(0, whole.size() / 2), std::string("no scene at all")}) {
        const auto mesh = read(file, "tiles.dae");
        ASSERT_FALSE(mesh);
        EXPECT_EQ(mesh.error().file, "tiles.dae");
        EXPECT_EQ(mesh.error().text().find('\n'), std::string::npos);
    }
}

// Without the reader's own check, Assimp would repeat the last index endlessly where there is no digit.
TEST_F(AssimpReader, collada_indices_that_are_no_integers_are_refused_with_their_line) {
    const std::string whole = collada();
    for (const std::string& list : {std::string("<p>"), std::string("<vcount>")}) {
        const std::size_t first = whole.find(list) + list.size(), last = whole.find('<', first);
        for (std::size_t at = first; at < last; ++at) {
            std::string file = whole;
            file[at] = 'x';
            const auto mesh = read(file, "tiles.dae");
            ASSERT_FALSE(mesh);
            const auto line = 1 + std::count(file.begin(), file.begin() + std::ptrdiff_t(at), '\n');
            EXPECT_EQ(mesh.error().text(),
                      fmt::format("tiles.dae:{}: expected integers in {}, found \"x\"", line, list));
        }
    }
}

// A 3MF file with two objects: a triangle, and an object with the given components.
std::string three_mf(const std::string& components) {
    const std::string model =
        R"(<?xml version="1.0"?><model unit="millimeter" xmlns="http://schemas.microsoft.com/3dmanufacturing/core/2015/02"
xmlns:p="http://schemas.microsoft.com/3dmanufacturing/production/2015/06"><resources>
<object id="1" type="model"><mesh><vertices><vertex x="0" y="0" z="0"/><vertex x="1" y="0" z="0"/>
<vertex x="0" y="1" z="0"/></vertices><triangles><triangle v1="0" v2="1" v3="2"/></triangles></mesh></object>
<object id="2" type="model"><components>)" +
        components + R"(</components></object></resources><build><item objectid="2"/></build></model>)";
    detail::report::ZipWriter zip;
    zip.add("[Content_Types].xml", R"(<?xml version="1.0"?><Types/>)");
    zip.add("_rels/.rels", R"(<?xml version="1.0"?><Relationships><Relationship Id="rel0"
Target="/3D/3dmodel.model" Type="http://schemas.microsoft.com/3dmanufacturing/2013/01/3dmodel"/></Relationships>)");
    zip.add("3D/3dmodel.model", model);
    return zip.finish();
}

TEST_F(AssimpReader, components_of_3mf_files_are_placed) {
    const Mesh mesh = read(three_mf(R"(<component objectid="1"/>
<component objectid="1" transform="1 0 0 0 1 0 0 0 1 5 0 0"/>)"),
                           "two.3mf")
                          .value();
    const std::vector<std::array<Vec3, 3>> expected{{Vec3{0, 0, 0}, Vec3{1, 0, 0}, Vec3{0, 1, 0}},
                                                    {Vec3{5, 0, 0}, Vec3{6, 0, 0}, Vec3{5, 1, 0}}};
    EXPECT_EQ(corners_by_triangle(mesh), expected);
}

// Assimp itself would omit the first two of these components without a message and crash on the third.
TEST_F(AssimpReader, components_that_assimp_cannot_place_are_refused_by_name) {
    const auto message = [](const std::string& components) {
        const auto mesh = read(three_mf(R"(<component objectid="1"/>)" + components), "two.3mf");
        return mesh ? "read" : mesh.error().text();
    };
    EXPECT_EQ(message(R"(<component p:path="/3D/other.model" objectid="1"/>)"),
              "two.3mf: 3MF: a <component> refers to another file of the package, \"/3D/other.model\", which "
              "is not supported");
    EXPECT_EQ(message(R"(<component objectid="7"/>)"),
              "two.3mf: 3MF: a <component> of object \"2\" refers to object \"7\", which does not exist");
    EXPECT_EQ(message(R"(<component objectid="2"/>)"),
              "two.3mf: 3MF: object \"2\" contains itself by way of its <component>s");
}

TEST_F(AssimpReader, the_sample_of_dirty_files) {
    const std::filesystem::path file =
        std::filesystem::path(ALLIDE_SHARED_MODELS) / "dirty/illformated_mesh.dae";
    if (!std::filesystem::exists(file)) GTEST_SKIP() << file << " is not here";
    const Mesh mesh = load_mesh(file).value();
    EXPECT_EQ(mesh.part_names().size(), 3u);
    EXPECT_EQ(mesh.triangles().size(), 14746u);
    ASSERT_EQ(mesh.notes().size(), 1u);
    EXPECT_NE(mesh.notes()[0].message.find("4 points and lines"), std::string::npos);
}

}  // namespace
}  // namespace allide
