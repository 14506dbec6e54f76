#include "io/formats/format.hpp"

#include "io/formats/readers.hpp"
#include "io/formats/saved_model.hpp"
#include "io/text/text.hpp"

#include <algorithm>
#include <filesystem>

namespace allide::io {
namespace {

// Number of leading bytes that are searched for a keyword: enough to skip a long comment at the top.
constexpr std::size_t head_size = 65536;

bool has_zero_byte(std::string_view bytes) {
    return bytes.find('\0') != std::string_view::npos;
}

std::string_view first_word(std::string_view head) {
    TextCursor cursor(head, {}, {.hash_comments = true});
    cursor.file_is_done();
    return cursor.word();
}

// A binary STL may start with "solid", too. Only an ASCII file continues with "facet"; only a binary file
// contains a zero byte, at the latest in its triangle count.
InputFormat stl_kind(std::string_view bytes) {
    const std::string_view head = bytes.substr(0, 1024);
    TextCursor cursor(head, {}, {});
    cursor.next_line();
    cursor.file_is_done();
    if (same_word(cursor.word(), "facet")) return InputFormat::stl_ascii;
    return has_zero_byte(head) ? InputFormat::stl_binary : InputFormat::stl_ascii;
}

bool is_vertex_line(TextCursor& cursor) {
    if (cursor.word() != "v") return false;
    try {
        for (int i = 0; i < 3; ++i) cursor.number("");
        return true;
    } catch (const Failure&) {
        return false;
    }
}

// OBJ has no header, and its readers ignore unknown statements. A vertex line identifies the format.
bool looks_like_obj(std::string_view head) {
    if (has_zero_byte(head)) return false;
    TextCursor cursor(head, {}, {.hash_comments = true, .backslash_continues = true});
    for (; !cursor.file_is_done(); cursor.next_line())
        if (is_vertex_line(cursor)) return true;
    return false;
}

// STEP and IFC files begin alike; the name of the schema distinguishes them. Empty for any other file.
std::optional<InputFormat> exchange_kind(std::string_view head) {
    if (first_word(head).substr(0, 12) != "ISO-10303-21") return std::nullopt;
    const std::string_view schema = head.substr(std::min(head.find("FILE_SCHEMA"), head.size()));
    const std::string_view named = schema.substr(0, schema.find(';'));
    return named.find("IFC") == named.npos ? InputFormat::step : InputFormat::ifc;
}

// A binary RVM file begins with the name of its first chunk, in which each letter takes four bytes.
bool starts_as_rvm(std::string_view bytes) {
    return bytes.starts_with(std::string_view("\0\0\0H\0\0\0E\0\0\0A\0\0\0D", 16));
}

// Extensions of the formats that Assimp reads and that contain meshes. Its other formats only refer to mesh
// files, or contain an animation or a height field. Extensions such as .raw and .xml may mean anything.
bool is_read_by_assimp(std::string_view extension) {
    static constexpr std::string_view known[] = {
        ".3ds",     ".3mf",   ".ac",   ".ac3d", ".acc", ".amf",     ".ase",  ".ask", ".assbin",
        ".b3d",     ".blend", ".bsp",  ".cob",  ".dae", ".dxf",     ".enff", ".fbx", ".iqm",
        ".irrmesh", ".lwo",   ".lxo",  ".md2",  ".md3", ".md5mesh", ".mdc",  ".mdl", ".ms3d",
        ".ndo",     ".nff",   ".ogex", ".pmx",  ".q3o", ".q3s",     ".scn",  ".sib", ".smd",
        ".x",       ".x3d",   ".x3db", ".xgl",  ".zae", ".zgl"};
    return std::find(std::begin(known), std::end(known), extension) != std::end(known);
}

std::optional<InputFormat> by_extension(std::string_view bytes, std::string_view name) {
    const std::string extension = extension_of(name);
    if (extension == ".stl") return stl_kind(bytes);
    if (extension == ".obj") return InputFormat::obj;
    if (extension == ".off") return InputFormat::off;
    if (extension == ".ply") return InputFormat::ply;
    if (extension == ".glb" || extension == ".gltf") return InputFormat::gltf;
    if (extension == ".step" || extension == ".stp" || extension == ".p21") return InputFormat::step;
    if (extension == ".ifc" || extension == ".ifczip") return InputFormat::ifc;
    if (extension == ".rvm") return InputFormat::rvm;
    if (is_read_by_assimp(extension)) return InputFormat::assimp;
    return std::nullopt;
}

}  // namespace

std::string extension_of(std::string_view name) {
    std::string extension = std::filesystem::path(name).extension().string();
    std::transform(extension.begin(), extension.end(), extension.begin(),
                   [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
    return extension;
}

std::optional<InputFormat> sniff(std::string_view bytes, std::string_view name) {
    if (starts_as_saved_model(bytes)) return InputFormat::saved_model;
    if (starts_as_rvm(bytes)) return InputFormat::rvm;
    if (fits_binary_stl(bytes)) return InputFormat::stl_binary;
    if (starts_as_ply(bytes)) return InputFormat::ply;
    if (starts_as_glb(bytes) || looks_like_gltf(bytes)) return InputFormat::gltf;
    const std::string_view head = skip_byte_order_mark(bytes).substr(0, head_size);
    const std::string_view word = first_word(head);
    if (const auto kind = exchange_kind(head)) return kind;
    if (same_word(word, "solid")) return stl_kind(head);
    if (is_off_keyword(word)) return InputFormat::off;
    if (looks_like_obj(head)) return InputFormat::obj;
    return by_extension(bytes, name);
}

}  // namespace allide::io
