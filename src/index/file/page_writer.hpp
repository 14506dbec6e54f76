// Writes the pages of a new index. Pages of different types may alternate. Several nodes share one page.
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

    // Writes the bytes to a run of consecutive pages. Returns the number of the first page.
    std::uint64_t write_run(PageType type, ByteView bytes);
    NodePlace add_node(const Node& node);
    // Completes the header's page count and digest, writes it as the first page and gives the file its name.
    void finish(Header& header);

  private:
    void write_node_page();

    NewFile file_;
    std::uint64_t salt_;
    std::deque<std::uint64_t> checksums_;  // checksums of pages 1, 2, …; a deque grows without copying
    std::uint64_t node_page_ = 0;          // number of the page of nodes being filled; 0: none
    Bytes nodes_;
};

}  // namespace allide::index
