#include "index/file/page_writer.hpp"

#include "index/file/digest.hpp"
#include "index/file/node_bytes.hpp"

#include <algorithm>

namespace allide::index {

PageWriter::PageWriter(OutputFile& file, std::uint64_t salt, std::uint64_t first_page, const Digest& digest)
    : file_(file), salt_(salt), first_page_(first_page), digest_(digest) {}

std::uint64_t PageWriter::reserve(std::uint64_t pages) {
    const std::uint64_t first = first_page_ + checksums_.size();
    checksums_.resize(checksums_.size() + static_cast<std::size_t>(pages));
    return first;
}

std::uint64_t PageWriter::write_run(PageType type, ByteView bytes) {
    const std::uint64_t first = reserve(pages_for(bytes.size()));
    write_reserved(type, first, bytes);
    return first;
}

void PageWriter::write_reserved(PageType type, std::uint64_t first, ByteView bytes) {
    constexpr std::size_t pages_at_once = 64;
    Bytes waiting;
    waiting.reserve(std::min<std::size_t>(pages_at_once, pages_for(bytes.size())) * page_bytes);
    std::uint64_t offset = first * page_bytes;
    const auto write_waiting = [&] {
        file_.write(offset, waiting);
        offset += waiting.size();
        waiting.clear();
    };
    for (std::uint32_t place = 0; !bytes.empty(); ++place) {
        const std::size_t used = std::min(bytes.size(), page_payload);
        const Page page = make_page(type, place, bytes.first(used), first + place, salt_);
        checksums_[first - first_page_ + place] = stored_checksum(page);
        waiting.insert(waiting.end(), page.begin(), page.end());
        if (waiting.size() == pages_at_once * page_bytes) write_waiting();
        bytes = bytes.subspan(used);
    }
    write_waiting();
}

// A page gets its number with its first node, so that parents can refer to it before it is written.
NodePlace PageWriter::add_node(const Node& node) {
    const Bytes bytes = bytes_of_node(node);
    if (nodes_.size() + bytes.size() > page_payload) write_node_page();
    if (node_page_ == 0) {
        node_page_ = reserve(1);
    }
    const NodePlace place = node_page_ * page_bytes + nodes_.size();
    nodes_.insert(nodes_.end(), bytes.begin(), bytes.end());
    return place;
}

void PageWriter::write_node_page() {
    if (node_page_ == 0) return;
    const Page page = make_page(PageType::nodes, 0, nodes_, node_page_, salt_);
    checksums_[node_page_ - first_page_] = stored_checksum(page);
    file_.write(node_page_ * page_bytes, page);
    node_page_ = 0;
    nodes_.clear();
}

void PageWriter::finish(Header& header) {
    write_node_page();
    for (const std::uint64_t checksum : checksums_) digest_.add(checksum);
    header.root_digest = digest_.value();
    header.digest_state = digest_.state();
    header.pages = first_page_ + checksums_.size();
    header.version = format_version;
    header.appending = false;
    file_.commit(make_header_page(header));
}

}  // namespace allide::index
