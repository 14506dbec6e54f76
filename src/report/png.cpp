#include "report/png.hpp"

#include "report/compressed.hpp"

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

std::string png_of(std::span<const Pixel> pixels, std::size_t width) {
    std::string head;
    put_big_endian(head, width);
    put_big_endian(head, pixels.size() / width);
    head += std::string_view("\x08\x02\x00\x00\x00",
                             5);  // 8 bits per channel, RGB, default compression, filter and interlace
    std::string lines;
    for (std::size_t i = 0; i < pixels.size(); ++i) {
        if (i % width == 0) lines += '\0';  // filter type of the line: none
        for (const std::uint8_t value : pixels[i]) lines += static_cast<char>(value);
    }
    std::string out("\x89PNG\r\n\x1a\n");
    put_chunk(out, "IHDR", head);
    put_chunk(out, "IDAT", deflated(lines, Wrapping::zlib));
    put_chunk(out, "IEND", "");
    return out;
}

}  // namespace allide::detail::report
