#include "clash_index.hpp"

#include "arguments.hpp"
#include "index_file.hpp"
#include "output.hpp"
#include "progress.hpp"

#include <cstdlib>
#include <filesystem>

#include <fmt/format.h>

namespace allide::cli {

namespace {

// A folder that is gone when this is.
class IndexFolder {
  public:
    IndexFolder() {
        std::error_code failure;
        const std::filesystem::path parent = std::filesystem::temp_directory_path(failure);
        std::string name = (parent / "allide-clash-XXXXXX").string();
        if (failure || ::mkdtemp(name.data()) == nullptr)
            throw Refusal(
                "--memory-limit: cannot make a temporary folder; set TMPDIR to one that can be written to");
        path_ = name;
    }
    IndexFolder(const IndexFolder&) = delete;
    IndexFolder& operator=(const IndexFolder&) = delete;
    ~IndexFolder() {
        std::error_code ignored;
        std::filesystem::remove_all(path_, ignored);
    }
    std::filesystem::path operator/(const char* name) const { return path_ / name; }

  private:
    std::filesystem::path path_;
};

// What can be read, and how many parts with triangles it has.
struct CountedFile {
    std::string file;
    std::uint64_t parts = 0;
    bool finite = true;
};

std::vector<CountedFile> count_parts(const std::vector<std::string>& files, const LoadOptions& load,
                                     std::vector<Unreadable>& unreadable) {
    std::vector<CountedFile> counted;
    for (const std::string& file : files) {
        const Result<FileInspection> contents = inspect_file(file, load);
        if (!contents) {
            Error error = contents.error();
            if (error.file.empty()) error.file = file;
            unreadable.push_back({file, error.text()});
            continue;
        }
        CountedFile one{.file = file};
        contents->for_each_part([&](const PartInfo& part) {
            if (part.triangles > 0) ++one.parts;
            if (part.nonfinite > 0) one.finite = false;
        });
        counted.push_back(one);
    }
    return counted;
}

// The file is not needed by its name any more: it goes with the folder, and its bytes with the index.
Index temporary_index(const std::vector<CountedFile>& files, const LoadOptions& load, unsigned threads,
                      std::uint64_t memory_limit) {
    const IndexFolder folder;
    const std::filesystem::path file = folder / "scene.allide";
    std::vector<std::filesystem::path> scenes;
    scenes.reserve(files.size());
    for (const CountedFile& one : files) scenes.emplace_back(one.file);
    ProgressBar bar("bytes of the scene");
    const IndexBuildOptions options{.memory_limit = memory_limit,
                                    .threads = threads,
                                    .load = load,
                                    .progress = [&](std::uint64_t done, std::uint64_t all) {
                                        bar.show(done, all);
                                        return true;
                                    }};
    value_or_refuse(Index::build(scenes, file, options), "the scene");
    return value_or_refuse(Index::open(file, {.memory_limit = memory_limit / 2}), "the scene");
}

void list_parts(const Index& index, const std::vector<CountedFile>& files, ClashParts& scene) {
    const Model on_disk;  // there, and without triangles
    std::size_t file = 0;
    std::uint64_t left = files.front().parts;
    for (const IndexedPart& part : value_or_refuse(parts_of(index), "the scene")) {
        while (left == 0 && file + 1 < files.size()) left = files[++file].parts;
        --left;
        ClashPartInfo info;
        info.name = part.object.name;
        info.file = files[file].file;
        info.group = file_name_of(info.file);
        info.digest = part.digest;
        info.triangles = part.triangles;
        info.sag = part.traits.sag;
        info.model = on_disk;
        scene.parts.push_back(std::move(info));
    }
}

}  // namespace

std::optional<ClashIndex> index_parts(const std::vector<std::string>& files, const LoadOptions& load,
                                      unsigned threads, const std::string& memory_limit, ClashParts& scene) {
    const std::uint64_t memory = memory_for_index(memory_limit);
    std::vector<Unreadable> unreadable;
    const std::vector<CountedFile> counted = count_parts(files, load, unreadable);
    for (const CountedFile& one : counted) {
        if (one.finite) continue;
        complain(
            fmt::format("{}: --memory-limit is not kept, since not all coordinates are finite", one.file));
        return std::nullopt;
    }
    scene.unreadable = std::move(unreadable);
    if (counted.empty()) return std::nullopt;
    ClashIndex made{temporary_index(counted, load, threads, memory), memory / 2};
    list_parts(made.index, counted, scene);
    set_identities(scene.parts);
    return made;
}

}  // namespace allide::cli
