#include "assimp_checks.hpp"

#include "io/file/failure.hpp"
#include "io/formats/format.hpp"

#include <algorithm>
#include <map>
#include <vector>

#include <fmt/format.h>
#include <zlib.h>

namespace allide::readers {
namespace {

constexpr std::string_view blanks = " \t\r\n";

// Scans an XML text tag by tag and skips comments.
class TagScanner {
  public:
    explicit TagScanner(std::string_view text) : text_(text) {}

    // The next tag from `<` to before `>`, without these; empty at the end of the text.
    std::string_view next() {
        for (;;) {
            const std::size_t start = text_.find('<', at_);
            if (start == text_.npos) return {};
            const bool is_comment = text_.substr(start).starts_with("<!--");
            const std::size_t end = text_.find(is_comment ? "-->" : ">", start);
            if (end == text_.npos) return {};
            at_ = end + (is_comment ? 3 : 1);
            if (!is_comment && end > start + 1) return text_.substr(start + 1, end - start - 1);
        }
    }
    // The position after the last tag.
    std::size_t position() const { return at_; }

  private:
    std::string_view text_;
    std::size_t at_ = 0;
};

// The tag's name without a namespace prefix; it starts with `/` for an end tag.
std::string_view name_of(std::string_view tag) {
    const std::string_view name = tag.substr(0, tag.find_first_of(" \t\r\n/", 1));
    const bool is_end = name.starts_with('/');
    const std::size_t colon = name.find(':');
    return colon == name.npos || is_end ? name : name.substr(colon + 1);
}

// The value of an attribute, with or without a namespace prefix; empty if the tag has no such attribute.
std::optional<std::string> attribute(std::string_view tag, std::string_view name) {
    for (std::size_t at = tag.find(name); at != tag.npos; at = tag.find(name, at + 1)) {
        const char before = at == 0 ? 'x' : tag[at - 1];
        if (blanks.find(before) == blanks.npos && before != ':') continue;
        const std::size_t equals = tag.find_first_not_of(blanks, at + name.size());
        if (equals == tag.npos || tag[equals] != '=') continue;
        const std::size_t quote = tag.find_first_of("\"'", equals);
        if (quote == tag.npos) return std::nullopt;
        const std::size_t end = tag.find(tag[quote], quote + 1);
        return std::string(tag.substr(quote + 1, end == tag.npos ? end : end - quote - 1));
    }
    return std::nullopt;
}

std::uint64_t line_at(std::string_view text, std::size_t at) {
    return 1 + static_cast<std::uint64_t>(std::count(text.begin(), text.begin() + std::ptrdiff_t(at), '\n'));
}

std::optional<Error> check_collada(std::string_view text) {
    TagScanner tags(text);
    for (std::string_view tag = tags.next(); !tag.empty(); tag = tags.next()) {
        const std::string_view name = name_of(tag);
        if ((name != "p" && name != "vcount") || tag.ends_with('/')) continue;
        const std::size_t bad = text.find_first_not_of("0123456789+- \t\r\n", tags.position());
        if (bad == text.npos || text[bad] == '<') continue;
        return Error{.code = ErrorCode::bad_syntax,
                     .message = fmt::format("expected integers in <{}>, found {}", name,
                                            io::quoted(text.substr(bad, 1))),
                     .line = line_at(text, bad)};
    }
    return std::nullopt;
}

template <typename T>
T little_endian(std::string_view bytes, std::size_t at) {
    T value = 0;
    for (std::size_t i = 0; i < sizeof(T); ++i)
        value = static_cast<T>(value | static_cast<T>(static_cast<unsigned char>(bytes[at + i])) << (8 * i));
    return value;
}

// The uncompressed bytes of a zip member, at most `size`; empty if the compression is damaged or unknown.
std::string inflated(std::string_view packed, unsigned method, std::size_t size) {
    if (method == 0) return std::string(packed.substr(0, size));
    if (method != Z_DEFLATED) return {};
    std::string out(size, '\0');
    z_stream stream{};
    if (::inflateInit2(&stream, -MAX_WBITS) != Z_OK) return {};
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(packed.data()));
    stream.avail_in = static_cast<uInt>(packed.size());
    stream.next_out = reinterpret_cast<Bytef*>(out.data());
    stream.avail_out = static_cast<uInt>(out.size());
    const int status = ::inflate(&stream, Z_FINISH);
    out.resize(out.size() - stream.avail_out);
    ::inflateEnd(&stream);
    return status == Z_STREAM_END ? out : std::string();
}

// The text of the first zip member whose name ends with `name_end`. Empty if there is none, or if the archive
// is damaged, which Assimp reports. Archives of 4 GiB and more (zip64) are not searched.
std::string zip_member(std::string_view zip, std::string_view name_end) {
    constexpr std::size_t end_record = 22, entry_size = 46, local_size = 30;
    const std::size_t end = zip.rfind("PK\5\6");
    if (end == zip.npos || zip.size() - end < end_record) return {};
    std::size_t at = little_endian<std::uint32_t>(zip, end + 16);
    while (at < end && end - at >= entry_size && zip.substr(at, 4) == "PK\1\2") {
        const std::size_t name_size = little_endian<std::uint16_t>(zip, at + 28);
        const std::size_t other_size =
            little_endian<std::uint16_t>(zip, at + 30) + little_endian<std::uint16_t>(zip, at + 32);
        if (zip.substr(at + entry_size, name_size).ends_with(name_end)) {
            const std::size_t local = little_endian<std::uint32_t>(zip, at + 42);
            if (local >= end || end - local < local_size) return {};
            const std::size_t data = local + local_size + little_endian<std::uint16_t>(zip, local + 26) +
                                     little_endian<std::uint16_t>(zip, local + 28);
            const std::size_t packed_size = little_endian<std::uint32_t>(zip, at + 20);
            if (data > end || end - data < packed_size) return {};
            return inflated(zip.substr(data, packed_size), little_endian<std::uint16_t>(zip, at + 10),
                            little_endian<std::uint32_t>(zip, at + 24));
        }
        at += entry_size + name_size + other_size;
    }
    return {};
}

using Components = std::map<std::string, std::vector<std::string>>;  // each object's components, by name

// True if the object contains itself. `done` holds false for each object on the way to this one and true for
// each that is known to contain no cycle.
bool contains_itself(const std::string& object, const Components& components,
                     std::map<std::string, bool>& done) {
    const auto [state, is_new] = done.try_emplace(object, false);
    if (!is_new) return !state->second;
    for (const std::string& component : components.at(object))
        if (contains_itself(component, components, done)) return true;
    done[object] = true;
    return false;
}

Error unsupported(std::string message) {
    return {.code = ErrorCode::unknown_format, .message = std::move(message)};
}

std::optional<Error> check_3mf(std::string_view zip) {
    const std::string model = zip_member(zip, "3dmodel.model");
    Components components;
    std::string object;
    TagScanner tags(model);
    for (std::string_view tag = tags.next(); !tag.empty(); tag = tags.next()) {
        const std::string_view name = name_of(tag);
        if (name == "object") {
            object = attribute(tag, "id").value_or("");
            components[object];
        } else if (name == "component" || name == "item") {
            if (const auto path = attribute(tag, "path"))
                return unsupported(
                    fmt::format("3MF: a <{}> refers to another file of the package, {}, which "
                                "is not supported",
                                name, io::quoted(*path)));
            if (name == "component") components[object].push_back(attribute(tag, "objectid").value_or(""));
        }
    }
    for (const auto& [whole, parts] : components)
        for (const std::string& part : parts)
            if (!components.contains(part))
                return Error{.code = ErrorCode::bad_index,
                             .message = fmt::format("3MF: a <component> of object {} refers to object {}, "
                                                    "which does not exist",
                                                    io::quoted(whole), io::quoted(part))};
    std::map<std::string, bool> done;
    for (const auto& [whole, parts] : components)
        if (contains_itself(whole, components, done))
            return Error{.code = ErrorCode::bad_syntax,
                         .message = fmt::format("3MF: object {} contains itself by way of its <component>s",
                                                io::quoted(whole))};
    return std::nullopt;
}

}  // namespace

std::optional<Error> reason_to_refuse(const Request& request) {
    const std::string extension = io::extension_of(request.name);
    if (extension == ".3mf") return check_3mf(request.bytes);
    if (request.bytes.find("<COLLADA") != std::string::npos) return check_collada(request.bytes);
    return std::nullopt;
}

}  // namespace allide::readers
