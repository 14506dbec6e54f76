// The pages of an index as they come from the disk. Every place is checked before it is used.
#pragma once

#include "index/file/header.hpp"
#include "index/file/page.hpp"

#include <cstdint>
#include <filesystem>

namespace allide::index {

// Pages that came from the disk, not from what was kept.
struct ReadCount {
    std::uint64_t blocks = 0, bytes = 0;
};

// Holds the file open: one that takes its name later is another file. All of it throws Damage, with the
// file's name.
class PageFile {
  public:
    explicit PageFile(const std::filesystem::path& file);  // reads the first page, compares the length
    ~PageFile();
    PageFile(const PageFile&) = delete;
    PageFile& operator=(const PageFile&) = delete;

    const std::filesystem::path& path() const { return path_; }
    const Header& header() const { return header_; }

    // What the pages of a run hold, one after the other.
    Bytes run(PageType type, std::uint64_t first, std::uint64_t pages, ReadCount& count) const;
    // One page out of a run that begins at `first`.
    Bytes page_of_run(PageType type, std::uint64_t first, std::uint64_t number, ReadCount& count) const;

    // Reads every page; gives up at the first that is not what was written.
    void verify() const;

  private:
    Bytes raw(std::uint64_t first, std::uint64_t pages) const;
    Bytes payload(PageType type, std::uint64_t first, std::uint64_t from, std::uint64_t pages,
                  ReadCount& count) const;
    std::uint64_t length() const;
    void read_header();

    std::filesystem::path path_;
    int descriptor_ = -1;
    std::uint64_t salt_ = 0;
    Header header_;
};

// Work on a file; an error that does not say where it was gets the file's name.
template <typename Work>
decltype(auto) in_file(const std::filesystem::path& file, Work&& work) {
    try {
        return work();
    } catch (Damage& damage) {
        if (damage.error.file.empty()) damage.error.file = file.string();
        throw;
    }
}

// Work on what a page holds; an error that names no page gets this one.
template <typename Work>
decltype(auto) on_page(std::uint64_t number, Work&& work) {
    try {
        return work();
    } catch (Damage& damage) {
        if (!damage.error.message.starts_with("page "))
            damage.error.message = "page " + std::to_string(number) + ": " + damage.error.message;
        throw;
    }
}

}  // namespace allide::index
