// Damaged files, the same ones in each run: a reader gives a sound mesh or one clear error, never anything
// else.
#include "base/random.hpp"
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

void mutate(std::string& text, base::Random& random) {
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
            text.insert(at, tokens[random.below(std::size(tokens))]);
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

TEST(Mutations, give_a_sound_mesh_or_a_clear_error) {
    constexpr std::string_view names[] = {"a.stl", "a.obj", "a.off", "a"};
    base::Random random(5);
    int meshes = 0, errors = 0;
    for (int round = 0; round < effort(20000, 1000000); ++round) {
        std::string text = seeds[random.below(std::size(seeds))];
        for (std::uint64_t i = random.below(5); i > 0; --i) mutate(text, random);
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
