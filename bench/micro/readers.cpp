// Reading speed for a mesh of a million triangles in each format, in megabytes of file per second, compared
// with Assimp. The files have just been written, so they are in the disk cache; the readers alternate.
// Triangle counts are printed too, so that a reader that loses triangles does not look fast.
#include "support/setting.hpp"

#include <allide/extra/shapes.hpp>
#include <allide/io.hpp>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <random>
#include <string>

#if defined(ALLIDE_BENCH_ASSIMP)
#include <assimp/Importer.hpp>
#include <assimp/scene.h>
#endif

namespace {

using namespace allide;

class TemporaryFolder {
  public:
    TemporaryFolder()
        : path_(std::filesystem::temp_directory_path() /
                ("allide-bench-readers-" + std::to_string(std::random_device{}()))) {
        std::filesystem::create_directories(path_);
    }
    ~TemporaryFolder() {
        std::error_code ignored;
        std::filesystem::remove_all(path_, ignored);
    }
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;
    const std::filesystem::path& path() const { return path_; }

  private:
    std::filesystem::path path_;
};

std::uint64_t read_with_allide(const std::filesystem::path& file) {
    return load_mesh(file).value().triangles().size();
}

#if defined(ALLIDE_BENCH_ASSIMP)
// Assimp without post-processing: it does not merge vertices or compute normals.
std::uint64_t read_with_assimp(const std::filesystem::path& file) {
    Assimp::Importer importer;
    const aiScene* const scene = importer.ReadFile(file.string(), 0);
    std::uint64_t triangles = 0;
    for (unsigned i = 0; scene != nullptr && i < scene->mNumMeshes; ++i)
        triangles += scene->mMeshes[i]->mNumFaces;
    return triangles;
}
#endif

using Reader = std::uint64_t (*)(const std::filesystem::path&);

struct Measured {
    std::uint64_t triangles = 0;
    std::vector<double> seconds;
    void run(Reader reader, const std::filesystem::path& file) {
        const double start = bench::now();
        triangles = reader(file);
        seconds.push_back(bench::now() - start);
    }
};

void print_row(const char* program, const Measured& measured, double megabytes) {
    std::printf("  %-7s %8.0f MB/s (first round %.0f), %llu triangles\n", program,
                megabytes / bench::median(measured.seconds), megabytes / measured.seconds.front(),
                static_cast<unsigned long long>(measured.triangles));
}

// Returns true if every reader found all triangles.
bool measure(const std::filesystem::path& file, std::uint64_t expected) {
    constexpr int rounds = 5;
    const double megabytes = static_cast<double>(std::filesystem::file_size(file)) / 1e6;
    Measured ours;
    [[maybe_unused]] Measured theirs;
    for (int round = 0; round < rounds; ++round) {
        ours.run(read_with_allide, file);
#if defined(ALLIDE_BENCH_ASSIMP)
        theirs.run(read_with_assimp, file);
#endif
    }
    std::printf("%s, %.1f MB\n", file.filename().c_str(), megabytes);
    print_row("allide", ours, megabytes);
#if defined(ALLIDE_BENCH_ASSIMP)
    print_row("Assimp", theirs, megabytes);
    if (theirs.triangles != expected) std::printf("  Assimp did not read all of it\n");
#endif
    return ours.triangles == expected;
}

}  // namespace

int main() {
    const TemporaryFolder folder;
    const Mesh mesh = generate(GeneratedShape::noisy_torus, {.triangles = 1'000'000}).value();
    bool complete = true;
    for (const char* name : {"binary.stl", "binary.ply", "text.obj", "binary.glb"}) {
        const std::filesystem::path file = folder.path() / name;
        save_mesh(mesh, file).value();
        complete = measure(file, mesh.triangles().size()) && complete;
        std::filesystem::remove(file);
    }
    if (!complete) std::printf("FAILED: a file was read with another number of triangles\n");
    return complete ? EXIT_SUCCESS : EXIT_FAILURE;
}
