#include "gltf_files.hpp"
#include "io/reading.hpp"
#include "support/effort.hpp"

#include <fstream>

namespace allide::test {
namespace {

namespace fs = std::filesystem;
using Triangles = std::vector<TriangleIndices>;
using Names = std::vector<std::string>;
using Points = std::vector<Vec3>;

const Points square_points{{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}};
const std::string one_node = R"([{"mesh":0}])";

// The corners of all triangles of the mesh, in order.
Points corners_of(const Mesh& mesh) {
    Points points;
    for (std::uint32_t i = 0; i < mesh.triangles().size(); ++i)
        for (const Vec3& corner : mesh.corners(i)) points.push_back(corner);
    return points;
}
const Points square_corners{{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 0, 0}, {1, 1, 0}, {0, 1, 0}};

Mesh good(const std::string& text, std::string_view name = "a.gltf") {
    const auto mesh = read(text, name);
    EXPECT_TRUE(mesh) << mesh.error().text();
    return mesh ? *mesh : Mesh();
}

void expect_refused(const std::string& text, ErrorCode code, std::string_view place) {
    const auto mesh = read(text, "a.gltf");
    ASSERT_FALSE(mesh) << text;
    EXPECT_EQ(mesh.error().code, code) << mesh.error().text();
    EXPECT_EQ(mesh.error().file, "a.gltf");
    EXPECT_NE(mesh.error().message.find(place), std::string::npos) << mesh.error().text();
    EXPECT_EQ(mesh.error().message.find('\n'), std::string::npos);
}

TEST(Gltf, as_text_and_as_glb_by_content) {
    const std::string text = square_gltf(one_node);
    const std::string binary = glb(square_document(one_node, "", ""), square_bytes());
    for (const char* name : {"a.gltf", "a.glb", "a", "a.stl", "a.ply"}) {
        EXPECT_EQ(corners_of(good(text, name)), square_corners);
        EXPECT_EQ(corners_of(good(binary, name)), square_corners);
        EXPECT_EQ(corners_of(good("\xef\xbb\xbf \n" + text, name)), square_corners);
    }
    EXPECT_EQ(names_of(good(text)), Names{"node 0"});
}

// A root translated by (1, 2, 3) and rotated by half a turn about z; its child is scaled by 2.
TEST(Gltf, maps_are_multiplied_from_the_root) {
    const Mesh mesh = good(square_gltf(
        R"([{"children":[1],"translation":[1,2,3],"rotation":[0,0,1,0]},{"mesh":0,"scale":[2,2,2],"name":"leaf"}])"));
    EXPECT_EQ(vertices_of(mesh), (Points{{1, 2, 3}, {-1, 2, 3}, {-1, 0, 3}, {1, 0, 3}}));
    EXPECT_EQ(names_of(mesh), Names{"leaf"});
    // The same map as one column-major matrix.
    EXPECT_EQ(corners_of(good(square_gltf(R"([{"mesh":0,"matrix":[-2,0,0,0,0,-2,0,0,0,0,2,0,1,2,3,1]}])"))),
              corners_of(mesh));
}

// Node 0 has the children 2 and 1, node 2 the child 4; 3 is a second root. Depth-first: 0, 2, 4, 1, 3.
TEST(Gltf, nodes_are_numbered_depth_first) {
    const std::string nodes =
        R"([{"name":"a","mesh":0,"children":[2,1]},{"name":"b","mesh":0,"translation":[10,0,0]},)"
        R"({"name":"c","mesh":0,"children":[4],"translation":[20,0,0]},{"name":"d","mesh":0},)"
        R"({"name":"e","mesh":0,"translation":[0,5,0]}])";
    const Mesh mesh = good(square_gltf(nodes, R"("scene":0,"scenes":[{"nodes":[0,3]}],)"));
    EXPECT_EQ(names_of(mesh), (Names{"a", "c", "e", "b", "d"}));
    EXPECT_EQ(part_numbers(mesh), (std::vector<std::uint32_t>{0, 0, 1, 1, 2, 2, 3, 3, 4, 4}));
    EXPECT_EQ(mesh.corners(4)[0], (Vec3{20, 5, 0}));
    EXPECT_EQ(mesh.corners(6)[0], (Vec3{10, 0, 0}));
}

TEST(Gltf, the_default_scene_else_the_first_else_all_roots) {
    const std::string nodes =
        R"([{"name":"a","mesh":0},{"name":"b","mesh":0},{"name":"c","children":[3]},{"name":"d","mesh":0}])";
    const std::string scenes = R"("scenes":[{"nodes":[1]},{"nodes":[0,2]}],)";
    const Mesh chosen = good(square_gltf(nodes, R"("scene":1,)" + scenes));
    EXPECT_EQ(names_of(chosen), (Names{"a", "d"}));
    ASSERT_EQ(chosen.notes().size(), 1u);
    EXPECT_EQ(chosen.notes()[0].message, "node 1 is not in the scene and left out");
    EXPECT_EQ(names_of(good(square_gltf(nodes, scenes))), Names{"b"});
    EXPECT_EQ(names_of(good(square_gltf(nodes, ""))), (Names{"a", "b", "d"}));
    expect_refused(square_gltf(nodes, R"("scene":2,)" + scenes), ErrorCode::bad_index, "scene 2");
}

TEST(Gltf, parts_are_named_by_node_else_mesh_else_number) {
    const std::string text =
        replaced(square_gltf(R"([{"mesh":0,"name":"x"},{"mesh":0,"name":"x"},{"mesh":0}])", ""),
                 R"({"primitives")", R"({"name":"m","primitives")");
    EXPECT_EQ(names_of(good(text)), (Names{"x", "x", "m"}));
}

TEST(Gltf, instances_share_their_mesh) {
    const std::string text =
        square_gltf(R"([{"mesh":0},{"mesh":0,"translation":[0.1,0,0]},{"mesh":0,"scale":[3,1,-1]}])", "");
    const Assembly assembly = read_assembly(std::as_bytes(std::span(text)), "a.gltf").value();
    ASSERT_EQ(assembly.meshes.size(), 1u);
    EXPECT_EQ(assembly.meshes[0].triangles().size(), 2u);
    ASSERT_EQ(assembly.instances.size(), 3u);
    EXPECT_EQ(assembly.instances[1].matrix, (std::array<double, 12>{1, 0, 0, 0.1, 0, 1, 0, 0, 0, 0, 1, 0}));
    EXPECT_EQ(assembly.instances[2].matrix, (std::array<double, 12>{3, 0, 0, 0, 0, 1, 0, 0, 0, 0, -1, 0}));
    EXPECT_EQ(assembly.instances[2].first_triangle, 4u);
    const Mesh flat = assembly.flattened().value();
    EXPECT_EQ(flat.triangles().size(), 6u);
    EXPECT_EQ(corners_of(flat), corners_of(good(text)));
    EXPECT_EQ(flat.corners(2)[1].x, 1.1);
}

TEST(Gltf, meshes_of_the_same_accessors_are_one) {
    const std::string mesh = R"({"primitives":[{"attributes":{"POSITION":0},"indices":1}]})";
    const std::string other =
        R"({"name":"red","primitives":[{"attributes":{"POSITION":0},"indices":1,"material":0}]})";
    const std::string text =
        replaced(square_gltf(R"([{"mesh":0},{"mesh":1}])", ""), mesh, mesh + ',' + other);
    const Assembly assembly = read_assembly(std::as_bytes(std::span(text)), "a.gltf").value();
    EXPECT_EQ(assembly.meshes.size(), 1u);
    EXPECT_EQ(names_of(assembly.flattened().value()), (Names{"node 0", "red"}));
}

TEST(Gltf, other_formats_are_one_instance_of_one_mesh) {
    const std::string_view text = "o a\nv 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\no b\nf 3 2 1\nl 1 2\n";
    const Assembly assembly = read_assembly(std::as_bytes(std::span(text)), "a.obj").value();
    ASSERT_EQ(assembly.meshes.size(), 1u);
    ASSERT_EQ(assembly.instances.size(), 1u);
    EXPECT_EQ(assembly.notes.size(), 1u);
    const Mesh flat = assembly.flattened().value();
    EXPECT_EQ(names_of(flat), (Names{"a", "b"}));
    EXPECT_EQ(flat.notes().size(), 1u);
    EXPECT_EQ(flat.vertices().data(), assembly.meshes[0].vertices().data()) << "nothing to copy";
}

TEST(Gltf, an_assembly_that_is_too_large_is_not_flattened) {
    const std::string text = square_gltf(one_node);
    Assembly assembly = read_assembly(std::as_bytes(std::span(text)), "a.gltf").value();
    MeshData large{.vertices = {{}, {}, {}}, .triangles = Triangles(1 << 20, {0, 1, 2})};
    assembly.meshes = {Mesh::from(large).value()};
    assembly.instances.resize(5000);
    const auto flat = assembly.flattened();
    ASSERT_FALSE(flat);
    EXPECT_EQ(flat.error().code, ErrorCode::too_large);
    assembly.instances[0].mesh = 1;
    EXPECT_THROW(static_cast<void>(assembly.flattened()), PreconditionError);
}

std::string with_primitive(const std::string& primitive) {
    return replaced(square_gltf(one_node), R"({"attributes":{"POSITION":0},"indices":1})", primitive);
}

TEST(Gltf, modes) {
    const auto triangles = [](const std::string& primitive) {
        return corners_of(good(with_primitive(primitive)));
    };
    const auto& p = square_points;
    EXPECT_EQ(triangles(R"({"attributes":{"POSITION":0},"mode":5})"),
              (Points{p[0], p[1], p[2], p[1], p[3], p[2]}));
    EXPECT_EQ(triangles(R"({"attributes":{"POSITION":0},"mode":6})"),
              (Points{p[0], p[1], p[2], p[0], p[2], p[3]}));
    EXPECT_EQ(triangles(R"({"attributes":{"POSITION":0},"indices":1,"mode":5})"),
              (Points{p[0], p[1], p[2], p[1], p[0], p[2], p[2], p[0], p[2], p[0], p[3], p[2]}));
    const Mesh alone = good(with_primitive(R"({"attributes":{"POSITION":0}})"));
    EXPECT_EQ(corners_of(alone), (Points{p[0], p[1], p[2]}));
    ASSERT_EQ(alone.notes().size(), 1u);  // about the fourth corner, which is left over
    expect_refused(with_primitive(R"({"attributes":{"POSITION":0},"mode":7})"), ErrorCode::bad_syntax,
                   "mesh 0");
}

TEST(Gltf, several_primitives_points_and_lines) {
    const Mesh mesh = good(with_primitive(
        R"({"attributes":{"POSITION":0},"indices":1},{"attributes":{"POSITION":0},"mode":0},)"
        R"({"attributes":{"POSITION":0},"mode":1},{"attributes":{}},{"attributes":{"POSITION":0},"mode":6})"));
    EXPECT_EQ(mesh.triangles().size(), 4u);
    EXPECT_EQ(mesh.notes().size(), 3u);
    EXPECT_EQ(mesh.part_names().size(), 1u);
}

TEST(Gltf, nodes_without_triangles_are_left_out) {
    const std::string text = replaced(
        square_gltf(R"([{"mesh":1},{"mesh":0}])", ""), R"("meshes":[{"primitives":[)",
        R"("meshes":[{"primitives":[{"attributes":{"POSITION":0},"indices":1}]},{"primitives":[{"attributes":{"POSITION":0},"mode":3}]}],"x":[{"y":[)");
    const Mesh mesh = good(text);
    EXPECT_EQ(names_of(mesh), Names{"node 1"});
    EXPECT_EQ(mesh.notes().size(), 2u);
    expect_refused(square_gltf("[{}]"), ErrorCode::bad_syntax, "expected triangles");
}

TEST(Gltf, indices_of_one_two_and_four_bytes) {
    const std::string positions = square_bytes().substr(0, 48);
    for (const auto& [type, bytes] : {std::pair{"5121", little_endian<std::uint8_t>({0, 1, 2, 0, 2, 3})},
                                      std::pair{"5125", little_endian<std::uint32_t>({0, 1, 2, 0, 2, 3})}}) {
        std::string text = square_document(one_node, "", R"(,"uri":")" + data_uri(positions + bytes) + '"');
        text = replaced(text, "5123", type);
        text = replaced(text, R"("byteLength":12)", R"("byteLength":)" + std::to_string(bytes.size()));
        text = replaced(text, R"("byteLength":60)", R"("byteLength":)" + std::to_string(48 + bytes.size()));
        EXPECT_EQ(corners_of(good(text)), square_corners) << type;
    }
    expect_refused(replaced(square_gltf(one_node), "5123", "5122"), ErrorCode::bad_syntax, "accessor 1");
}

// Positions 16 bytes apart, in an accessor that starts at byte 4 of its view.
TEST(Gltf, positions_with_a_stride) {
    const std::string bytes = little_endian<float>({9, 0, 0, 0, 9, 1, 0, 0, 9, 1, 1, 0, 9, 0, 1, 0}) +
                              little_endian<std::uint16_t>({0, 1, 2, 0, 2, 3});
    std::string text = square_document(one_node, "", R"(,"uri":")" + data_uri(bytes) + '"');
    text = replaced(text, R"("byteLength":48)", R"("byteLength":64,"byteStride":16)");
    text = replaced(text, R"("byteOffset":48)", R"("byteOffset":64)");
    text = replaced(text, R"("byteLength":60)", R"("byteLength":76)");
    text = replaced(text, R"("count":4)", R"("count":4,"byteOffset":4)");
    EXPECT_EQ(corners_of(good(text)), square_corners);
    expect_refused(replaced(text, R"("count":4)", R"("count":5)"), ErrorCode::bad_syntax, "accessor 0");
    expect_refused(replaced(text, R"("byteStride":16)", R"("byteStride":8)"), ErrorCode::bad_syntax,
                   "bufferView 0");
}

TEST(Gltf, integer_positions_where_quantization_is_declared) {
    const std::string extension = R"("extensionsRequired":["KHR_mesh_quantization"],)";
    const std::string bytes =
        little_endian<std::int16_t>({0, 0, 0, 0, 32767, 0, 0, 0, -32768, 1, 0, 0, 16384, -1, 2, 0});
    std::string text = square_document(one_node, extension,
                                       R"(,"uri":")" + data_uri(bytes + square_bytes().substr(48)) + '"');
    text = replaced(text, R"("byteLength":48)", R"("byteLength":32,"byteStride":8)");
    text = replaced(text, R"("byteOffset":48)", R"("byteOffset":32)");
    text = replaced(text, R"("byteLength":60)", R"("byteLength":44)");
    text = replaced(text, "5126", "5122");
    EXPECT_EQ(vertices_of(good(text)), (Points{{0, 0, 0}, {32767, 0, 0}, {-32768, 1, 0}, {16384, -1, 2}}));
    const std::string normal = replaced(text, R"("count":4)", R"("normalized":true,"count":4)");
    EXPECT_EQ(
        vertices_of(good(normal)),
        (Points{{0, 0, 0}, {1, 0, 0}, {-1, 1.0 / 32767, 0}, {16384.0 / 32767, -1.0 / 32767, 2.0 / 32767}}));
    EXPECT_EQ(good(replaced(normal, "5122", "5123")).vertices()[2].x, 32768.0 / 65535);
    expect_refused(replaced(text, extension, ""), ErrorCode::bad_syntax, "accessor 0");
}

// Positions 1 and 3 are replaced; the others come from the buffer view, or are zero if there is none.
TEST(Gltf, sparse_accessors) {
    const std::string more = little_endian<std::uint16_t>({1, 3}) + little_endian<float>({5, 5, 5, 7, 7, 7});
    std::string text = square_document(one_node, "", R"(,"uri":")" + data_uri(square_bytes() + more) + '"');
    text = replaced(text, R"("byteLength":60)", R"("byteLength":88)");
    text = replaced(text, R"("byteLength":12})",
                    R"("byteLength":12},{"buffer":0,"byteOffset":60,"byteLength":28})");
    const std::string sparse =
        R"("sparse":{"count":2,"indices":{"bufferView":2,"componentType":5123},"values":{"bufferView":2,"byteOffset":4}},)";
    text = replaced(text, R"("componentType":5126)", sparse + R"("componentType":5126)");
    EXPECT_EQ(vertices_of(good(text)), (Points{{0, 0, 0}, {5, 5, 5}, {1, 1, 0}, {7, 7, 7}}));
    const std::string zeros = replaced(text, R"({"bufferView":0,"sparse")", R"({"sparse")");
    EXPECT_EQ(vertices_of(good(zeros)), (Points{{0, 0, 0}, {5, 5, 5}, {0, 0, 0}, {7, 7, 7}}));
    expect_refused(replaced(text, R"("sparse":{"count":2)", R"("sparse":{"count":3)"), ErrorCode::bad_syntax,
                   "accessor 0");
    expect_refused(replaced(text, R"("count":4)", R"("count":3)"), ErrorCode::bad_index, "accessor 0");
    expect_refused(replaced(text, R"("byteOffset":4}})", R"("byteOffset":5}})"), ErrorCode::bad_syntax,
                   "accessor 0");
    expect_refused(replaced(zeros, R"("count":4)", R"("count":4000000000)"), ErrorCode::too_large,
                   "accessor 0");
}

TEST(Gltf, buffers_in_other_files) {
    const fs::path file = temporary("folder/a.gltf");
    fs::create_directories(file.parent_path() / "sub");
    std::ofstream(file.parent_path() / "sub/b c.bin", std::ios::binary) << square_bytes();
    const auto load = [&](const std::string& uri) {
        std::ofstream(file, std::ios::binary) << square_document(one_node, "", R"(,"uri":")" + uri + '"');
        return load_mesh(file);
    };
    const auto mesh = load("sub/b%20c.bin");
    ASSERT_TRUE(mesh) << mesh.error().text();
    EXPECT_EQ(corners_of(*mesh), square_corners);
    EXPECT_TRUE(load("./sub/b c.bin"));
    const auto missing = load("sub/gone.bin");
    ASSERT_FALSE(missing);
    EXPECT_EQ(missing.error().code, ErrorCode::cannot_open);
    EXPECT_NE(missing.error().message.find("sub/gone.bin"), std::string::npos);
    EXPECT_EQ(missing.error().file, file.string());
    EXPECT_EQ(load("sub").error().code, ErrorCode::cannot_open);
    const auto outside = file.parent_path().parent_path() / "outside.bin";
    std::ofstream(outside, std::ios::binary) << square_bytes();
    for (const std::string& uri :
         {std::string("../outside.bin"), std::string("%2e%2e/outside.bin"),
          std::string("sub/../../outside.bin"), outside.string(), "file://" + outside.string(),
          std::string("http://example.org/a.bin"), std::string("a%00.bin"), std::string("a%zz"),
          std::string("..\\\\outside.bin"), std::string()}) {
        const auto refused = load(uri);
        ASSERT_FALSE(refused) << uri;
        EXPECT_EQ(refused.error().code, ErrorCode::bad_syntax) << refused.error().text();
    }
    // A mesh that is read from memory cannot refer to other files: none is opened.
    expect_refused(square_document(one_node, "", R"(,"uri":"sub/b%20c.bin")"), ErrorCode::cannot_open,
                   "buffer 0");
}

TEST(Gltf, damaged_buffers_are_refused) {
    const auto with_uri = [](const std::string& uri) {
        return square_document(one_node, "", R"(,"uri":")" + uri + '"');
    };
    expect_refused(with_uri(data_uri(square_bytes().substr(0, 59))), ErrorCode::bad_syntax, "buffer 0");
    expect_refused(with_uri("data:text/plain,hello"), ErrorCode::bad_syntax, "buffer 0");
    expect_refused(with_uri("data:;base64,A*AA"), ErrorCode::bad_syntax, "buffer 0");
    expect_refused(with_uri("data:;base64,AAAAA"), ErrorCode::bad_syntax, "buffer 0");
    expect_refused(square_document(one_node, "", ""), ErrorCode::bad_syntax, "buffer 0");
    EXPECT_EQ(corners_of(good(with_uri("data:;base64," + base64(square_bytes() + "more")))), square_corners);
}

TEST(Gltf, nodes_form_a_tree) {
    expect_refused(square_gltf(R"([{"children":[1]},{"children":[0],"mesh":0}])"), ErrorCode::bad_syntax,
                   "node");
    expect_refused(square_gltf(R"([{"children":[1]},{"children":[0],"mesh":0}])", ""), ErrorCode::bad_syntax,
                   "cycle");
    expect_refused(square_gltf(R"([{"mesh":0,"children":[0]}])", ""), ErrorCode::bad_syntax, "node 0");
    expect_refused(square_gltf(R"([{"children":[2]},{"children":[2]},{"mesh":0}])"), ErrorCode::bad_syntax,
                   "node 2");
    expect_refused(square_gltf(R"([{"children":[1,1]},{"mesh":0}])"), ErrorCode::bad_syntax, "node 1");
    expect_refused(square_gltf(R"([{"children":[1]},{"mesh":0}])", R"("scenes":[{"nodes":[0,1]}],)"),
                   ErrorCode::bad_syntax, "scene 0");
    expect_refused(square_gltf(one_node, R"("scenes":[{"nodes":[0,0]}],)"), ErrorCode::bad_syntax, "node 0");
    expect_refused(square_gltf(R"([{"mesh":0,"children":[7]}])"), ErrorCode::bad_index, "node 0");
    expect_refused(square_gltf(one_node, R"("scenes":[{"nodes":[1]}],)"), ErrorCode::bad_index, "scene 0");
    expect_refused(square_gltf(R"([{"mesh":1}])"), ErrorCode::bad_index, "node 0");
}

TEST(Gltf, a_long_chain_of_nodes_is_read) {
    const int length = test::sanitized() ? 10'000 : 100'000;
    std::string nodes = "[";
    for (int i = 0; i < length; ++i)
        nodes += R"({"translation":[1,0,0],"children":[)" + std::to_string(i + 1) + "]},";
    nodes += R"({"mesh":0}])";
    EXPECT_EQ(good(square_gltf(nodes)).corners(0)[0], (Vec3{static_cast<double>(length), 0, 0}));
}

TEST(Gltf, invalid_matrices_are_refused) {
    expect_refused(square_gltf(R"([{"mesh":0,"matrix":[1,0,0,1,0,1,0,0,0,0,1,0,0,0,0,1]}])"),
                   ErrorCode::bad_syntax, "node 0");
    expect_refused(square_gltf(R"([{"mesh":0,"matrix":[1,0,0]}])"), ErrorCode::bad_syntax, "node 0");
    expect_refused(square_gltf(R"([{"mesh":0,"translation":["1",0,0]}])"), ErrorCode::bad_syntax, "node 0");
    expect_refused(square_gltf(R"([{"mesh":0,"rotation":[0,0,0,0]}])"), ErrorCode::bad_syntax, "node 0");
    expect_refused(square_gltf(R"([{"scale":[1e200,1,1],"children":[1]},{"scale":[1e200,1,1],"mesh":0}])"),
                   ErrorCode::not_finite, "node 1");
    expect_refused(square_gltf(R"([{"mesh":0,"scale":[1e999,1,1]}])"), ErrorCode::bad_syntax, "range");
}

TEST(Gltf, references_to_missing_items_are_refused) {
    const std::string text = square_gltf(one_node);
    expect_refused(replaced(text, R"("POSITION":0)", R"("POSITION":5)"), ErrorCode::bad_index, "mesh 0");
    expect_refused(replaced(text, R"("indices":1)", R"("indices":2)"), ErrorCode::bad_index, "mesh 0");
    expect_refused(replaced(text, R"("indices":1)", R"("indices":0)"), ErrorCode::bad_syntax, "accessor 0");
    expect_refused(replaced(text, R"("indices":1)", R"("indices":-1)"), ErrorCode::bad_syntax, "mesh 0");
    expect_refused(replaced(text, R"("bufferView":1)", R"("bufferView":9)"), ErrorCode::bad_index,
                   "accessor 1");
    expect_refused(replaced(text, R"("buffer":0)", R"("buffer":3)"), ErrorCode::bad_index, "bufferView 0");
    expect_refused(replaced(text, R"("byteLength":12)", R"("byteLength":13)"), ErrorCode::bad_syntax,
                   "bufferView 1");
    expect_refused(replaced(text, R"("byteOffset":48)", R"("byteOffset":9007199254740992)"),
                   ErrorCode::bad_syntax, "bufferView 1");
    expect_refused(replaced(text, R"("count":6)", R"("count":7)"), ErrorCode::bad_syntax, "accessor 1");
    expect_refused(replaced(text, R"("count":6)", R"("count":4000000000)"), ErrorCode::bad_syntax,
                   "accessor 1");
    expect_refused(replaced(text, R"("count":6)", R"("count":1e300)"), ErrorCode::bad_syntax, "accessor 1");
    expect_refused(replaced(text, R"("count":4)", R"("count":3)"), ErrorCode::bad_index, "accessor 1");
    expect_refused(replaced(text, R"("type":"VEC3")", R"("type":"VEC2")"), ErrorCode::bad_syntax,
                   "accessor 0");
    expect_refused(replaced(text, R"("componentType":5126)", R"("componentType":7)"), ErrorCode::bad_syntax,
                   "accessor 0");
}

// Thousands of primitives repeat the same vertices, beyond the limit that grows with the file's size.
TEST(Gltf, a_file_that_repeats_itself_is_refused) {
    std::string fan = R"({"attributes":{"POSITION":0},"mode":6})";
    std::string many;
    for (int i = 0; i < 3000; ++i) many += fan + ',';
    const std::string zeros = R"({"componentType":5126,"count":60000,"type":"VEC3"})";
    std::string text = with_primitive(many + fan);
    text = replaced(text, R"({"bufferView":0,"componentType":5126,"count":4,"type":"VEC3"})", zeros);
    ASSERT_GT(text.size(), 60000u);
    expect_refused(text, ErrorCode::too_large, "mesh 0");
}

TEST(Gltf, versions_and_extensions) {
    const std::string text = square_gltf(one_node);
    expect_refused(replaced(text, R"("version":"2.0")", R"("version":"1.0")"), ErrorCode::unknown_format,
                   "1.0");
    expect_refused(replaced(text, R"("version":"2.0")", ""), ErrorCode::unknown_format, "version");
    const auto needs = [](const std::string& extension) {
        return square_gltf(one_node, R"("extensionsRequired":[")" + extension + R"("],)");
    };
    for (const char* extension : {"KHR_draco_mesh_compression", "EXT_meshopt_compression"})
        expect_refused(needs(extension), ErrorCode::unknown_format, extension);
    expect_refused(needs("EXT_mesh_gpu_instancing"), ErrorCode::unknown_format, "EXT_mesh_gpu_instancing");
    EXPECT_EQ(corners_of(good(needs("KHR_materials_unlit"))), square_corners);
    // Compressed, but not listed in extensionsRequired; then also without any uncompressed data.
    std::string draco = with_primitive(
        R"({"attributes":{"POSITION":0},"extensions":{"KHR_draco_mesh_compression":{"bufferView":0}}})");
    EXPECT_EQ(good(draco).triangles().size(), 1u);
    expect_refused(replaced(draco, R"({"bufferView":0,"componentType")", R"({"componentType")"),
                   ErrorCode::unknown_format, "KHR_draco_mesh_compression");
}

TEST(Gltf, features_that_are_not_applied_are_noted) {
    const Mesh mesh = good(square_gltf(R"([{"mesh":0,"skin":0,"weights":[1]}])"));
    EXPECT_EQ(corners_of(mesh), square_corners);
    EXPECT_EQ(mesh.notes().size(), 2u);
}

TEST(Gltf, invalid_json_is_refused) {
    const std::string text = square_gltf(one_node);
    for (std::size_t size = 1; size < text.size(); ++size)
        EXPECT_FALSE(read(text.substr(0, size), "a.gltf")) << size;
    EXPECT_FALSE(read(text + "}", "a.gltf"));
    const auto broken = read(replaced(text, R"("nodes":)", R"("nodes";)"), "a.gltf");
    ASSERT_FALSE(broken);
    EXPECT_NEAR(static_cast<double>(broken.error().byte.value()),
                static_cast<double>(text.find("nodes\":[{\"mesh")), 10);
    for (const char* key : {"nodes", "meshes", "accessors", "bufferViews", "buffers", "scenes", "asset"})
        EXPECT_FALSE(read(
            replaced(text, '"' + std::string(key) + "\":", '"' + std::string(key) + "\":7,\"x\":"), "a.gltf"))
            << key;
    // Deeply nested JSON neither overflows the stack nor takes much memory.
    const std::size_t depth = test::sanitized() ? 100'000 : 1'000'000;
    const std::string deep = std::string(depth, '[') + std::string(depth, ']');
    EXPECT_EQ(corners_of(good(replaced(text, "{", R"({"extras":)" + deep + ','))), square_corners);
    EXPECT_EQ(corners_of(good(replaced(text, "{", R"({"other":)" + deep + ','))), square_corners);
    EXPECT_FALSE(read(deep, "a.gltf"));
}

TEST(Gltf, damaged_glb_containers_are_refused) {
    const std::string bytes = glb(square_document(one_node, "", ""), square_bytes());
    for (std::size_t size = 0; size < bytes.size(); ++size)
        EXPECT_FALSE(read(bytes.substr(0, size), "a.glb")) << size;
    const auto changed = [&](std::size_t at, const std::string& with) {
        std::string out = bytes;
        return out.replace(at, with.size(), with);
    };
    EXPECT_EQ(read(bytes.substr(0, bytes.size() - 1), "a.glb").error().byte, bytes.size() - 1);
    EXPECT_EQ(read(changed(4, std::string("\1\0\0\0", 4)), "a.glb").error().byte, 4u);
    EXPECT_EQ(read(changed(8, std::string("\4\0\0\0", 4)), "a.glb").error().byte, 8u);
    EXPECT_EQ(read(changed(12, "\xff\xff\xff\x7f"), "a.glb").error().byte, 12u);
    EXPECT_FALSE(read(changed(12, std::string("\0\0\0\0", 4)), "a.glb"));
    EXPECT_EQ(read(changed(16, "BIN"), "a.glb").error().byte, 16u);
    const Mesh padded = good(bytes + "trailing", "a.glb");
    EXPECT_EQ(corners_of(padded), square_corners);
    ASSERT_EQ(padded.notes().size(), 1u);
    EXPECT_NE(padded.notes()[0].message.find("8 bytes"), std::string::npos);
}

}  // namespace
}  // namespace allide::test
