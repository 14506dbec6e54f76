#include "index/file/reader.hpp"

#include "index/file/axes.hpp"
#include "index/file/leaf_bytes.hpp"
#include "index/file/node_bytes.hpp"

#include <algorithm>
#include <iterator>

namespace allide::index {
namespace {

constexpr std::uint64_t leaf_entry = 16, object_entry = 4;  // sizes in bytes; no entry crosses a page's end
static_assert(page_payload % leaf_entry == 0 && page_payload % object_entry == 0);

// Children are written before their parents and so have smaller places. This check rules out cycles.
void check_children(const Node& node, NodePlace place) {
    for (const Child& child : node.children)
        if (!child.is_leaf && child.node >= place) throw_damaged("expected a node after its children");
}

// Objects outside the scene's box could make some searches run forever.
void check_objects(const Leaf& leaf, const std::optional<Child>& root) {
    for (const LeafObject& object : leaf.objects)
        if (!root || !contains_box(root->box, object.summary.box))
            throw_damaged("expected objects inside the scene's box");
}

}  // namespace

Reader::Reader(const std::filesystem::path& file, std::uint64_t memory_limit)
    : pages_(file), cache_(memory_limit) {
    read_segments();
}

// Reads the list of segments. An extended index stores it in a run of pages.
void Reader::read_segments() {
    const Header& all = header();
    if (all.segments.entries == 0) {
        segments_ = {whole_segment(all)};
        return;
    }
    const std::uint64_t first = all.segments.first_page;
    in_file(file(), [&] {
        on_page(first, [&] {
            if (all.segments.entries > all.pages) throw_damaged("expected fewer segments than pages");
            ReadCount count;
            const Bytes bytes =
                pages_.run(PageType::segments, first, pages_for(all.segments.entries * segment_bytes), count);
            ByteReader in(bytes);
            std::uint64_t objects = 0, leaves = 0;
            for (std::uint64_t i = 0; i < all.segments.entries; ++i) {
                segments_.push_back(segment_from(in));
                const Segment& segment = segments_.back();
                if (segment.first_object != objects || segment.first_leaf != leaves || segment.objects == 0 ||
                    segment.object_table.entries != segment.objects ||
                    segment.leaf_table.entries != segment.leaves)
                    throw_damaged("expected segments that follow each other");
                objects += segment.objects;
                leaves += segment.leaves;
            }
            if (objects != all.objects || leaves != all.leaves)
                throw_damaged("expected segments with all objects and leaves");
        });
    });
}

std::shared_ptr<const Bytes> Reader::page(PageType type, std::uint64_t first, std::uint64_t number,
                                          ReadCount& count) const {
    const LruCache::Key key{.kind = LruCache::Kind::page, .place = number};
    if (auto page = cache_.find<Bytes>(key)) return page;
    auto page = std::make_shared<const Bytes>(pages_.page_of_run(type, first, number, count));
    cache_.insert(key, page, page_bytes);
    return page;
}

Node Reader::node(NodePlace place, ReadCount& count) const {
    const std::uint64_t number = place / page_bytes;
    return in_file(file(), [&] {
        const std::shared_ptr<const Bytes> nodes = page(PageType::nodes, number, number, count);
        return on_page(number, [&] {
            ByteReader in(*nodes);
            in.take(place % page_bytes);
            Node node = node_from(in);
            check_children(node, place);
            return node;
        });
    });
}

Leaf Reader::read_leaf(const LeafPlace& place, ReadCount& count) const {
    Bytes payload = pages_.run(PageType::leaf, place.first_page, place.pages, count);
    return in_file(file(), [&] {
        return on_page(place.first_page, [&] {
            Leaf leaf = leaf_from(std::move(payload), place, header().objects);
            check_objects(leaf, header().root);
            return leaf;
        });
    });
}

std::shared_ptr<const Leaf> Reader::leaf(const LeafPlace& place, ReadCount& count) const {
    const LruCache::Key key{.kind = LruCache::Kind::leaf, .place = place.first_page};
    if (auto leaf = cache_.find<Leaf>(key)) return leaf;
    auto leaf = std::make_shared<const Leaf>(read_leaf(place, count));
    cache_.insert(key, leaf,
                  2 * std::uint64_t{place.pages} * page_bytes);  // the raw bytes and the decoded objects
    return leaf;
}

// Calls work(bytes of the object's shape). Failures name the page on which the shape begins.
template <typename Work>
auto Reader::with_shape(const Leaf& leaf, const LeafObject& object, ReadCount& count,
                        const Work& work) const {
    const ShapePlace& shape = object.shape;
    const std::uint64_t page = shape.in_leaf ? leaf.place.first_page : shape.first_page;
    Bytes own;
    if (!shape.in_leaf) own = pages_.run(PageType::shape, page, pages_for(shape.bytes), count);
    return in_file(file(), [&] {
        return on_page(page, [&] {
            const ByteView bytes =
                shape.in_leaf ? ByteView(leaf.payload).subspan(shape.offset, shape.bytes) : own;
            if (bytes.size() != shape.bytes)
                throw_damaged("expected a shape of the length that its leaf states");
            return work(bytes);
        });
    });
}

Model Reader::read_model(const Leaf& leaf, const LeafObject& object, ReadCount& count) const {
    return with_shape(leaf, object, count, [&](ByteView bytes) {
        Model model = read_shape(bytes, object.summary);
        if (model.mesh().triangles().size() != object.summary.triangles)
            throw_damaged("expected as many triangles in a shape as its leaf states");
        return model;
    });
}

TriangleList Reader::triangles(const Leaf& leaf, const LeafObject& object, ReadCount& count) const {
    return with_shape(leaf, object, count,
                      [&](ByteView bytes) { return read_shape_triangles(bytes, object.summary.matrix); });
}

Bytes Reader::shape_bytes(const Leaf& leaf, const LeafObject& object, ReadCount& count) const {
    return with_shape(leaf, object, count, [](ByteView bytes) { return Bytes(bytes.begin(), bytes.end()); });
}

std::shared_ptr<const Model> Reader::model(const Leaf& leaf, std::size_t number, ReadCount& count) const {
    const LeafObject& object = leaf.objects[number];
    const LruCache::Key key{
        .kind = LruCache::Kind::model, .place = leaf.place.first_page, .number = object.id};
    if (auto model = cache_.find<Model>(key)) return model;
    auto model = std::make_shared<const Model>(read_model(leaf, object, count));
    cache_.insert(key, model, shape_memory(*model));
    return model;
}

// Reads one entry of a table; `bytes` is the size of an entry.
Bytes Reader::entry_of(const Table& table, PageType type, std::uint64_t entry, std::uint64_t bytes,
                       ReadCount& count) const {
    const std::uint64_t place = entry * bytes, number = table.first_page + place / page_payload;
    const std::shared_ptr<const Bytes> entries = page(type, table.first_page, number, count);
    return in_file(file(), [&] {
        return on_page(number, [&] {
            ByteReader in(*entries);
            in.take(place % page_payload);
            const ByteView found = in.take(bytes);
            return Bytes(found.begin(), found.end());
        });
    });
}

LeafPlace Reader::leaf_place(std::uint32_t number, ReadCount& count) const {
    const Segment& segment =
        *std::prev(std::ranges::upper_bound(segments_, number, {}, &Segment::first_leaf));
    const Bytes entry =
        entry_of(segment.leaf_table, PageType::leaf_table, number - segment.first_leaf, leaf_entry, count);
    ByteReader in(entry);
    LeafPlace place{.number = number};
    place.first_page = in.u64();
    place.pages = in.u32();
    return place;
}

LeafPlace Reader::leaf_of(std::uint32_t object_id, ReadCount& count) const {
    const Segment& segment =
        *std::prev(std::ranges::upper_bound(segments_, object_id, {}, &Segment::first_object));
    const Bytes entry = entry_of(segment.object_table, PageType::object_table,
                                 object_id - segment.first_object, object_entry, count);
    const std::uint32_t leaf = ByteReader(entry).u32();
    if (leaf >= header().leaves)
        in_file(file(), [&] {
            on_page(segment.object_table.first_page,
                    [] { throw_damaged("expected the number of a leaf in the table of objects"); });
        });
    return leaf_place(leaf, count);
}

}  // namespace allide::index
