// The packed geometry of an HTML page differs from the input by no more than the rounding to its lattice.
#include "report/packed.hpp"

#include "report/compressed.hpp"

#include <cmath>
#include <random>

#include <gtest/gtest.h>
#include <zlib.h>

namespace allide::detail::report {
namespace {

std::string unpacked(std::string_view letters) {
    constexpr std::string_view alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string bytes;
    for (std::size_t i = 0; i + 3 < letters.size(); i += 4) {
        std::uint32_t bits = 0;
        int padding = 0;
        for (std::size_t j = 0; j < 4; ++j) {
            bits <<= 6;
            if (letters[i + j] == '=')
                ++padding;
            else
                bits |= static_cast<std::uint32_t>(alphabet.find(letters[i + j]));
        }
        for (int j = 0; j < 3 - padding; ++j) bytes += static_cast<char>(bits >> (16 - 8 * j) & 255);
    }
    std::string out(std::size_t{1} << 24, '\0');
    uLongf size = out.size();
    EXPECT_EQ(uncompress(reinterpret_cast<Bytef*>(out.data()), &size,
                         reinterpret_cast<const Bytef*>(bytes.data()), bytes.size()),
              Z_OK);
    out.resize(size);
    return out;
}

std::vector<std::int64_t> numbers_in(const std::string& bytes) {
    std::vector<std::int64_t> numbers;
    std::uint64_t value = 0;
    int shift = 0;
    for (const char c : bytes) {
        value |= static_cast<std::uint64_t>(static_cast<unsigned char>(c) & 127) << shift;
        shift += 7;
        if ((static_cast<unsigned char>(c) & 128) != 0) continue;
        numbers.push_back(static_cast<std::int64_t>(value >> 1) ^ -static_cast<std::int64_t>(value & 1));
        value = 0;
        shift = 0;
    }
    return numbers;
}

std::vector<std::array<Vec3, 3>> triangles_of(const PackedBody& body, const PackedPieces& pieces) {
    const auto numbers =
        numbers_in(unpacked(std::string_view(pieces.letters()).substr(body.piece.start, body.piece.length)));
    const auto count = static_cast<std::size_t>(numbers.at(0));
    std::vector<std::array<double, 3>> corners(count);
    std::size_t at = 1;
    const std::array<double, 3> origin{body.origin.x, body.origin.y, body.origin.z};
    for (std::size_t axis = 0; axis < 3; ++axis) {
        std::int64_t cell = 0;
        for (std::size_t i = 0; i < count; ++i)
            corners[i][axis] = origin[axis] + body.step * static_cast<double>(cell += numbers.at(at++));
    }
    std::vector<std::array<Vec3, 3>> triangles(body.triangles);
    std::int64_t corner = 0;
    for (auto& triangle : triangles)
        for (Vec3& p : triangle) {
            const auto& c = corners.at(static_cast<std::size_t>(corner += numbers.at(at++)));
            p = {c[0], c[1], c[2]};
        }
    EXPECT_EQ(at, numbers.size());
    return triangles;
}

double farthest(const std::array<Vec3, 3>& a, const std::array<Vec3, 3>& b) {
    double far = 0;
    for (std::size_t i = 0; i < 3; ++i)
        far =
            std::max({far, std::abs(a[i].x - b[i].x), std::abs(a[i].y - b[i].y), std::abs(a[i].z - b[i].z)});
    return far;
}

TEST(Packed, TrianglesRoundTripWithinTheLattice) {
    std::mt19937 random(1);
    for (const double size : {1e-300, 1e-7, 1.0, 3e4, 1e300})
        for (const double offset : {0.0, 1e3}) {
            std::uniform_real_distribution<double> place(offset * size, (offset + 1) * size);
            std::vector<std::array<Vec3, 3>> triangles(200);
            for (auto& triangle : triangles)
                for (Vec3& p : triangle) p = {place(random), place(random), place(random)};
            PackedPieces pieces;
            pack_triangles(triangles, pieces);  // so that `body` is not first in `pieces`
            const PackedBody body = pack_triangles(triangles, pieces);
            EXPECT_LE(body.step, size / (1 << 15));
            const auto back = triangles_of(body, pieces);
            ASSERT_EQ(back.size(), triangles.size());
            for (std::size_t i = 0; i < back.size(); ++i)
                EXPECT_LE(farthest(back[i], triangles[i]), body.step * 0.501 + offset * size * 1e-15);
        }
}

TEST(Packed, LeavesOutTrianglesThatRoundingMakesDegenerate) {
    PackedPieces pieces;
    const std::array<std::array<Vec3, 3>, 2> triangles{
        {{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}}, {{{0, 0, 0}, {1e-9, 0, 0}, {0, 1, 0}}}}};
    EXPECT_EQ(pack_triangles(triangles, pieces).triangles, 1U);
    EXPECT_EQ(pack_triangles(triangles, pieces).kept, std::vector<std::uint32_t>{0});
    EXPECT_EQ(pack_triangles({}, pieces).triangles, 0U);
    const std::array<std::array<Vec3, 3>, 1> point{{{{{5, 5, 5}, {5, 5, 5}, {5, 5, 5}}}}};
    EXPECT_EQ(pack_triangles(point, pieces).triangles, 0U);
}

TEST(Packed, CurvesRoundTrip) {
    PackedPieces pieces;
    const std::vector<std::vector<Vec3>> curves{{{1, 2, 3}, {1.5, 2, 3}, {1.5, 2.25, 3}}, {{0, 2, 3}}};
    const PackedPiece piece = pack_curves(curves, {1, 2, 3}, 2, pieces);
    const auto numbers =
        numbers_in(unpacked(std::string_view(pieces.letters()).substr(piece.start, piece.length)));
    EXPECT_EQ(numbers,
              (std::vector<std::int64_t>{2, 3, 0, 0, 0, 250000, 0, 0, 0, 125000, 0, 1, -500000, 0, 0}));
}

TEST(Packed, NumbersOfAnySize) {
    PackedNumbers numbers;
    const std::vector<std::int64_t> all{0,   1,         -1,           63,        64,       -64,
                                        -65, 1LL << 40, -(1LL << 40), INT64_MAX, INT64_MIN};
    for (const std::int64_t number : all) numbers.add(number);
    EXPECT_EQ(numbers_in(numbers.bytes()), all);
}

TEST(Compressed, Base64FollowsTheStandard) {
    EXPECT_EQ(base64_of(""), "");
    EXPECT_EQ(base64_of("f"), "Zg==");
    EXPECT_EQ(base64_of("fo"), "Zm8=");
    EXPECT_EQ(base64_of("foo"), "Zm9v");
    EXPECT_EQ(base64_of("\xff\xfe\xfd"), "//79");
}

}  // namespace
}  // namespace allide::detail::report
