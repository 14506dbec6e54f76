#include "index/file/page_writer.hpp"

#include "index/file/digest.hpp"
#include "index/file/node_bytes.hpp"

#include <algorithm>

namespace allide::index {

PageWriter::PageWriter(const std::filesystem::path& file, std::uint64_t salt) : file_(file), salt_(salt) {}

std::uint64_t PageWriter::write_run(PageType type, ByteView bytes) {
    constexpr std::size_t pages_at_once = 64;
    const std::uint64_t first = checksums_.size() + 1;
    Bytes waiting;
    std::uint64_t offset = first * page_bytes;
    const auto write_waiting = [&] {
        file_.write(offset, waiting);
        offset += waiting.size();
        waiting.clear();
    };
    for (std::uint32_t place = 0; !bytes.empty(); ++place) {
        const std::size_t used = std::min(bytes.size(), page_payload);
        const Page page = make_page(type, place, bytes.first(used), first + place, salt_);
        checksums_.push_back(stored_checksum(page));
        waiting.insert(waiting.end(), page.begin(), page.end());
        if (waiting.size() == pages_at_once * page_bytes) write_waiting();
        bytes = bytes.subspan(used);
    }
    write_waiting();
    return first;
}

// A page gets its number with its first node, so that parents can refer to it before it is written.
NodePlace PageWriter::add_node(const Node& node) {
    const Bytes bytes = bytes_of_node(node);
    if (nodes_.size() + bytes.size() > page_payload) write_node_page();
    if (node_page_ == 0) {
        checksums_.push_back(0);
        node_page_ = checksums_.size();
    }
    const NodePlace place = node_page_ * page_bytes + nodes_.size();
    nodes_.insert(nodes_.end(), bytes.begin(), bytes.end());
    return place;
}

void PageWriter::write_node_page() {
    if (node_page_ == 0) return;
    const Page page = make_page(PageType::nodes, 0, nodes_, node_page_, salt_);
    checksums_[node_page_ - 1] = stored_checksum(page);
    file_.write(node_page_ * page_bytes, page);
    node_page_ = 0;
    nodes_.clear();
}

void PageWriter::finish(Header& header) {
    write_node_page();
    Digest digest;
    for (const std::uint64_t checksum : checksums_) digest.add(checksum);
    header.root_digest = digest.value();
    header.pages = checksums_.size() + 1;
    file_.write(0, make_header_page(header));
    file_.commit();
}

}  // namespace allide::index
