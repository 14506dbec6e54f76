// Writes the pages of a new index, in any order of kinds; nodes are packed, several to a page.
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

    // Puts bytes on as many pages as they need, side by side; gives the first page's number.
    std::uint64_t write_run(PageType type, ByteView bytes);
    NodePlace add_node(const Node& node);
    // Completes the header, writes it as the first page and gives the file its name.
    void finish(Header& header);

  private:
    void write_node_page();

    NewFile file_;
    std::uint64_t salt_;
    std::deque<std::uint64_t> checksums_;  // of page 1, 2, …; never in memory twice
    std::uint64_t node_page_ = 0;          // being filled; 0: none
    Bytes nodes_;
};

}  // namespace allide::index
