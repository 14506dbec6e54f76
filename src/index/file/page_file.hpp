// Reads pages of an index from disk. Every page number is checked before it is used.
#pragma once

#include "index/file/header.hpp"
#include "index/file/page.hpp"

#include <cstdint>
#include <filesystem>

namespace allide::index {

// Number of pages (blocks) and bytes read from disk; cache hits are not counted.
struct ReadCount {
    std::uint64_t blocks = 0, bytes = 0;
};

// Keeps the file open, so that replacing the file by another of the same name has no effect. All members
// throw IndexFailure with the file's name.
class PageFile {
  public:
    explicit PageFile(
        const std::filesystem::path& file);  // reads the header page and checks the size of the file
    ~PageFile();
    PageFile(const PageFile&) = delete;
    PageFile& operator=(const PageFile&) = delete;

    const std::filesystem::path& path() const { return path_; }
    const Header& header() const { return header_; }
    // The number of bytes after the last page: 0 unless an append was interrupted.
    std::uint64_t unfinished_bytes() const { return unfinished_bytes_; }

    // The payloads of a run of pages, concatenated.
    Bytes run(PageType type, std::uint64_t first, std::uint64_t pages, ReadCount& count) const;
    // The payload of page `number`, which is part of the run that begins at page `first`.
    Bytes page_of_run(PageType type, std::uint64_t first, std::uint64_t number, ReadCount& count) const;

    // Reads every page. Throws for the first page that is not as it was written.
    void verify() const;

  private:
    Bytes raw(std::uint64_t first, std::uint64_t pages) const;
    Bytes payload(PageType type, std::uint64_t first, std::uint64_t from, std::uint64_t pages,
                  ReadCount& count) const;
    std::uint64_t length() const;
    void read_header();

    std::filesystem::path path_;
    int descriptor_ = -1;
    Header header_;
    std::uint64_t unfinished_bytes_ = 0;
};

// Calls `work`. If it fails with an error that names no file, adds the file's name.
template <typename Work>
decltype(auto) in_file(const std::filesystem::path& file, Work&& work) {
    try {
        return work();
    } catch (IndexFailure& failure) {
        if (failure.error.file.empty()) failure.error.file = file.string();
        throw;
    }
}

// Calls `work`. If it fails with an error that names no page, adds the page.
template <typename Work>
decltype(auto) on_page(std::uint64_t number, Work&& work) {
    try {
        return work();
    } catch (IndexFailure& failure) {
        if (!failure.error.message.starts_with("page "))
            failure.error.message = "page " + std::to_string(number) + ": " + failure.error.message;
        throw;
    }
}

}  // namespace allide::index
