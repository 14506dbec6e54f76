#include <allide/report.hpp>

#include <cfenv>
#include <charconv>
#include <cmath>
#include <cstring>
#include <limits>
#include <random>
#include <string>

#include <gtest/gtest.h>

namespace allide {
namespace {

std::string json_of(double number) {
    return JsonWriter().value(number).text();
}
std::string json_of(std::string_view text) {
    return JsonWriter().value(text).text();
}

TEST(Json, WritesObjectsAndArraysInOrder) {
    JsonWriter json;
    json.begin_object();
    json.key("colliding").value(true);
    json.key("pairs").begin_array();
    json.begin_array().value(std::uint64_t{0}).value(std::uint64_t{7}).end_array();
    json.begin_array().value(std::uint64_t{2}).value(std::uint64_t{3}).end_array();
    json.end_array();
    json.key("none").begin_array().end_array();
    json.key("nothing").begin_object().end_object();
    json.key("witness").null();
    json.end_object();
    EXPECT_EQ(
        json.text(),
        R"({"colliding": true, "pairs": [[0, 7], [2, 3]], "none": [], "nothing": {}, "witness": null})");
}

TEST(Json, ASingleValueIsADocument) {
    EXPECT_EQ(JsonWriter().value(false).text(), "false");
    EXPECT_EQ(JsonWriter().null().text(), "null");
    EXPECT_EQ(JsonWriter().value(std::numeric_limits<std::uint64_t>::max()).text(), "18446744073709551615");
    EXPECT_EQ(JsonWriter().value("word").text(), R"("word")");
}

TEST(Json, NumbersCarry17Digits) {
    EXPECT_EQ(json_of(0.1), "0.10000000000000001");
    EXPECT_EQ(json_of(-1.0 / 3), "-0.33333333333333331");
    EXPECT_EQ(json_of(1.0), "1");
    EXPECT_EQ(json_of(1e16), "10000000000000000");
    EXPECT_EQ(json_of(1e300), "1.0000000000000001e+300");
    EXPECT_EQ(json_of(0x1p-1074), "4.9406564584124654e-324");
    EXPECT_EQ(json_of(0.0), "0");
    EXPECT_EQ(json_of(-0.0), "-0.0");
}

TEST(Json, NonFiniteNumbersAreNull) {
    EXPECT_EQ(json_of(std::numeric_limits<double>::infinity()), "null");
    EXPECT_EQ(json_of(-std::numeric_limits<double>::infinity()), "null");
    EXPECT_EQ(json_of(std::numeric_limits<double>::quiet_NaN()), "null");
}

TEST(Json, DoublesRoundTrip) {
    std::mt19937_64 random(1);
    for (int i = 0; i < 100'000; ++i) {
        const std::uint64_t bits = random();
        double number = 0;
        std::memcpy(&number, &bits, sizeof number);
        if (!std::isfinite(number)) continue;
        const std::string text = json_of(number);
        double back = 0;
        ASSERT_EQ(std::from_chars(text.data(), text.data() + text.size(), back).ptr,
                  text.data() + text.size());
        ASSERT_EQ(back, number) << text;
    }
}

TEST(Json, DoesNotDependOnTheRoundingMode) {
    const double number = 0.1234567890123456789;
    const std::string expected = json_of(number);
    for (const int mode : {FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO}) {
        std::fesetround(mode);
        const std::string text = json_of(number);
        const int kept = std::fegetround();
        std::fesetround(FE_TONEAREST);
        EXPECT_EQ(text, expected);
        EXPECT_EQ(kept, mode);
    }
}

TEST(Json, PointsAndPoses) {
    EXPECT_EQ(JsonWriter().value(Vec3{1, -2.5, 0}).text(), "[1, -2.5, 0]");
    EXPECT_EQ(JsonWriter().value(Pose::identity()).text(), "[1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0]");
}

TEST(Json, StringsAreEscaped) {
    EXPECT_EQ(json_of(""), R"("")");
    EXPECT_EQ(json_of(R"(C:\parts "new".stl)"), R"("C:\\parts \"new\".stl")");
    EXPECT_EQ(json_of("a\nb\tc\rd\be\ff"), R"("a\nb\tc\rd\be\ff")");
    EXPECT_EQ(json_of(std::string_view("\0\x1f\x7f", 3)), R"("\u0000\u001f\u007f")");
    EXPECT_EQ(json_of("Zahnräder 歯車 ⚙ 🦀"), "\"Zahnräder 歯車 ⚙ 🦀\"");
}

TEST(Json, KeysAreEscapedToo) {
    EXPECT_EQ(JsonWriter().begin_object().key("a\"b").null().end_object().text(), R"({"a\"b": null})");
}

// Each invalid byte becomes one U+FFFD; decoding continues at the next byte.
TEST(Json, InvalidUtf8IsReplaced) {
    const auto lost = [](int n) {
        std::string text = "\"";
        for (int i = 0; i < n; ++i) text += "\xef\xbf\xbd";
        return text;
    };
    EXPECT_EQ(json_of("\xff-"), lost(1) + "-\"");
    EXPECT_EQ(json_of("\x80"), lost(1) + "\"");
    EXPECT_EQ(json_of("\xc3"), lost(1) + "\"");                      // a sequence cut short
    EXPECT_EQ(json_of("\xe2\x82"), lost(2) + "\"");                  // a sequence cut short
    EXPECT_EQ(json_of("\xc0\xaf"), lost(2) + "\"");                  // an overlong encoding
    EXPECT_EQ(json_of("\xe0\x9f\xbf"), lost(3) + "\"");              // an overlong encoding
    EXPECT_EQ(json_of("\xed\xa0\x80"), lost(3) + "\"");              // a surrogate
    EXPECT_EQ(json_of("\xf4\x90\x80\x80"), lost(4) + "\"");          // above U+10FFFF
    EXPECT_EQ(json_of("\xf0\x9f\xa6"), lost(3) + "\"");              // a sequence cut short
    EXPECT_EQ(json_of("\xc3\"x"), lost(1) + "\\\"x\"");              // the quotation mark is kept
    EXPECT_EQ(json_of("\xf4\x8f\xbf\xbf"), "\"\xf4\x8f\xbf\xbf\"");  // U+10FFFF itself is fine
}

TEST(Json, MisplacedCallsThrow) {
    EXPECT_THROW(JsonWriter().key("k"), PreconditionError);
    EXPECT_THROW(JsonWriter().end_object(), PreconditionError);
    EXPECT_THROW(JsonWriter().end_array(), PreconditionError);
    EXPECT_THROW(JsonWriter().begin_object().value(1.0), PreconditionError);
    EXPECT_THROW(JsonWriter().begin_object().begin_array(), PreconditionError);
    EXPECT_THROW(JsonWriter().begin_object().null(), PreconditionError);
    EXPECT_THROW(JsonWriter().begin_object().end_array(), PreconditionError);
    EXPECT_THROW(JsonWriter().begin_object().key("k").end_object(), PreconditionError);
    EXPECT_THROW(JsonWriter().begin_object().key("k").key("l"), PreconditionError);
    EXPECT_THROW(JsonWriter().begin_array().key("k"), PreconditionError);
    EXPECT_THROW(JsonWriter().begin_array().end_object(), PreconditionError);
    EXPECT_THROW(JsonWriter().value(true).value(true), PreconditionError);
    EXPECT_THROW(JsonWriter().begin_array().end_array().begin_array(), PreconditionError);
}

TEST(Json, TextOfAnUnfinishedDocumentThrows) {
    EXPECT_THROW((void)JsonWriter().text(), PreconditionError);
    EXPECT_THROW((void)JsonWriter().begin_object().text(), PreconditionError);
    EXPECT_THROW((void)JsonWriter().begin_array().begin_array().end_array().text(), PreconditionError);
}

TEST(Json, PiecesConcatenateToTheDocument) {
    JsonWriter whole, taken;
    std::string pieces;
    for (JsonWriter* json : {&whole, &taken}) {
        json->begin_object().key("a").begin_array();
        for (std::uint64_t i = 0; i < 3; ++i) {
            json->value(i);
            if (json == &taken) pieces += json->take_piece();
        }
        json->end_array().key("b").null().end_object();
    }
    pieces += taken.take_piece();
    EXPECT_EQ(pieces, whole.text());
    EXPECT_EQ(taken.take_piece(), "");
    EXPECT_THROW((void)taken.text(), PreconditionError);
    EXPECT_THROW(taken.null(), PreconditionError);
}

}  // namespace
}  // namespace allide
