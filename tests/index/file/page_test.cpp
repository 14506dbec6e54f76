// Pages: every changed byte is detected, and no page is accepted in place of another.
#include "index/file/page.hpp"

#include "base/random.hpp"
#include "index/file/digest.hpp"
#include "index/file/node_bytes.hpp"

#include <gtest/gtest.h>

namespace allide::index {
namespace {

Bytes some_bytes(std::size_t count) {
    Bytes bytes;
    for (std::size_t i = 0; i < count; ++i) bytes.push_back(static_cast<std::byte>(i * 7 + 1));
    return bytes;
}

Header some_header() {
    Header header{.leaf_bytes = 4096, .source_digest = 17, .root_digest = 18, .pages = 4, .triangles = 12};
    header.objects = 1;
    header.shapes = 1;
    header.leaves = 1;
    header.root = Child{.box = {{0, 0, 0}, {1, 2, 3}}, .is_leaf = true, .leaf = {0, 1, 1}};
    header.leaf_table = {2, 1};
    header.object_table = {3, 1};
    return header;
}

bool opens(const Page& page, PageType type, std::uint32_t place, std::uint64_t number, std::uint64_t salt) {
    return as_result([&] { return open_page(page, type, place, number, salt).size(); }).has_value();
}

TEST(IndexPage, returns_what_was_added) {
    for (const std::size_t count : {std::size_t{0}, std::size_t{1}, std::size_t{100}, page_payload}) {
        const Bytes bytes = some_bytes(count);
        const Page page = make_page(PageType::leaf, 3, bytes, 12, 99);
        const ByteView held = open_page(page, PageType::leaf, 3, 12, 99);
        EXPECT_TRUE(std::equal(held.begin(), held.end(), bytes.begin(), bytes.end()));
    }
}

TEST(IndexPage, is_not_accepted_as_another_page) {
    const Page page = make_page(PageType::leaf, 3, some_bytes(10), 12, 99);
    EXPECT_TRUE(opens(page, PageType::leaf, 3, 12, 99));
    EXPECT_FALSE(opens(page, PageType::nodes, 3, 12, 99));
    EXPECT_FALSE(opens(page, PageType::leaf, 2, 12, 99));
    EXPECT_FALSE(opens(page, PageType::leaf, 3, 13, 99));
    EXPECT_FALSE(opens(page, PageType::leaf, 3, 12, 98));
}

TEST(IndexPage, any_changed_byte_is_detected) {
    const Page good = make_page(PageType::shape, 0, some_bytes(777), 5, 1);
    const Page first = make_header_page(some_header());
    ASSERT_EQ(open_header_page(first).triangles, 12u);
    for (std::size_t at = 0; at < page_bytes; ++at)
        for (unsigned bit = 0; bit < 8; ++bit) {
            Page page = good, head = first;
            page[at] ^= static_cast<std::byte>(1u << bit);
            head[at] ^= static_cast<std::byte>(1u << bit);
            ASSERT_FALSE(opens(page, PageType::shape, 0, 5, 1)) << at;
            const auto read = as_result([&] { return open_header_page(head); });
            ASSERT_FALSE(read) << at;
            ASSERT_TRUE(read.error().message.starts_with("page 0: ")) << read.error().message;
        }
}

TEST(IndexPage, a_newer_version_is_refused) {
    Header header = some_header();
    header.version = format_version + 1;
    const auto read = as_result([&] { return open_header_page(make_header_page(header)); });
    ASSERT_FALSE(read);
    EXPECT_NE(read.error().message.find("or older, found"), std::string::npos);
}

TEST(IndexPage, the_header_is_decoded_unchanged) {
    const Header header = some_header(), back = open_header_page(make_header_page(header));
    EXPECT_EQ(make_header_page(header), make_header_page(back));
    EXPECT_EQ(back.root->box, header.root->box);
    EXPECT_EQ(back.root->leaf, header.root->leaf);
}

TEST(IndexPage, digests_distinguish_words_and_lengths) {
    const auto digest = [](const Bytes& bytes) {
        Digest all;
        all.add(ByteView(bytes));
        return all.value();
    };
    EXPECT_NE(digest(Bytes(7)), digest(Bytes(8)));
    EXPECT_NE(digest(Bytes(8)), digest(Bytes(16)));
    EXPECT_EQ(digest(some_bytes(33)), digest(some_bytes(33)));
    EXPECT_EQ(digest(some_bytes(33)), 5710376843771526872u);  // must be the same on every machine
}

// Decoding must not crash on any bytes, although checksums reject damaged pages before they are decoded.
TEST(IndexPage, arbitrary_bytes_give_a_node_or_an_error) {
    base::Random random(5);
    Node node{.axis = 2};
    node.children[0] = {.box = {{0, 0, 0}, {2, 2, 2}}, .is_leaf = true, .leaf = {3, 1, 7}};
    node.children[1] = {.box = {{1, 1, 1}, {3, 3, 3}}, .node = 12345};
    node.split = {{.divided = true, .axis = 1, .at = 1.5, .low = 1, .high = 2},
                  {.side = Side::left},
                  {.side = Side::nobody}};
    const Bytes good = bytes_of_node(node);
    ByteReader whole(good);
    EXPECT_EQ(bytes_of_node(node_from(whole)), good);
    whole.expect_end();
    int read = 0;
    for (int i = 0; i < 20000; ++i) {
        Bytes bytes = good;
        for (std::uint64_t k = random.below(3); k < 3; ++k)
            bytes[random.below(bytes.size())] = static_cast<std::byte>(random.bits());
        bytes.resize(random.below(4) == 0 ? random.below(bytes.size()) : bytes.size());
        ByteReader in(bytes);
        const auto back = as_result([&] { return node_from(in); });
        read += back.has_value();
        if (!back) continue;
        for (std::size_t c = 0; c < back->split.size(); ++c)
            ASSERT_TRUE(!back->split[c].divided || back->split[c].high < back->split.size());
    }
    EXPECT_GT(read, 0);
}

}  // namespace
}  // namespace allide::index
