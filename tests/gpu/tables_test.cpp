// The tables of a mesh: boxes contain their triangles, memory stays within the limit, and cells marked inside
// are inside.
#include "gpu/box_tests.hpp"
#include "gpu/mesh_tables.hpp"
#include "gpu/pose_filter.hpp"
#include "support/hostile_meshes.hpp"

#include <allide/allide.hpp>
#include <allide/extra/shapes.hpp>

#include <cmath>

#include <gtest/gtest.h>

namespace allide {
namespace {

TEST(GpuTables, ContainTheirTriangles) {
    base::Random random(1);
    auto meshes = test::hostile_meshes(300, random);
    meshes.push_back({"scattered", test::scattered(501, random, 0.2)});
    for (const GeneratedShape shape : all_shapes())
        meshes.push_back({std::string(name_of(shape)), generate(shape).value()});
    for (const auto& [name, mesh] : meshes) {
        for (const double size : {1.0, 1e-20, 3e20}) {
            SCOPED_TRACE(name + " of size " + std::to_string(size));
            const Model model =
                Model::build(test::moved(mesh, size, {0.3 * size, -5 * size, 100 * size})).value();
            const auto exponent = gpu::size_exponent(model);
            ASSERT_TRUE(exponent);
            // In a pair with a larger mesh, the same mesh has smaller scaled coordinates.
            for (const int more : {0, 7, 30})
                EXPECT_TRUE(gpu::valid(gpu::build_tables(model, *exponent + more), model, *exponent + more))
                    << more;
        }
    }
}

TEST(GpuTables, FitIntoTheirMemory) {
    base::Random random(2);
    for (const Mesh& mesh : {generate(GeneratedShape::torus, {.triangles = 12544}).value(),
                             test::scattered(2000, random, 0.1)}) {
        const Model model = Model::build(mesh).value();
        const gpu::MeshTables tables = gpu::build_tables(model, *gpu::size_exponent(model));
        EXPECT_LE(tables.bytes(), gpu::most_bytes_per_triangle * mesh.triangles().size());
    }
}

TEST(GpuTables, MarkOnlyCellsInside) {
    for (const GeneratedShape shape : {GeneratedShape::torus, GeneratedShape::cube, GeneratedShape::antiprism,
                                       GeneratedShape::noisy_torus}) {
        SCOPED_TRACE(name_of(shape));
        const Mesh mesh =
            generate(shape,
                     {.triangles =
                          shape == GeneratedShape::cube || shape == GeneratedShape::antiprism ? 0u : 2000u})
                .value();
        const Model model = Model::build(mesh).value();
        const int exponent = *gpu::size_exponent(model);
        const gpu::MeshTables tables = gpu::build_tables(model, exponent);
        const auto& grid = tables.view.grid;
        ASSERT_FALSE(tables.grid_words.empty());
        base::Random random(3);
        std::size_t inside = 0;
        std::vector<Vec3> points;
        for (int i = 0; i < 20'000; ++i) {
            // The point is displaced by nearly up to the largest error that the grid tolerates.
            float point[3];
            double exact[3];
            for (int k = 0; k < 3; ++k) {
                exact[k] = random.between(-1, 1);
                point[k] = gpu::in_cells(
                    grid, k, static_cast<float>(exact[k] + random.between(-1, 1) * 0.99 * grid.slack));
            }
            const gpu::Place place = gpu::place_of(grid, tables.grid_words.data(), point);
            if (place == gpu::unknown_place) continue;
            const double* c = tables.view.centre;
            const Vec3 at{c[0] + std::ldexp(exact[0], exponent), c[1] + std::ldexp(exact[1], exponent),
                          c[2] + std::ldexp(exact[2], exponent)};
            const PointLocation location = contains(model.at_rest(), at);
            EXPECT_EQ(location, place == gpu::inside_place ? PointLocation::inside : PointLocation::outside);
            inside += location == PointLocation::inside ? 1 : 0;
        }
        EXPECT_GT(inside, 100u);
    }
    const Mesh torus = generate(GeneratedShape::torus, {.triangles = 100}).value();
    const Mesh open = Mesh::from({.vertices = {torus.vertices().begin(), torus.vertices().end()},
                                  .triangles = {torus.triangles().begin() + 1, torus.triangles().end()}})
                          .value();
    const Model model = Model::build(open).value();
    EXPECT_TRUE(gpu::build_tables(model, *gpu::size_exponent(model)).grid_words.empty());
}

TEST(GpuTables, RefuseMeshesThatFloatsCannotRepresent) {
    EXPECT_FALSE(gpu::size_exponent(Model()));
    const auto point = Mesh::from({.vertices = {{1, 2, 3}}, .triangles = {{0, 0, 0}}}).value();
    EXPECT_FALSE(gpu::size_exponent(Model::build(point).value()));
    const Mesh torus = generate(GeneratedShape::torus, {.triangles = 100}).value();
    EXPECT_FALSE(gpu::size_exponent(Model::build(test::moved(torus, 1e-300, {})).value()));
}

}  // namespace
}  // namespace allide
