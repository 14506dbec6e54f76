#include "report/png.hpp"

#include <string_view>

#include <zlib.h>

namespace allide::detail::report {

namespace {

void put_big_endian(std::string& out, std::uint64_t number) {
    for (int shift = 24; shift >= 0; shift -= 8) out += static_cast<char>(number >> shift & 255);
}

void put_chunk(std::string& out, std::string_view type, std::string_view bytes) {
    const std::string all = std::string(type) + std::string(bytes);
    put_big_endian(out, bytes.size());
    out += all;
    put_big_endian(out, crc32_z(0, reinterpret_cast<const Bytef*>(all.data()), all.size()));
}

}  // namespace

std::string PngWriter::finish(std::size_t width, std::span<const Pixel> palette) {
    std::string head;
    put_big_endian(head, width);
    put_big_endian(head, height_);
    // 8 bits per pixel, colours from a palette, default compression and filter method, no interlacing.
    head += std::string_view("\x08\x03\x00\x00\x00", 5);
    std::string colours;
    for (const Pixel& colour : palette)
        for (const std::uint8_t value : colour) colours += static_cast<char>(value);
    std::string out("\x89PNG\r\n\x1a\n");
    put_chunk(out, "IHDR", head);
    put_chunk(out, "PLTE", colours);
    put_chunk(out, "IDAT", pixels_.finish());
    put_chunk(out, "IEND", "");
    return out;
}

}  // namespace allide::detail::report
