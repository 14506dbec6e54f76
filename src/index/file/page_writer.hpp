// Writes the pages of a new index. Pages of different types may alternate. Several nodes share one page.
#pragma once

#include "index/file/digest.hpp"
#include "index/file/header.hpp"
#include "index/file/new_file.hpp"
#include "index/file/page.hpp"

#include <cstdint>
#include <deque>
#include <filesystem>

namespace allide::index {

class PageWriter {
  public:
    // Writes pages from number `first_page` on. `digest` is that of the pages before.
    PageWriter(OutputFile& file, std::uint64_t salt, std::uint64_t first_page = 1,
               const Digest& digest = Digest());

    // Writes the bytes to a run of consecutive pages. Returns the number of the first page.
    std::uint64_t write_run(PageType type, ByteView bytes);
    // Reserves a run of consecutive pages, to be written later. Returns the number of the first page.
    std::uint64_t reserve(std::uint64_t pages);
    // Writes a run of reserved pages. Safe from any number of threads if their runs differ, while no other
    // member is called.
    void write_reserved(PageType type, std::uint64_t first, ByteView bytes);
    NodePlace add_node(const Node& node);
    // Sets the header's page count and digest, and completes the file with it as the first page.
    void finish(Header& header);

  private:
    void write_node_page();

    OutputFile& file_;
    std::uint64_t salt_, first_page_;
    Digest digest_;  // digest of the checksums of the pages before first_page_
    std::deque<std::uint64_t>
        checksums_;  // checksums of the pages from first_page_ on; a deque grows without copying
    std::uint64_t node_page_ = 0;  // number of the page of nodes being filled; 0: none
    Bytes nodes_;
};

}  // namespace allide::index
