// Small glTF files, as text with embedded buffers or as GLB.
#pragma once

#include <bit>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>

namespace allide::test {

inline std::string base64(std::string_view bytes) {
    constexpr std::string_view digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string out;
    for (std::size_t i = 0; i < bytes.size(); i += 3) {
        const auto byte = [&](std::size_t k) -> std::uint32_t {
            return i + k < bytes.size() ? static_cast<unsigned char>(bytes[i + k]) : 0;
        };
        const std::uint32_t bits = byte(0) << 16 | byte(1) << 8 | byte(2);
        for (std::size_t k = 0; k < 4; ++k)
            out += i + k > bytes.size() ? '=' : digits[bits >> (18 - 6 * k) & 63];
    }
    return out;
}

template <typename Number>
std::string little_endian(std::initializer_list<Number> numbers) {
    std::string out;
    for (const Number number : numbers) {
        std::uint64_t bits = 0;
        if constexpr (sizeof(Number) == 4) {
            bits = std::bit_cast<std::uint32_t>(number);
        } else {
            bits = static_cast<std::uint64_t>(number);
        }
        for (std::size_t i = 0; i < sizeof(Number); ++i) out += static_cast<char>(bits >> (8 * i) & 0xff);
    }
    return out;
}

inline std::string data_uri(std::string_view bytes) {
    return "data:application/octet-stream;base64," + base64(bytes);
}

inline std::string glb(std::string json, std::string chunk) {
    json.resize((json.size() + 3) / 4 * 4, ' ');
    chunk.resize((chunk.size() + 3) / 4 * 4, '\0');
    const auto size = static_cast<std::uint32_t>(12 + 8 + json.size() + 8 + chunk.size());
    return "glTF" + little_endian<std::uint32_t>({2, size, static_cast<std::uint32_t>(json.size())}) +
           "JSON" + json + little_endian<std::uint32_t>({static_cast<std::uint32_t>(chunk.size())}) +
           std::string("BIN\0", 4) + chunk;
}

// The unit square 0, x, x+y, y in the plane z = 0 as floats, and the indices 0 1 2 0 2 3 in two bytes each.
inline std::string square_bytes() {
    return little_endian<float>({0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0}) +
           little_endian<std::uint16_t>({0, 1, 2, 0, 2, 3});
}

// A glTF document whose mesh 0 is the square of square_bytes(). The arguments are JSON text: `nodes` is an
// array, `more` has further members of the top-level object, each with a comma after it, and `buffer` further
// members of the buffer, each with a comma before it.
inline std::string square_document(const std::string& nodes, const std::string& more,
                                   const std::string& buffer) {
    return R"({"asset":{"version":"2.0"},)" + more + R"("nodes":)" + nodes +
           R"(,"meshes":[{"primitives":[{"attributes":{"POSITION":0},"indices":1}]}],)"
           R"("accessors":[{"bufferView":0,"componentType":5126,"count":4,"type":"VEC3"},)"
           R"({"bufferView":1,"componentType":5123,"count":6,"type":"SCALAR"}],)"
           R"("bufferViews":[{"buffer":0,"byteLength":48},{"buffer":0,"byteOffset":48,"byteLength":12}],)"
           R"("buffers":[{"byteLength":60)" +
           buffer + "}]}";
}

inline std::string square_gltf(const std::string& nodes,
                               const std::string& more = R"("scene":0,)"
                                                         R"("scenes":[{"nodes":[0]}],)") {
    return square_document(nodes, more, R"(,"uri":")" + data_uri(square_bytes()) + '"');
}

inline std::string replaced(std::string text, std::string_view old, std::string_view with) {
    const auto at = text.find(old);
    if (at != std::string::npos) text.replace(at, old.size(), with);
    return text;
}

}  // namespace allide::test
