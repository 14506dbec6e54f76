// A scene on disk, larger than memory if need be: an MKtree of its objects in one file that is written once
// and read page by page. Questions to it stand in allide/index_query.hpp.
#pragma once

#include <allide/geometry.hpp>
#include <allide/io.hpp>
#include <allide/result.hpp>

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <span>

namespace allide {

namespace index {
class Reader;
}

struct IndexBuildOptions {
    // The most that a leaf with several objects takes on disk, in bytes; rounded up to whole pages of 4096.
    // A single object may take more; its triangles then have pages of their own.
    std::uint64_t leaf_bytes = 65536;
    // Memory to work in, in bytes; beyond it the disk beside the new file is used. One that cannot be kept is
    // refused, with the least that is needed: parts are worked on as a whole, and divided by the boxes of
    // all. None: as needed.
    std::optional<std::uint64_t> memory_limit = {};
    unsigned threads = 0;  // at most so many; 0: one a core
    LoadOptions load = {};
    // Called now and then with what is done and what there is to do, in units of its own; false: give up.
    std::function<bool(std::uint64_t done, std::uint64_t all)> progress = {};
};

// The columns of the paper's table 1, and what else the first page tells.
struct IndexInfo {
    std::uint64_t triangles = 0;
    std::uint64_t objects = 0;  // parts with triangles, numbered from 0 over all files
    std::uint64_t shapes = 0;   // meshes that are stored; instances share them
    std::uint64_t levels = 0;   // of the deepest leaf; a lone leaf has level 0
    std::uint64_t inner_nodes = 0;
    std::uint64_t leaves = 0;
    std::uint64_t split_trees = 0;          // inner nodes whose children's boxes overlap
    double split_depth = 0;                 // the mean depth of these SplitTrees
    std::uint64_t blurred_split_trees = 0;  // those with a cell in which both children have surface
    std::uint64_t bytes = 0;                // of the file
    std::uint64_t block_size = 0, blocks = 0;
    std::uint64_t leaf_bytes = 0;
    std::uint32_t format_version = 0;
    std::uint64_t source_digest = 0;  // of names and triangles, whatever files they came from
    std::uint64_t root_digest = 0;
    std::optional<Box> bounds = {};
};

struct IndexOpenOptions {
    // What may be kept of the file between questions, in bytes.
    std::uint64_t memory_limit = std::uint64_t{1} << 30;
};

// Move-only. Const is safe from any number of threads: what is kept between questions is locked.
class Index {
  public:
    // Reads scenes part by part and writes the index beside `file`; then, when all of it is on the disk,
    // renames it: a kill at any moment leaves the old file or the new one. The same bytes for the same
    // scenes, whatever the threads, the memory limit and the machine.
    static Result<IndexInfo> build(std::span<const std::filesystem::path> scenes,
                                   const std::filesystem::path& file, const IndexBuildOptions& options = {});
    // Reads the first page only. Damage elsewhere is found when what it hit is read.
    static Result<Index> open(const std::filesystem::path& file, const IndexOpenOptions& options = {});
    // Reads every byte: an error names the first page that is changed, missing or too much.
    static Result<IndexInfo> verify(const std::filesystem::path& file);

    // Do the first bytes, or the extension .allide, say that this is an index?
    static bool recognises(const std::filesystem::path& file);

    IndexInfo info() const;
    const index::Reader& reader() const { return *reader_; }

    Index(Index&&) noexcept;
    Index& operator=(Index&&) noexcept;
    ~Index();

  private:
    explicit Index(std::unique_ptr<index::Reader> reader);
    std::unique_ptr<index::Reader> reader_;
};

}  // namespace allide
