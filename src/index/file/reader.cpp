#include "index/file/reader.hpp"

#include "index/file/axes.hpp"
#include "index/file/leaf_bytes.hpp"
#include "index/file/node_bytes.hpp"

namespace allide::index {
namespace {

constexpr std::uint64_t leaf_entry = 16, object_entry = 4;  // bytes; pages hold whole ones
static_assert(page_payload % leaf_entry == 0 && page_payload % object_entry == 0);

// Below, places only become smaller: no path through the tree can go in circles.
void check_children(const Node& node, NodePlace place) {
    for (const Child& child : node.children)
        if (!child.is_leaf && child.node >= place) damaged("a node stands before one that it is above of");
}

// Coordinates beyond the scene's would make some questions run on and on.
void check_objects(const Leaf& leaf, const std::optional<Child>& root) {
    for (const LeafObject& object : leaf.objects)
        if (!root || !holds(root->box, object.summary.box))
            damaged("an object is outside of the scene's box");
}

}  // namespace

Reader::Reader(const std::filesystem::path& file, std::uint64_t memory_limit)
    : pages_(file), kept_(memory_limit) {}

std::shared_ptr<const Bytes> Reader::page(PageType type, std::uint64_t first, std::uint64_t number,
                                          ReadCount& count) const {
    const Kept::Key key{.kind = Kept::Kind::page, .place = number};
    if (auto page = kept_.find<Bytes>(key)) return page;
    auto page = std::make_shared<const Bytes>(pages_.page_of_run(type, first, number, count));
    kept_.keep(key, page, page_bytes);
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
    const Kept::Key key{.kind = Kept::Kind::leaf, .place = place.first_page};
    if (auto leaf = kept_.find<Leaf>(key)) return leaf;
    auto leaf = std::make_shared<const Leaf>(read_leaf(place, count));
    kept_.keep(key, leaf, 2 * std::uint64_t{place.pages} * page_bytes);  // the bytes, and what they say
    return leaf;
}

Model Reader::read_model(const Leaf& leaf, const LeafObject& object, ReadCount& count) const {
    const ShapePlace& shape = object.shape;
    const std::uint64_t page = shape.in_leaf ? leaf.place.first_page : shape.first_page;
    Bytes own;
    if (!shape.in_leaf) own = pages_.run(PageType::shape, page, pages_for(shape.bytes), count);
    return in_file(file(), [&] {
        return on_page(page, [&] {
            const ByteView bytes =
                shape.in_leaf ? ByteView(leaf.payload).subspan(shape.offset, shape.bytes) : own;
            if (bytes.size() != shape.bytes) damaged("a shape is not as long as its leaf says");
            Model model = read_shape(bytes, object.summary);
            if (model.mesh().triangles().size() != object.summary.triangles)
                damaged("a shape has other triangles than its leaf says");
            return model;
        });
    });
}

std::shared_ptr<const Model> Reader::model(const Leaf& leaf, std::size_t number, ReadCount& count) const {
    const LeafObject& object = leaf.objects[number];
    const Kept::Key key{.kind = Kept::Kind::model, .place = leaf.place.first_page, .number = object.id};
    if (auto model = kept_.find<Model>(key)) return model;
    auto model = std::make_shared<const Model>(read_model(leaf, object, count));
    kept_.keep(key, model, shape_memory(*model));
    return model;
}

// The page of a table that has the entry; `bytes` is what an entry takes.
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
    const Bytes entry = entry_of(header().leaf_table, PageType::leaf_table, number, leaf_entry, count);
    ByteReader in(entry);
    LeafPlace place{.number = number};
    place.first_page = in.u64();
    place.pages = in.u32();
    return place;
}

LeafPlace Reader::leaf_of(std::uint32_t object_id, ReadCount& count) const {
    const Bytes entry =
        entry_of(header().object_table, PageType::object_table, object_id, object_entry, count);
    return leaf_place(ByteReader(entry).u32(), count);
}

}  // namespace allide::index
