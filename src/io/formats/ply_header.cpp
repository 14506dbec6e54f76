#include "io/formats/ply_header.hpp"

#include "io/formats/readers.hpp"
#include "io/text/text.hpp"

#include <algorithm>
#include <array>
#include <charconv>

namespace allide::io {
namespace {

struct TypeName {
    std::string_view old_name, name;
    std::size_t size;
};
// Two names and the size in bytes of each type, in the order of PlyType.
constexpr std::array<TypeName, 10> types{{{"char", "int8", 1},
                                          {"uchar", "uint8", 1},
                                          {"short", "int16", 2},
                                          {"ushort", "uint16", 2},
                                          {"int", "int32", 4},
                                          {"uint", "uint32", 4},
                                          {"long", "int64", 8},
                                          {"ulong", "uint64", 8},
                                          {"float", "float32", 4},
                                          {"double", "float64", 8}}};

// The lines of the header. All must end like the first one, because the first byte of a binary body, which
// follows the last line, may look like half of a line end.
class HeaderLines {
  public:
    HeaderLines(std::string_view bytes, std::string_view file) : bytes_(bytes), file_(file) {
        const std::size_t end = bytes.find_first_of("\r\n");
        const bool lone_return = end != std::string_view::npos && bytes[end] == '\r' &&
                                 (end + 1 == bytes.size() || bytes[end + 1] != '\n');
        line_end_ = lone_return ? '\r' : '\n';
    }

    // The next line without its line end. Fails at the end of the file.
    std::string_view next() {
        const std::size_t end = bytes_.find(line_end_, at_);
        ++line_;
        if (end == std::string_view::npos) fail("expected \"end_header\", found the end of the file");
        std::string_view line = bytes_.substr(at_, end - at_);
        at_ = end + 1;
        if (line.ends_with('\r')) line.remove_suffix(1);
        return line;
    }
    std::size_t at() const { return at_; }
    std::uint64_t line() const { return line_; }
    [[noreturn]] void fail(std::string message, ErrorCode code = ErrorCode::bad_syntax) const {
        io::fail({.code = code, .message = std::move(message), .file = std::string(file_), .line = line_});
    }

  private:
    std::string_view bytes_, file_;
    char line_end_;
    std::size_t at_ = 0;
    std::uint64_t line_ = 0;
};

class HeaderReader {
  public:
    HeaderReader(std::string_view bytes, std::string_view file) : lines_(bytes, file) {}

    PlyHeader read() {
        if (first_word(lines_.next()) != "ply") lines_.fail("expected \"ply\" in the first line");
        while (read_line(lines_.next())) continue;
        if (!has_format_) lines_.fail("expected a line \"format\" in the header, found none");
        header_.size = lines_.at();
        header_.lines = lines_.line();
        return std::move(header_);
    }

  private:
    static std::string_view first_word(std::string_view line) { return TextCursor(line, {}, {}).word(); }

    // Returns false for the line that ends the header.
    bool read_line(std::string_view line) {
        TextCursor words(line, {}, {});
        const std::string_view keyword = words.word();
        if (keyword == "end_header") return false;
        if (keyword == "format") {
            read_format(words);
        } else if (keyword == "element") {
            read_element(words);
        } else if (keyword == "property") {
            read_property(words);
        } else if (!keyword.empty() && keyword != "comment" && keyword != "obj_info") {
            lines_.fail("expected a keyword of a PLY header, found " + io::quoted(keyword));
        }
        return true;
    }

    void read_format(TextCursor& words) {
        const std::string_view name = words.word();
        has_format_ = true;
        if (name == "ascii") {
            header_.encoding = PlyEncoding::ascii;
        } else if (name == "binary_little_endian") {
            header_.encoding = PlyEncoding::little_endian;
        } else if (name == "binary_big_endian") {
            header_.encoding = PlyEncoding::big_endian;
        } else {
            lines_.fail("expected ascii, binary_little_endian or binary_big_endian, found " +
                        io::quoted(name));
        }
        if (const std::string_view version = words.word(); version != "1.0")
            lines_.fail("expected version 1.0, found " + io::quoted(version));
    }

    void read_element(TextCursor& words) {
        PlyElement element{.name = std::string(words.word()), .line = lines_.line()};
        if (element.name.empty()) lines_.fail("expected a name and a count after \"element\"");
        const std::string_view count = words.word();
        if (count.empty()) lines_.fail("expected a name and a count after \"element\"");
        const char* const end = count.data() + count.size();
        const std::from_chars_result parsed = std::from_chars(count.data(), end, element.count);
        if (parsed.ec == std::errc::result_out_of_range)
            lines_.fail("expected a count below 2^64, found " + io::quoted(count), ErrorCode::too_large);
        if (parsed.ec != std::errc() || parsed.ptr != end)
            lines_.fail("expected a count, found " + io::quoted(count));
        header_.elements.push_back(std::move(element));
    }

    void read_property(TextCursor& words) {
        if (header_.elements.empty()) lines_.fail("expected an element before its properties");
        PlyProperty property;
        std::string_view word = words.word();
        if (word == "list") {
            property.count_type = type_of(words.word());
            if (!is_integer(*property.count_type))
                lines_.fail("expected an integer type for the count of a list");
            word = words.word();
        }
        property.type = type_of(word);
        property.name = words.word();
        if (property.name.empty()) lines_.fail("expected a type and a name after \"property\"");
        header_.elements.back().properties.push_back(std::move(property));
    }

    PlyType type_of(std::string_view word) const {
        const auto* found = std::find_if(types.begin(), types.end(), [word](const TypeName& type) {
            return word == type.old_name || word == type.name;
        });
        if (found == types.end()) lines_.fail("expected a PLY type, found " + io::quoted(word));
        return static_cast<PlyType>(found - types.begin());
    }

    HeaderLines lines_;
    PlyHeader header_;
    bool has_format_ = false;
};

}  // namespace

std::size_t size_of(PlyType type) {
    return types[static_cast<std::size_t>(type)].size;
}

PlyHeader read_ply_header(std::string_view bytes, std::string_view file) {
    return HeaderReader(bytes, file).read();
}

bool starts_as_ply(std::string_view bytes) {
    return bytes.starts_with("ply") && bytes.size() > 3 &&
           (bytes[3] == '\n' || bytes[3] == '\r' || bytes[3] == ' ' || bytes[3] == '\t');
}

}  // namespace allide::io
