// The two containers of glTF 2.0: plain JSON, and GLB, which contains the JSON and one buffer.
#include "io/formats/readers.hpp"
#include "io/gltf/scene.hpp"
#include "io/text/text.hpp"

#include <fmt/format.h>

namespace allide::io {
namespace {

[[noreturn]] void fail_at(std::uint64_t byte, std::string message) {
    fail({.code = ErrorCode::bad_syntax, .message = std::move(message), .file = {}, .byte = byte});
}

std::uint32_t little_endian(std::string_view bytes, std::size_t at) {
    std::uint32_t value = 0;
    for (std::size_t i = 4; i-- > 0;) value = value << 8 | static_cast<unsigned char>(bytes[at + i]);
    return value;
}

// A GLB file: "glTF", version, length; then chunks, each with its length, type and bytes.
class Glb {
  public:
    Glb(std::string_view bytes, NoteLog& notes) : bytes_(bytes), notes_(notes) {}

    GltfPieces open() {
        constexpr std::size_t header_size = 12;
        if (bytes_.size() < header_size)
            fail_at(bytes_.size(), "expected the 12 bytes of a GLB header, found the end of the file");
        if (const std::uint32_t version = little_endian(bytes_, 4); version != 2)
            fail_at(4, fmt::format("expected GLB version 2, found {}", version));
        cut_to(little_endian(bytes_, 8));
        GltfPieces pieces;
        for (at_ = header_size; at_ < bytes_.size();) take_chunk(pieces);
        if (pieces.json.empty()) fail_at(bytes_.size(), "expected a JSON chunk, found none");
        return pieces;
    }

  private:
    void cut_to(std::uint32_t length) {
        if (length < 12) fail_at(8, fmt::format("expected a length of at least 12 bytes, found {}", length));
        if (length > bytes_.size())
            fail_at(bytes_.size(),
                    fmt::format("the file ends after {} of the {} bytes that its header states",
                                bytes_.size(), length));
        if (length < bytes_.size())
            notes_.add(NoteKind::trailing, [&] {
                return Note{.message = fmt::format("{} bytes follow the length that the header states",
                                                   bytes_.size() - length)};
            });
        bytes_ = bytes_.substr(0, length);
    }

    void take_chunk(GltfPieces& pieces) {
        constexpr std::uint32_t json_type = 0x4e4f534a, binary_type = 0x004e4942;
        const std::size_t left = bytes_.size() - at_;
        if (left < 8) fail_at(at_, "expected the 8 bytes of a chunk header, found the end of the file");
        const std::uint32_t length = little_endian(bytes_, at_), type = little_endian(bytes_, at_ + 4);
        if (length > left - 8)
            fail_at(at_, fmt::format("expected a chunk of {} bytes, found {}", length, left - 8));
        const std::string_view chunk = bytes_.substr(at_ + 8, length);
        const bool is_first = at_ == 12;
        if (is_first != (type == json_type))
            fail_at(at_ + 4, "expected JSON in the first chunk and in no other");
        if (is_first) {
            pieces.json = chunk;
            pieces.json_start = at_ + 8;
        } else if (type == binary_type && !pieces.chunk) {
            pieces.chunk = chunk;
        } else {
            notes_.add(NoteKind::left_out, [&] {
                return Note{.message =
                                fmt::format("the chunk at byte {} has an unknown type and is left out", at_)};
            });
        }
        at_ += 8 + std::size_t{length};
    }

    std::string_view bytes_;
    NoteLog& notes_;
    std::size_t at_ = 0;
};

}  // namespace

bool starts_as_glb(std::string_view bytes) {
    return bytes.starts_with("glTF");
}

bool looks_like_gltf(std::string_view text) {
    text = skip_byte_order_mark(text);
    const std::size_t first = text.find_first_not_of(" \t\r\n");
    return first != std::string_view::npos && text[first] == '{' &&
           text.find("\"asset\"") != std::string_view::npos;
}

GltfPieces gltf_pieces(std::string_view bytes, NoteLog& notes) {
    if (starts_as_glb(bytes)) return Glb(bytes, notes).open();
    const std::string_view text = skip_byte_order_mark(bytes);
    return {text, bytes.size() - text.size()};
}

}  // namespace allide::io
