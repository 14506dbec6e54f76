// The building blocks of BCF files: PNG pictures, and zip files of any number of entries.
#include "report/png.hpp"
#include "report/zip.hpp"

#include <gtest/gtest.h>
#include <zlib.h>

namespace allide::detail::report {
namespace {

std::uint64_t number_at(const std::string& file, std::size_t at, std::size_t bytes) {
    std::uint64_t number = 0;
    for (std::size_t i = bytes; i-- > 0;) number = number << 8 | static_cast<unsigned char>(file.at(at + i));
    return number;
}

TEST(Zip, counts_more_entries_than_sixteen_bits_hold) {
    ZipWriter zip;
    constexpr std::uint64_t count = 70'000;
    for (std::uint64_t i = 0; i < count; ++i) zip.add(std::to_string(i), "");
    const std::string file = zip.finish();
    const std::size_t end = file.size() - 22, locator = end - 20;
    ASSERT_EQ(number_at(file, end, 4), 0x06054b50u);
    EXPECT_EQ(number_at(file, end + 10, 2), 0xffffu);
    ASSERT_EQ(number_at(file, locator, 4), 0x07064b50u);
    const std::uint64_t wide = number_at(file, locator + 8, 8);
    ASSERT_EQ(number_at(file, wide, 4), 0x06064b50u);
    EXPECT_EQ(number_at(file, wide + 32, 8), count);
    const std::uint64_t start = number_at(file, wide + 48, 8), size = number_at(file, wide + 40, 8);
    EXPECT_EQ(start + size, wide);
    EXPECT_EQ(number_at(file, start, 4), 0x02014b50u);  // signature of the first record of the directory
}

TEST(Zip, a_few_entries_need_no_wide_numbers) {
    ZipWriter zip;
    zip.add("a", "bytes");
    const std::string file = zip.finish();
    EXPECT_EQ(number_at(file, file.size() - 22 + 10, 2), 1u);
    EXPECT_EQ(file.find("PK\x06\x06"), std::string::npos);
}

TEST(Zip, stores_what_is_compressed_already) {
    ZipWriter zip;
    zip.add(stored_entry("picture.png", "0123456789"));
    const std::string file = zip.finish();
    EXPECT_EQ(number_at(file, 8, 2), 0u);  // compression method: stored
    EXPECT_EQ(number_at(file, 18, 4), 10u);
    EXPECT_EQ(number_at(file, 22, 4), 10u);
    EXPECT_EQ(file.substr(30 + 11, 10), "0123456789");
}

TEST(Deflater, gives_the_same_bytes_when_used_again) {
    const std::string text(5000, 'x');
    for (const Effort effort : {Effort::best, Effort::quick}) {
        Deflater deflater(Wrapping::zlib, effort);
        const std::string first = deflater.deflated(text);
        deflater.deflated("something else");
        EXPECT_EQ(deflater.deflated(text), first);
        EXPECT_EQ(Deflater(Wrapping::zlib, effort).deflated(text), first);
    }
}

// Inflated by zlib, whose checksum of the bytes must agree.
std::string inflated(const std::string& stream, std::size_t size) {
    std::string out(size + 1, '?');
    uLongf length = out.size();
    const int state = uncompress(reinterpret_cast<Bytef*>(out.data()), &length,
                                 reinterpret_cast<const Bytef*>(stream.data()), stream.size());
    EXPECT_EQ(state, Z_OK);
    return out.substr(0, length);
}

TEST(RunDeflater, writes_runs_of_every_length_and_value) {
    for (std::size_t length = 0; length <= 1600; ++length) {
        RunDeflater deflater;
        const auto value = static_cast<std::uint8_t>(length * 37);
        deflater.add(value, length);
        deflater.add(7, 1);
        const std::string bytes = std::string(length, static_cast<char>(value)) + '\x07';
        ASSERT_EQ(inflated(deflater.finish(), bytes.size()), bytes) << length;
    }
    RunDeflater all;
    std::string bytes;
    for (int value = 255; value >= 0; --value) {
        all.add(static_cast<std::uint8_t>(value), 2);
        all.add(static_cast<std::uint8_t>(value), static_cast<std::size_t>(value % 5));  // same run
        bytes.append(static_cast<std::size_t>(2 + value % 5), static_cast<char>(value));
    }
    EXPECT_EQ(inflated(all.finish(), bytes.size()), bytes);
    EXPECT_EQ(inflated(RunDeflater().finish(), 0), "");
}

TEST(RunDeflater, sums_runs_longer_than_the_modulus_of_the_checksum) {
    RunDeflater deflater;
    deflater.add(255, 200'000);
    deflater.add(254, 65'521);
    deflater.add(1, 70'000);
    const std::string bytes =
        std::string(200'000, '\xff') + std::string(65'521, '\xfe') + std::string(70'000, '\x01');
    EXPECT_TRUE(inflated(deflater.finish(), bytes.size()) == bytes);
}

TEST(Png, says_its_size) {
    PngWriter png;
    for (int line = 0; line < 2; ++line) {
        png.begin_line();
        png.add(0, 3);
    }
    const std::array<Pixel, 1> palette{};
    const std::string file = png.finish(3, palette);
    EXPECT_EQ(file.substr(0, 8), "\x89PNG\r\n\x1a\n");
    EXPECT_EQ(file.substr(12, 12), std::string("IHDR\0\0\0\x03\0\0\0\x02", 12));
    EXPECT_EQ(file.substr(file.size() - 8, 4), "IEND");
}

}  // namespace
}  // namespace allide::detail::report
