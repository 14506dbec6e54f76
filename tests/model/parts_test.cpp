// Parts of a mesh as meshes of their own.
#include <allide/model.hpp>

#include <gtest/gtest.h>

namespace allide {
namespace {

// Two parts with alternating triangles, some of which are coloured.
TEST(Parts, triangles_keep_their_colours) {
    const Colour red{1, 0, 0}, green{0, 1, 0}, grey{0.5, 0.5, 0.5};
    MeshData data{.vertices = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}};
    data.triangles.assign(8, {0, 1, 2});
    data.part_names = {"a", "b"};
    data.part_of = {0, 0, 1, 1, 1, 0, 0, 1};
    data.part_traits = {{.colour = grey}, {}};
    data.coloured = {{0, 1, red}, {3, 2, green}, {6, 1, green}, {7, 1, red}};
    const Mesh mesh = Mesh::from(data).value();
    const std::vector<Part> parts = parts_of(mesh);
    ASSERT_EQ(parts.size(), 2u);
    std::array<std::uint32_t, 2> next{0, 0};
    for (std::uint32_t t = 0; t < 8; ++t) {
        const std::uint32_t part = mesh.part_of(t);
        EXPECT_EQ(parts[part].mesh.colour_of(next[part]++), mesh.colour_of(t)) << t;
    }
}

}  // namespace
}  // namespace allide
