#include "report/clash/load_parts.hpp"
#include "report/clash/parts.hpp"

#include <allide/index.hpp>
#include <allide/io.hpp>

#include <cstdlib>
#include <fstream>
#include <optional>
#include <system_error>
#include <utility>

#include <fmt/format.h>

namespace allide::detail::report {

namespace {

namespace fs = std::filesystem;

// A new folder for temporary files, removed by the destructor.
class TemporaryFolder {
  public:
    TemporaryFolder() {
        std::error_code failure;
        std::string name = (fs::temp_directory_path(failure) / "allide-clash-XXXXXX").string();
        if (!failure && ::mkdtemp(name.data()) != nullptr) path_ = name;
    }
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;
    ~TemporaryFolder() {
        std::error_code ignored;
        if (!path_.empty()) fs::remove_all(path_, ignored);
    }
    // Empty if the folder could not be made.
    const fs::path& path() const { return path_; }

  private:
    fs::path path_;
};

// A readable file and its number of parts with triangles.
struct CountedFile {
    fs::path path;
    std::uint64_t parts = 0;
    bool finite = true;
};

std::vector<CountedFile> count_parts(const std::vector<fs::path>& files, const LoadOptions& load,
                                     std::vector<UnreadableInput>& unreadable) {
    std::vector<CountedFile> counted;
    for (const fs::path& file : files) {
        const Result<FileInspection> contents = inspect_file(file, load);
        if (!contents) {
            Error error = contents.error();
            if (error.file.empty()) error.file = file.string();
            unreadable.push_back({file.string(), error.text()});
            continue;
        }
        CountedFile one{.path = file};
        contents->for_each_part([&](const PartInfo& part) {
            if (part.triangles > 0) ++one.parts;
            if (part.nonfinite > 0) one.finite = false;
        });
        counted.push_back(std::move(one));
    }
    return counted;
}

// Builds and opens the index, then removes its name: the file's space is freed with the Index.
Result<Index> temporary_index(const std::vector<CountedFile>& files, const ClashLoadOptions& options) {
    const TemporaryFolder folder;
    if (folder.path().empty())
        return Error{
            .code = ErrorCode::cannot_open,
            .message = "cannot create a temporary folder for the scene; set TMPDIR to a writable one"};
    const fs::path file = folder.path() / "scene.allide";
    std::vector<fs::path> scenes;
    scenes.reserve(files.size());
    for (const CountedFile& one : files) scenes.push_back(one.path);
    const Result<IndexInfo> built = Index::build(scenes, file,
                                                 {.memory_limit = options.memory_limit,
                                                  .threads = options.threads,
                                                  .load = options.load,
                                                  .progress = options.progress});
    if (!built) return built.error();
    return Index::open(file, {.memory_limit = *options.memory_limit / 2});
}

// An index does not store from which file a part came; its parts are in the order of the files.
void set_files(std::vector<AssemblyPart>& parts, const std::vector<CountedFile>& files) {
    std::size_t file = 0;
    std::uint64_t left = files.front().parts;
    for (AssemblyPart& part : parts) {
        while (left == 0 && file + 1 < files.size()) left = files[++file].parts;
        --left;
        part.file = files[file].path.string();
        part.group = file_name_of(part.file);
    }
    set_identities(parts);
}

bool is_ifc(const fs::path& file) {
    const std::string extension = file.extension().string();
    return extension == ".ifc" || extension == ".ifczip" || extension == ".IFC";
}

// glTF files are in metres with y up, unless allide wrote them. What other formats state is not used, since
// finding it would mean reading the files again.
void set_frames(PartStore& store, const std::vector<CountedFile>& files) {
    for (const CountedFile& one : files) {
        const std::string extension = one.path.extension().string();
        if (extension != ".glb" && extension != ".gltf") continue;
        std::string head(256, '\0');
        std::ifstream(one.path, std::ios::binary)
            .read(head.data(), static_cast<std::streamsize>(head.size()));
        if (head.find(R"("generator":"allide")") == std::string::npos)
            store.frames.push_back({one.path.string(), "m", Vec3{0, 1, 0}});
    }
}

}  // namespace

Result<bool> load_into_index(PartStore& store, const std::vector<fs::path>& files,
                             const ClashLoadOptions& options) {
    for (const fs::path& file : files)
        if (is_ifc(file)) {
            store.warnings.push_back(fmt::format(
                "{}: the memory limit is not kept, since an index does not store attributes of IFC elements",
                file.string()));
            return false;
        }
    std::vector<UnreadableInput> unreadable;
    const std::vector<CountedFile> counted = count_parts(files, options.load, unreadable);
    for (const CountedFile& one : counted) {
        if (one.finite) continue;
        store.warnings.push_back(fmt::format(
            "{}: the memory limit is not kept, since not all coordinates are finite", one.path.string()));
        return false;
    }
    if (counted.empty()) return false;
    bool stopped = false;
    ClashLoadOptions watched = options;
    watched.progress = [&](std::uint64_t done, std::uint64_t all) {
        stopped = stopped || (options.progress && !options.progress(done, all));
        return !stopped;
    };
    Result<Index> index = temporary_index(counted, watched);
    if (!index && stopped) {
        store.unreadable = std::move(unreadable);
        for (const CountedFile& one : counted) store.unreadable.push_back(not_read(one.path));
        store.keep(Scene(), {});
        return true;
    }
    if (!index) return index.error();
    if (const auto error = load_index(store, std::move(index).value(), "", *options.memory_limit / 2))
        return *error;
    store.unreadable = std::move(unreadable);
    set_files(store.parts, counted);
    set_frames(store, counted);
    store.nodes_are_in_files = true;
    return true;
}

}  // namespace allide::detail::report
