// Reads nodes, leaves and models of an index on demand, through an LRU cache bounded in bytes. Every page
// number is checked before it is used, and every page's checksum when it is read from disk. Thread-safe.
//
// All members throw IndexFailure.
#pragma once

#include "index/file/byte_stream.hpp"
#include "index/file/header.hpp"
#include "index/file/leaf.hpp"
#include "index/file/lru_cache.hpp"
#include "index/file/mktree.hpp"
#include "index/file/page_file.hpp"

#include <allide/model.hpp>

#include <cstdint>
#include <filesystem>
#include <memory>
#include <vector>

namespace allide::index {

class Reader {
  public:
    // Checks the header page and the size of the file. `memory_limit` bounds the cache, in bytes.
    Reader(const std::filesystem::path& file, std::uint64_t memory_limit);

    const Header& header() const { return pages_.header(); }  // counts, root, options, digests
    const std::filesystem::path& file() const { return pages_.path(); }
    std::uint64_t unfinished_bytes() const { return pages_.unfinished_bytes(); }
    std::uint64_t cached_bytes() const { return cache_.bytes(); }  // current size of the cache

    Node node(NodePlace place, ReadCount& count) const;
    std::shared_ptr<const Leaf> leaf(const LeafPlace& place, ReadCount& count) const;
    // The model of object leaf.objects[number], in the scene's coordinates.
    std::shared_ptr<const Model> model(const Leaf& leaf, std::size_t number, ReadCount& count) const;

    // The corners of the object's triangles in the scene's coordinates, and its shape as it is stored.
    TriangleList triangles(const Leaf& leaf, const LeafObject& object, ReadCount& count) const;
    Bytes shape_bytes(const Leaf& leaf, const LeafObject& object, ReadCount& count) const;

    const std::vector<Segment>& segments() const { return segments_; }   // at least one; sorted
    LeafPlace leaf_place(std::uint32_t number, ReadCount& count) const;  // requires number < header().leaves
    LeafPlace leaf_of(std::uint32_t object_id, ReadCount& count) const;  // requires id < header().objects

  private:
    Bytes entry_of(const Table& table, PageType type, std::uint64_t entry, std::uint64_t bytes,
                   ReadCount& count) const;
    std::shared_ptr<const Bytes> page(PageType type, std::uint64_t first, std::uint64_t number,
                                      ReadCount& count) const;
    Leaf read_leaf(const LeafPlace& place, ReadCount& count) const;
    Model read_model(const Leaf& leaf, const LeafObject& object, ReadCount& count) const;

    void read_segments();
    template <typename Work>
    auto with_shape(const Leaf& leaf, const LeafObject& object, ReadCount& count, const Work& work) const;

    PageFile pages_;
    std::vector<Segment> segments_;
    mutable LruCache cache_;
};

}  // namespace allide::index
