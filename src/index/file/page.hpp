// The pages of an index. Each page states its type, the number of its used bytes and its position in its run
// of pages. Its last eight bytes are a checksum of all other bytes, of the page's number and of the file's
// identity, so that every changed byte and every misplaced page is detected.
#pragma once

#include "index/file/byte_stream.hpp"
#include "index/file/header.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>

namespace allide::index {

enum class PageType : std::uint8_t {
    header = 0,
    nodes = 1,
    leaf = 2,
    shape = 3,
    leaf_table = 4,
    object_table = 5,
    segments = 6
};

inline constexpr std::size_t page_head = 8;  // type (1 byte), 0 (1), bytes used (2), position in its run (4)
inline constexpr std::size_t page_tail = 8;  // the checksum
inline constexpr std::size_t page_payload = page_bytes - page_head - page_tail;

using Page = std::array<std::byte, page_bytes>;

// The number of pages that hold `bytes` bytes of payload.
constexpr std::uint64_t pages_for(std::uint64_t bytes) {
    return bytes / page_payload + (bytes % page_payload != 0 ? 1 : 0);
}

// Makes a page with its checksum. `salt` identifies the file, see new_salt().
Page make_page(PageType type, std::uint32_t place_in_run, ByteView payload, std::uint64_t number,
               std::uint64_t salt);
// Returns the payload. Throws IndexFailure if this is not the page that was written with these arguments.
ByteView open_page(ByteView page, PageType type, std::uint32_t place_in_run, std::uint64_t number,
                   std::uint64_t salt);

std::uint64_t checksum_of(ByteView page, std::uint64_t number, std::uint64_t salt);
std::uint64_t stored_checksum(ByteView page);

// The header and its checksum are in the first bytes of its page, a sector that disks write as a whole; the
// rest of the page is zero.
inline constexpr std::size_t header_bytes = 512;
// Makes and checks the header page. Its checksum is computed without a salt.
Page make_header_page(const Header& header);
Header open_header_page(ByteView page);
bool has_magic(ByteView first_bytes);
// The salt of a new index with this header.
std::uint64_t new_salt(const Header& header);

[[noreturn]] void bad_page(std::uint64_t number, const std::string& what);

}  // namespace allide::index
