// Files with reproducible random damage: a reader returns a valid mesh or one clear error.
#include "base/random.hpp"
#include "io/gltf/gltf_files.hpp"
#include "reading.hpp"
#include "support/effort.hpp"

#include <algorithm>

namespace allide::test {
namespace {

std::string binary_stl(int triangles) {
    std::string bytes("solid but binary");
    bytes.resize(80, ' ');
    bytes += static_cast<char>(triangles);
    bytes.append(3, '\0');
    for (int i = 0; i < 50 * triangles; ++i) bytes += static_cast<char>(i * 37);
    return bytes;
}

const std::string seeds[] = {
    "solid a b\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1e-3 "
    "0\nendloop\nendfacet\nendsolid a b\n"
    "solid\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 1 1 0\nvertex 0 1 "
    "0\nendloop\nendfacet\nendsolid\n",
    binary_stl(3),
    "# c\no part\nv 0 0 0\nv 2 1 0 1\nv 4 0 -1e-5\nv 2 4 nan\nf 1/1 2/2 \\\n 3/3 4/4\ng other\r\nf -4//1 "
    "-3//1 -2//1\nvn 0 0 1\n",
    "OFF\n4 2 0\n# c\n0 0 0\n1 0 0\n1 1 0\n0 1 0\n4 0 1 2 3 0.5 0.5 0.5\n3 0 1 2\n",
    "COFF 3 1 3\n0 0 0 255 0 0\n1 0 0 255 0 0\n0 1 0 255 0 0\n3 0 1 2\n",
};

std::string ply(bool big) {
    std::string bytes = "ply\nformat binary_";
    bytes += big ? "big" : "little";
    bytes +=
        "_endian 1.0\nelement vertex 4\nproperty uchar x\nproperty uchar y\nproperty uchar z\nproperty "
        "float q\nelement face 2\nproperty list uchar uchar vertex_indices\nproperty list uchar short "
        "s\nelement edge 1\nproperty int a\nend_header\n";
    for (int i = 0; i < 4; ++i) bytes += std::string("\1\2\3\0\0\0\0", 7);
    return bytes + std::string("\3\0\1\2\0\4\0\1\2\3\1\5\5abcd", 18);
}

std::string sparse_gltf() {
    std::string text = square_gltf(R"([{"mesh":0,"children":[1,2]},{"mesh":0,"scale":[2,2,2]},{}])");
    return replaced(text, R"("count":4)",
                    R"("sparse":{"count":2,"indices":{"bufferView":1,"componentType":5123},)"
                    R"("values":{"bufferView":0}},"count":4)");
}

const std::string new_seeds[] = {
    "ply\r\nformat ascii 1.0\r\ncomment c\r\nelement face 2\r\nproperty list uchar int "
    "vertex_indices\r\nelement vertex 4\r\nproperty float x\r\nproperty double y\r\nproperty int "
    "z\r\nproperty list uchar int l\r\nend_header\r\n3 0 1 2\r\n4 0 1 2 3\r\n0 0 0 0\r\n1 0 0 1 "
    "5\r\n1 1e-3 0 0\r\n0 nan 0 0\r\n",
    ply(false),
    ply(true),
    "ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nproperty float y\nproperty float z\nelement "
    "tristrips 1\nproperty list int int vertex_indices\nend_header\n0 0 0\n1 0 0\n0 1 0\n5 0 1 2 -1 0\n",
    square_gltf(
        R"([{"children":[1],"rotation":[0,0,1,0]},{"mesh":0,"matrix":[1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1]}])"),
    sparse_gltf(),
    glb(square_document(R"([{"mesh":0,"name":"a"},{"mesh":0,"translation":[1,2,3]}])", "", ""),
        square_bytes()),
};

const std::string_view new_tokens[] = {"\n",          " ",
                                       "0",           "1",
                                       "2",           "9",
                                       "-1",          "4294967295",
                                       "1e999",       "nan",
                                       "list ",       "float",
                                       "uchar",       "element ",
                                       "property ",   "end_header\n",
                                       "{",           "}",
                                       "[",           "]",
                                       ",",           "\"",
                                       "null",        "\"mesh\":0,",
                                       "5121",        "5125",
                                       "\"mode\":5,", "\"children\":[0],",
                                       "SCALAR",      "\"byteOffset\":4,",
                                       "\xff",        std::string_view("\0\0\0\0", 4)};

const std::string_view tokens[] = {"\n",
                                   "\r",
                                   "\\\n",
                                   "-1",
                                   "0",
                                   "99999999999",
                                   "1e999",
                                   "nan",
                                   "solid",
                                   "endsolid",
                                   "facet",
                                   "vertex 1 2 3\n",
                                   "f 1 2 3\n",
                                   "v 1 2 3\n",
                                   "OFF",
                                   "#",
                                   "/",
                                   std::string_view("\0", 1),
                                   "\xff\xff\xff\xff"};

void mutate(std::string& text, std::span<const std::string_view> words, base::Random& random) {
    const std::size_t at = random.below(text.size() + 1);
    const std::size_t length = random.below(12);
    switch (random.below(6)) {
        case 0:
            if (at < text.size()) text[at] = static_cast<char>(random.below(256));
            break;
        case 1:
            text.erase(at, length);
            break;
        case 2:
            text.insert(at, words[random.below(words.size())]);
            break;
        case 3:
            text.insert(at, text.substr(random.below(text.size() + 1), length * 4));
            break;
        case 4:
            if (at < text.size()) text[at] = static_cast<char>(text[at] ^ (1 << random.below(8)));
            break;
        default:
            if (random.below(4) == 0) text.resize(at);
    }
}

void expect_sound(const Mesh& mesh, std::size_t bytes) {
    ASSERT_LE(mesh.triangles().size(), bytes);
    ASSERT_LE(mesh.vertices().size(), bytes);
    std::vector<bool> used(mesh.part_names().size(), false);
    for (std::uint32_t i = 0; i < mesh.triangles().size(); ++i) {
        for (const std::uint32_t corner : mesh.triangles()[i]) ASSERT_LT(corner, mesh.vertices().size());
        ASSERT_LT(mesh.part_of(i), used.size());
        used[mesh.part_of(i)] = true;
    }
    EXPECT_EQ(std::count(used.begin(), used.end(), false), 0) << "a part without triangles";
}

void expect_clear(const Error& error, const std::string& text, std::string_view name) {
    EXPECT_EQ(error.file, name);
    EXPECT_FALSE(error.message.empty());
    EXPECT_LT(error.message.size(), 200u);
    EXPECT_EQ(error.message.find_first_of("\r\n"), std::string::npos);
    if (error.byte) {
        EXPECT_LE(*error.byte, text.size());
    }
    if (error.line) {
        EXPECT_GE(*error.line, 1u);
        EXPECT_LE(*error.line, text.size() + 1);
    }
}

TEST(Mutations, give_a_valid_mesh_or_a_clear_error) {
    constexpr std::string_view names[] = {"a.stl", "a.obj", "a.off", "a"};
    base::Random random(5);
    int meshes = 0, errors = 0;
    for (int round = 0; round < effort(20000, 1000000); ++round) {
        std::string text = seeds[random.below(std::size(seeds))];
        for (std::uint64_t i = random.below(5); i > 0; --i) mutate(text, tokens, random);
        const std::string_view name = names[random.below(std::size(names))];
        const auto mesh = read(text, name);
        if (mesh) {
            ++meshes;
            expect_sound(*mesh, text.size());
        } else {
            ++errors;
            expect_clear(mesh.error(), text, name);
        }
    }
    EXPECT_GT(meshes, errors / 10);
    EXPECT_GT(errors, meshes / 10);
}

// Changes a random digit. In a file full of numbers, the result passes most checks of the syntax.
void change_digit(std::string& text, base::Random& random) {
    const std::size_t at = text.find_first_of("0123456789", random.below(text.size() + 1));
    if (at != std::string::npos) text[at] = static_cast<char>('0' + random.below(10));
}

TEST(Mutations, of_ply_and_gltf_give_a_valid_mesh_or_a_clear_error) {
    constexpr std::string_view names[] = {"a.ply", "a.gltf", "a.glb", "a"};
    base::Random random(6);
    int meshes = 0, errors = 0;
    for (int round = 0; round < effort(20000, 1000000); ++round) {
        std::string text = new_seeds[random.below(std::size(new_seeds))];
        for (std::uint64_t i = random.below(4); i > 0; --i) mutate(text, new_tokens, random);
        for (std::uint64_t i = random.below(3); i > 0; --i) change_digit(text, random);
        const std::string_view name = names[random.below(std::size(names))];
        const auto mesh = read(text, name);
        if (mesh) {
            ++meshes;
            expect_sound(*mesh, text.size());
        } else {
            ++errors;
            expect_clear(mesh.error(), text, name);
        }
    }
    EXPECT_GT(meshes, errors / 10);
    EXPECT_GT(errors, meshes / 10);
}

}  // namespace
}  // namespace allide::test
