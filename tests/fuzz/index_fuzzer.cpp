// Decodes arbitrary bytes as records of an index: the first byte selects the kind, the rest is the record. In
// a real file, checksums reject such bytes before decoding; here the worst result must be an error.
#include "expect.hpp"
#include "index/file/leaf_bytes.hpp"
#include "index/file/node_bytes.hpp"
#include "index/file/page.hpp"

#include <allide/query.hpp>

#include <cstddef>
#include <cstdint>

namespace {

using namespace allide;
using namespace allide::index;

void use(const Model& model) {
    const auto count = static_cast<std::uint32_t>(model.mesh().triangles().size());
    for (std::uint32_t i = 0; i < count; ++i) static_cast<void>(model.mesh().corners(i));
    const Placed there = model.at_rest();
    if (count < 100) static_cast<void>(collides(there, there));
}

int read_leaf(ByteView bytes) {
    const Leaf leaf =
        leaf_from(Bytes(bytes.begin(), bytes.end()), {.number = 0, .pages = 1, .first_page = 1}, 1000);
    for (const LeafObject& object : leaf.objects) {
        if (!object.shape.in_leaf) continue;
        const ByteView shape = ByteView(leaf.payload).subspan(object.shape.offset, object.shape.bytes);
        use(read_shape(shape, object.summary));
    }
    return 0;
}

int read_node(ByteView bytes) {
    ByteReader in(bytes);
    const Node node = node_from(in);
    for (const SplitNode& cell : node.split)
        ALLIDE_FUZZ_EXPECT(!cell.divided || (cell.low < node.split.size() && cell.high < node.split.size()));
    return 0;
}

int read_header(ByteView bytes) {
    if (bytes.size() == page_bytes) static_cast<void>(open_header_page(bytes));
    return 0;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size == 0) return 0;
    const ByteView bytes = std::as_bytes(std::span(data + 1, size - 1));
    const auto read = as_result([&] {
        switch (data[0] % 4) {
            case 0:
                return read_leaf(bytes);
            case 1:
                return read_node(bytes);
            case 2:
                return read_header(bytes);
            default:
                use(read_shape(bytes, {}));
                return 0;
        }
    });
    ALLIDE_FUZZ_EXPECT(read || !read.error().message.empty());
    return 0;
}
