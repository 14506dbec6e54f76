// Reads arbitrary bytes as a mesh file.
#include "expect.hpp"
#include "input_name.hpp"

#include <allide/io.hpp>
#include <allide/mesh.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace {

using namespace allide;

void check_error(const Error& error) {
    ALLIDE_FUZZ_EXPECT(!error.message.empty());
    ALLIDE_FUZZ_EXPECT(error.file == input_name);
    ALLIDE_FUZZ_EXPECT(error.message.find('\n') == std::string::npos);
    ALLIDE_FUZZ_EXPECT(error.text().find(input_name) != std::string::npos);
}

void check_indices(const Mesh& mesh) {
    std::vector<std::uint64_t> of_part(mesh.part_names().size(), 0);
    for (std::uint32_t i = 0; i < mesh.triangles().size(); ++i) {
        ALLIDE_FUZZ_EXPECT(std::ranges::max(mesh.triangles()[i]) < mesh.vertices().size());
        ALLIDE_FUZZ_EXPECT(mesh.part_of(i) < of_part.size());
        ++of_part[mesh.part_of(i)];
    }
    // Every part has triangles: readers leave out parts without any.
    ALLIDE_FUZZ_EXPECT(std::ranges::find(of_part, 0u) == of_part.end());
}

void check_notes(const Mesh& mesh) {
    for (const Note& note : mesh.notes()) {
        ALLIDE_FUZZ_EXPECT(!note.message.empty());
        ALLIDE_FUZZ_EXPECT(!note.triangle || *note.triangle < mesh.triangles().size());
    }
}

void check_inspection(const Mesh& mesh) {
    std::uint64_t triangles = 0;
    for (const PartInfo& part : inspect(mesh)) {
        triangles += part.triangles;
        ALLIDE_FUZZ_EXPECT(part.vertices <= 3 * part.triangles && part.nonfinite <= part.vertices);
        ALLIDE_FUZZ_EXPECT(part.bounds.has_value() == (part.nonfinite < part.vertices));
        ALLIDE_FUZZ_EXPECT(part.degenerate <= part.triangles && part.duplicate < part.triangles);
        ALLIDE_FUZZ_EXPECT(part.closed == (part.open_edges == 0 && part.nonmanifold_edges == 0));
    }
    ALLIDE_FUZZ_EXPECT(triangles == mesh.triangles().size());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const auto mesh = read_mesh(std::as_bytes(std::span(data, size)), std::string(input_name));
    if (!mesh) {
        check_error(mesh.error());
        return 0;
    }
    check_indices(*mesh);
    check_notes(*mesh);
    check_inspection(*mesh);
    return 0;
}
