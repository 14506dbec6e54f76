// Writes a mesh, reads it back, and prints what is wrong with it: a face of the tetrahedron is missing.
#include <allide/allide.hpp>

#include <cstdio>
#include <filesystem>

using namespace allide;

int main() {
    const auto file = std::filesystem::temp_directory_path() / "allide-example-open.obj";
    MeshData data{.vertices = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
    data.triangles = {{0, 2, 1}, {0, 1, 3}, {0, 3, 2}};  // a tetrahedron without its slanted face
    if (!save_mesh(Mesh::from(std::move(data)).value(), file)) return 2;

    const Result<Mesh> mesh = load_mesh(file);
    std::filesystem::remove(file);
    if (!mesh) {
        std::fprintf(stderr, "%s\n", mesh.error().text().c_str());  // the text names file and line
        return 2;
    }
    std::uint64_t open_edges = 0;
    for (const PartInfo& part : inspect(*mesh)) open_edges += part.open_edges;
    std::printf("%zu triangles, %llu open edges\n", mesh->triangles().size(),
                static_cast<unsigned long long>(open_edges));

    const Result<Mesh> missing = load_mesh("no-such-file.stl");
    std::printf("%s\n", missing ? "found" : missing.error().text().c_str());
    return open_edges == 3 ? 0 : 1;
}
