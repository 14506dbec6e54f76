// JSON for the glTF reader: the grammar, and values that are read directly from the text.
#include "io/text/json.hpp"

#include "io/file/failure.hpp"

#include <array>

#include <gtest/gtest.h>

namespace allide::io {
namespace {

constexpr std::array<std::string_view, 3> keys{"a", "b", "c"};

bool is_json(std::string_view text) {
    try {
        const JsonDocument document(text, 0, keys);
        return true;
    } catch (const Failure& failure) {
        EXPECT_LE(failure.error.byte.value(), text.size());
        return false;
    }
}

TEST(Json, grammar) {
    for (const char* good :
         {"0", "-0.5e+3", "\"\"", "[]", "{}", " [ ] ", "[1,[2],{\"x\":null}]", "true", "false",
          R"("\"\\\/\b\f\n\r\t\u00e9\ud83d\ude00")", "\"\xc3\xa9\"", "[1,2]\n\t\r ", "{\"a\":{\"a\":[]}}"})
        EXPECT_TRUE(is_json(good)) << good;
    for (const char* bad : {"",
                            " ",
                            "01",
                            "+1",
                            ".5",
                            "1.",
                            "1e",
                            "-",
                            "tru",
                            "nul",
                            "[1,]",
                            "[,1]",
                            "[1 2]",
                            "{\"a\"}",
                            "{\"a\":}",
                            "{a:1}",
                            "{\"a\":1,}",
                            "[",
                            "]",
                            "{",
                            "\"",
                            "\"\\x\"",
                            "\"\\u12\"",
                            R"("\ud83d")",
                            R"("\ude00")",
                            R"("\ud83dx")",
                            "\"\x01\"",
                            "\"\xff\"",
                            "\"\xc3\"",
                            "\"\xed\xa0\x80\"",
                            "[1}",
                            "{]",
                            "1 1",
                            "[]]",
                            "1e999",
                            "nan",
                            "Infinity"})
        EXPECT_FALSE(is_json(bad)) << bad;
    EXPECT_TRUE(is_json(std::string_view("[]\0\0", 4))) << "padding";
    EXPECT_FALSE(is_json(std::string_view("[]\0]", 4)));
}

TEST(Json, values_are_found_by_key_and_position) {
    const std::string text =
        R"({"x":{"a":0},"a":[1,2.5,"t",true,{},[],{"b":7,"z":[[]]}],"b":"\u0041\n","c":-3})";
    const JsonDocument document(text, 0, keys);
    const JsonValue root = document.root();
    EXPECT_FALSE(root.find("x")) << "not a wanted key";
    EXPECT_EQ(root.find("b")->text(), "A\n");
    EXPECT_FALSE(root.find("b")->unescaped_text());
    EXPECT_EQ(root.find("c")->number(), -3);
    EXPECT_FALSE(root.find("c")->integer());
    const JsonValue::Items items = root.find("a")->items();
    ASSERT_EQ(items.count(), 7u);
    std::vector<JsonValue> found;
    for (const JsonValue& item : items) found.push_back(item);
    EXPECT_EQ(found[0].integer(), 1u);
    EXPECT_FALSE(found[1].integer());
    EXPECT_EQ(found[1].number(), 2.5);
    EXPECT_EQ(found[2].unescaped_text(), "t");
    EXPECT_TRUE(found[3].is_boolean() && found[3].flag());
    EXPECT_TRUE(found[4].is_object() && !found[4].find("a"));
    EXPECT_TRUE(found[5].is_array() && found[5].items().empty());
    EXPECT_EQ(found[6].find("b")->integer(), 7u);
}

TEST(Json, integers_end_at_two_to_the_53rd) {
    const std::string text = "[9007199254740992,9007199254740994,3.0,1e3,18446744073709551616]";
    const JsonDocument document(text, 0, keys);
    std::vector<std::optional<std::uint64_t>> found;
    for (const JsonValue& item : document.root().items()) found.push_back(item.integer());
    using Wholes = std::vector<std::optional<std::uint64_t>>;
    EXPECT_EQ(found, (Wholes{9007199254740992, std::nullopt, 3, 1000, std::nullopt}));
}

// The last of several equal keys counts, even if there are so many that earlier ones are dropped.
TEST(Json, the_last_of_repeated_keys_counts) {
    for (const int repeats : {2, 100}) {
        std::string text = "{";
        for (int i = 0; i < repeats; ++i)
            text += "\"a\":" + std::to_string(i) + ",\"b\":[1,{\"c\":[" + std::to_string(i) + "]}],";
        text += "\"c\":5}";
        const JsonDocument document(text, 0, keys);
        const JsonValue root = document.root();
        EXPECT_EQ(root.find("a")->integer(), repeats - 1);
        EXPECT_EQ(root.find("c")->integer(), 5u);
        auto second = root.find("b")->items().begin();
        ++second;
        EXPECT_EQ((*(*second).find("c")->items().begin()).integer(), repeats - 1);
    }
}

TEST(Json, values_nested_too_deep_are_left_out) {
    const std::string text = "{\"a\":" + std::string(40, '[') + std::string(40, ']') + ",\"b\":1}";
    const JsonDocument document(text, 0, keys);
    EXPECT_EQ(document.root().find("b")->integer(), 1u);
    JsonValue at = *document.root().find("a");
    int depth = 1;
    for (; !at.items().empty(); ++depth) at = *at.items().begin();
    EXPECT_EQ(depth, 31);
}

}  // namespace
}  // namespace allide::io
