#include "report/compressed.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <stdexcept>

#include <zlib.h>

namespace allide::detail::report {

// Owns zlib's stream, so that it is freed also after an exception.
struct Deflater::Stream {
    Stream(Wrapping wrapping, Effort effort) {
        const bool is_best = effort == Effort::best;
        const int window = is_best ? MAX_WBITS : 12;
        if (deflateInit2(&state, is_best ? Z_BEST_COMPRESSION : Z_BEST_SPEED, Z_DEFLATED,
                         wrapping == Wrapping::zlib ? window : -window, is_best ? 9 : 4,
                         Z_DEFAULT_STRATEGY) != Z_OK)
            throw std::bad_alloc();
    }
    Stream(const Stream&) = delete;
    Stream& operator=(const Stream&) = delete;
    ~Stream() { deflateEnd(&state); }

    z_stream state{};
};

Deflater::Deflater(Wrapping wrapping, Effort effort) : stream_(std::make_unique<Stream>(wrapping, effort)) {}
Deflater::Deflater(Deflater&&) noexcept = default;
Deflater& Deflater::operator=(Deflater&&) noexcept = default;
Deflater::~Deflater() = default;

std::string Deflater::deflated(std::string_view bytes) {
    z_stream& stream = stream_->state;
    deflateReset(&stream);
    std::string out;
    constexpr std::size_t most = std::numeric_limits<uInt>::max();  // zlib counts bytes in 32 bits
    std::string buffer(std::clamp<std::size_t>(bytes.size() / 2, 256, std::size_t{1} << 16), '\0');
    int state = Z_OK;
    do {
        const std::size_t taken = std::min(bytes.size(), most);
        // zlib takes a non-const pointer, but does not write through it.
        stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
        stream.avail_in = static_cast<uInt>(taken);
        bytes.remove_prefix(taken);
        do {
            stream.next_out = reinterpret_cast<Bytef*>(buffer.data());
            stream.avail_out = static_cast<uInt>(buffer.size());
            state = deflate(&stream, bytes.empty() ? Z_FINISH : Z_NO_FLUSH);
            out.append(buffer, 0, buffer.size() - stream.avail_out);
        } while (stream.avail_out == 0);
    } while (state != Z_STREAM_END);
    return out;
}

std::string deflated(std::string_view bytes, Wrapping wrapping) {
    return Deflater(wrapping, Effort::best).deflated(bytes);
}

std::string base64_of(std::string_view bytes) {
    constexpr std::string_view letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string out;
    out.reserve((bytes.size() + 2) / 3 * 4);
    for (std::size_t i = 0; i < bytes.size(); i += 3) {
        const std::size_t taken = std::min<std::size_t>(3, bytes.size() - i);
        std::uint32_t three = 0;
        for (std::size_t j = 0; j < 3; ++j)
            three = three << 8 | (j < taken ? static_cast<unsigned char>(bytes[i + j]) : 0U);
        for (std::size_t j = 0; j < 4; ++j) out += j <= taken ? letters[three >> (18 - 6 * j) & 63] : '=';
    }
    return out;
}

}  // namespace allide::detail::report
