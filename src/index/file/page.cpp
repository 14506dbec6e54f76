#include "index/file/page.hpp"

#include "index/file/digest.hpp"
#include "index/file/node_bytes.hpp"

#include <algorithm>
#include <string_view>

#include <fmt/format.h>

namespace allide::index {
namespace {

constexpr std::string_view magic = "allide\r\n";  // any transfer in text mode changes the line ending
static_assert(magic.size() == page_head);

void put_at(Page& page, std::size_t at, ByteView bytes) {
    std::copy(bytes.begin(), bytes.end(), page.begin() + static_cast<std::ptrdiff_t>(at));
}

void seal(Page& page, std::uint64_t number, std::uint64_t salt) {
    ByteWriter tail;
    tail.put(checksum_of(page, number, salt));
    put_at(page, page_bytes - page_tail, tail.bytes());
}

std::uint64_t header_checksum(ByteView page) {
    Digest digest;
    digest.add(page.first(header_bytes - page_tail));
    return digest.value();
}

// True if no byte of the header page has changed.
bool is_intact_header(ByteView page, std::uint32_t version) {
    if (version < 2) return stored_checksum(page) == checksum_of(page, 0, 0);
    const ByteView rest = page.subspan(header_bytes);
    return ByteReader(page.subspan(header_bytes - page_tail, page_tail)).u64() == header_checksum(page) &&
           std::ranges::all_of(rest, [](std::byte each) { return each == std::byte{0}; });
}

void put_root(ByteWriter& out, const std::optional<Child>& root) {
    out.put(static_cast<std::uint8_t>(root.has_value()));
    if (root) put_child(out, *root);
}

// Checks that the counts, the tables and the root are consistent with each other.
void check_counts(const Header& header) {
    const bool empty = header.objects == 0;
    if (header.root.has_value() == empty || (header.leaves == 0) != empty)
        bad_page(0, "expected a tree if, and only if, there are objects");
    const bool extended = header.segments.entries != 0;
    if (header.leaf_table.entries != (extended ? 0 : header.leaves) ||
        header.object_table.entries != (extended ? 0 : header.objects))
        bad_page(0, "expected tables with one entry per leaf and per object");
    if (header.pages == 0) bad_page(0, "expected at least one page");
}

}  // namespace

void bad_page(std::uint64_t number, const std::string& what) {
    throw_damaged(fmt::format("page {}: {}", number, what));
}

std::uint64_t checksum_of(ByteView page, std::uint64_t number, std::uint64_t salt) {
    Digest digest(salt);
    digest.add(number);
    digest.add(page.first(page_bytes - page_tail));
    return digest.value();
}

std::uint64_t stored_checksum(ByteView page) {
    return ByteReader(page.last(page_tail)).u64();
}

Page make_page(PageType type, std::uint32_t place_in_run, ByteView payload, std::uint64_t number,
               std::uint64_t salt) {
    Page page{};
    ByteWriter head;
    head.put(static_cast<std::uint8_t>(type));
    head.put(std::uint8_t{0});
    head.put(static_cast<std::uint16_t>(payload.size()));
    head.put(place_in_run);
    put_at(page, 0, head.bytes());
    put_at(page, page_head, payload);
    seal(page, number, salt);
    return page;
}

ByteView open_page(ByteView page, PageType type, std::uint32_t place_in_run, std::uint64_t number,
                   std::uint64_t salt) {
    if (stored_checksum(page) != checksum_of(page, number, salt)) bad_page(number, "wrong checksum");
    ByteReader head(page);
    const std::uint8_t found = head.u8();
    head.u8();
    const std::uint16_t used = head.u16();
    if (found != static_cast<std::uint8_t>(type) || head.u32() != place_in_run || used > page_payload)
        bad_page(number, "expected another page here");
    return page.subspan(page_head, used);
}

bool has_magic(ByteView first_bytes) {
    return first_bytes.size() >= magic.size() &&
           std::ranges::equal(first_bytes.first(magic.size()), std::as_bytes(std::span(magic)));
}

Page make_header_page(const Header& header) {
    ByteWriter out;
    out.put(std::as_bytes(std::span(magic)));
    out.put(header.version);
    out.put(page_bytes);
    out.put(header.pages);
    out.put(header.leaf_bytes);
    out.put(header.source_digest);
    out.put(header.root_digest);
    out.put(header.triangles);
    out.put(header.objects);
    out.put(header.shapes);
    out.put(header.leaves);
    out.put(header.inner_nodes);
    out.put(header.levels);
    out.put(header.split_trees);
    out.put(header.ambiguous);
    out.put(header.split_depths);
    put_table(out, header.leaf_table);
    put_table(out, header.object_table);
    put_root(out, header.root);
    out.put(header.digest_state);
    out.put(header.salt);
    out.put(static_cast<std::uint8_t>(header.appending));
    put_table(out, header.segments);
    static_assert(header_bytes < page_bytes);
    Page page{};
    put_at(page, 0, out.bytes());
    ByteWriter tail;
    tail.put(header_checksum(page));
    put_at(page, header_bytes - page_tail, tail.bytes());
    return page;
}

Header open_header_page(ByteView page) {
    if (!has_magic(page)) bad_page(0, "expected an index of allide, found other first bytes");
    ByteReader in(page);
    in.take(magic.size());
    Header header;
    header.version = in.u32();
    if (header.version > format_version)
        bad_page(0, fmt::format("expected format version {1} or older, found {0}", header.version,
                                format_version));
    if (!is_intact_header(page, header.version)) bad_page(0, "wrong checksum");
    if (header.version < 1 || in.u32() != page_bytes)
        bad_page(0, "expected a known page size and format version");
    header.pages = in.u64();
    header.leaf_bytes = in.u64();
    header.source_digest = in.u64();
    header.root_digest = in.u64();
    header.triangles = in.u64();
    header.objects = in.u32();
    header.shapes = in.u32();
    header.leaves = in.u32();
    header.inner_nodes = in.u32();
    header.levels = in.u32();
    header.split_trees = in.u32();
    header.ambiguous = in.u32();
    header.split_depths = in.u64();
    header.leaf_table = table_from(in);
    header.object_table = table_from(in);
    if (in.u8() != 0) header.root = child_from(in);
    header.salt = new_salt(header);
    if (header.version >= 2) {
        header.digest_state = in.u64();
        header.salt = in.u64();
        header.appending = in.u8() != 0;
        header.segments = table_from(in);
    }
    check_counts(header);
    return header;
}

std::uint64_t new_salt(const Header& header) {
    Digest digest(header.source_digest);
    digest.add(header.leaf_bytes);
    digest.add(header.version);
    return digest.value();
}

TreeCounts counts_of(const Header& header) {
    return {.inner_nodes = header.inner_nodes,
            .levels = header.levels,
            .split_depths = header.split_depths,
            .split_trees = header.split_trees,
            .ambiguous = header.ambiguous};
}

void set_counts(Header& header, const TreeCounts& counts) {
    header.inner_nodes = counts.inner_nodes;
    header.levels = counts.levels;
    header.split_depths = counts.split_depths;
    header.split_trees = counts.split_trees;
    header.ambiguous = counts.ambiguous;
}

Segment whole_segment(const Header& header) {
    Segment segment{.objects = header.objects, .leaves = header.leaves, .counts = counts_of(header)};
    if (header.root) segment.root = *header.root;
    segment.leaf_table = header.leaf_table;
    segment.object_table = header.object_table;
    return segment;
}

}  // namespace allide::index
