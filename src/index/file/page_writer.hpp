// Writes the pages of a new index. Types of pages may alternate; several nodes share a page.
#pragma once

#include "index/file/header.hpp"
#include "index/file/new_file.hpp"
#include "index/file/page.hpp"

#include <cstdint>
#include <deque>
#include <filesystem>

namespace allide::index {

class PageWriter {
  public:
    PageWriter(const std::filesystem::path& file, std::uint64_t salt);

    // Writes the bytes to a run of consecutive pages and returns the number of the first.
    std::uint64_t write_run(PageType type, ByteView bytes);
    NodePlace add_node(const Node& node);
    // Fills in the header's page count and digest, writes it as the first page and gives the file its name.
    void finish(Header& header);

  private:
    void write_node_page();

    NewFile file_;
    std::uint64_t salt_;
    std::deque<std::uint64_t> checksums_;  // checksums of pages 1, 2, …; a deque, which grows without copying
    std::uint64_t node_page_ = 0;          // the page that is being filled; 0 if there is none
    Bytes nodes_;
};

}  // namespace allide::index
