#include <allide/io.hpp>

#include <span>
#include <string>

#include <gtest/gtest.h>

namespace allide {
namespace {

Result<std::vector<Box>> read(const std::string& bytes) {
    return read_octomap(std::as_bytes(std::span(bytes)), "map.bt");
}

// The root has a free child 0, an occupied child 7, and an inner child 1, whose child 2 is occupied. A node
// has two bits per child, those of child 0 being the lowest: 00 none, 01 free, 10 occupied, 11 inner. From
// child 0 to child 7, the root is 01|11|00|00|00|00|00|10, and its child 1 is 00|00|10|00|00|00|00|00.
const std::string header = "# Octomap OcTree binary file\n# a comment\nid OcTree\nsize 5\nres 0.5\ndata\n";
const std::string nodes{'\x0d', '\x80', '\x20', '\x00'};

TEST(Octomap, occupied_cells) {
    const auto cells = read(header + nodes);
    ASSERT_TRUE(cells) << cells.error().text();
    const double half = 0.5 * 32768;
    ASSERT_EQ(cells->size(), 2u);
    // Child 1 is at the side of larger x; its child 2 at that of larger y.
    EXPECT_EQ((*cells)[0], (Box{{0, -half / 2, -half}, {half / 2, 0, -half / 2}}));
    EXPECT_EQ((*cells)[1], (Box{{0, 0, 0}, {half, half, half}}));
}

TEST(Octomap, an_empty_tree_has_no_cells) {
    const auto cells = read("# Octomap OcTree binary file\nid OcTree\nsize 0\nres 1\ndata\n");
    ASSERT_TRUE(cells);
    EXPECT_TRUE(cells->empty());
}

TEST(Octomap, every_cut_is_an_error) {
    const std::string whole = header + nodes;
    for (std::size_t length = 0; length < whole.size(); ++length)
        EXPECT_FALSE(read(whole.substr(0, length))) << length;
    EXPECT_FALSE(read(whole + '\0'));
}

TEST(Octomap, errors_name_the_file_and_the_byte) {
    const auto text = [](const std::string& bytes) { return read(bytes).error().text(); };
    EXPECT_NE(text("solid x\n").find("map.bt"), std::string::npos);
    EXPECT_NE(text("solid x\n").find("first line"), std::string::npos);
    const auto with = [&](const std::string& id, const std::string& size, const std::string& res) {
        return "# Octomap OcTree binary file\n" + id + size + res + "data\n" + nodes;
    };
    EXPECT_NE(text(with("id ColorOcTree\n", "size 5\n", "res 1\n")).find("expected OcTree"),
              std::string::npos);
    EXPECT_NE(text(with("", "size 4\n", "res 1\n")).find("expected 4 nodes"), std::string::npos);
    EXPECT_NE(text(with("", "size x\n", "res 1\n")).find("size: expected a number"), std::string::npos);
    EXPECT_NE(text(with("", "", "res 1\n")).find("size is missing"), std::string::npos);
    EXPECT_NE(text(with("", "size 5\n", "")).find("res is missing"), std::string::npos);
    EXPECT_NE(text(with("", "size 5\n", "res -1\n")).find("positive"), std::string::npos);
    // A tree with more than 16 levels.
    std::string deep = "# Octomap OcTree binary file\nid OcTree\nsize 99\nres 1\ndata\n";
    for (int level = 0; level < 17; ++level) deep += std::string{'\x03', '\x00'};
    EXPECT_NE(text(deep).find("16 levels"), std::string::npos);
}

}  // namespace
}  // namespace allide
