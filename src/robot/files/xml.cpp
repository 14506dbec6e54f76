#include "robot/files/xml.hpp"

#include "base/numbers.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>

#include <fmt/format.h>
#include <tinyxml2.h>

namespace allide::detail::robot {
namespace {

using io::fail;

constexpr std::size_t largest_text = std::size_t{4} << 20;
constexpr std::size_t most_attributes = 64;
constexpr std::string_view blanks = " \t\r\n";

std::string_view trimmed(std::string_view text) {
    const std::size_t first = text.find_first_not_of(blanks);
    if (first == std::string_view::npos) return {};
    return text.substr(first, text.find_last_not_of(blanks) + 1 - first);
}

std::string words_of(tinyxml2::XMLError error) {
    switch (error) {
        case tinyxml2::XML_ERROR_MISMATCHED_ELEMENT:
            return "expected the closing tag of the element that is open, found another or none";
        case tinyxml2::XML_ERROR_PARSING_ATTRIBUTE:
            return "expected attributes as name=\"value\", each name once";
        case tinyxml2::XML_ERROR_PARSING_COMMENT:
            return "expected --> at the end of the comment";
        case tinyxml2::XML_ERROR_PARSING_CDATA:
            return "expected ]]> at the end of the CDATA section";
        case tinyxml2::XML_ERROR_PARSING_DECLARATION:
            return "expected ?> at the end of the declaration, at the start of the file only";
        case tinyxml2::XML_ERROR_EMPTY_DOCUMENT:
            return "expected an XML element, found none";
        case tinyxml2::XML_ELEMENT_DEPTH_EXCEEDED:
            return "expected at most 100 nested elements";
        default:
            return "expected well-formed XML";
    }
}

std::size_t edit_distance(std::string_view a, std::string_view b) {
    std::vector<std::size_t> row(b.size() + 1);
    for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
    for (std::size_t i = 1; i <= a.size(); ++i) {
        std::size_t diagonal = row[0];
        row[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const std::size_t replaced = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
            diagonal = row[j];
            row[j] = std::min({replaced, row[j] + 1, row[j - 1] + 1});
        }
    }
    return row[b.size()];
}

// True if the words differ by at most two edits (one if `known` is short). Long words are never similar,
// which bounds the time for hostile files.
bool is_similar(std::string_view word, std::string_view known) {
    constexpr std::size_t longest = 64;
    if (word.empty() || word.size() > longest || known.size() > longest) return false;
    const std::size_t allowed = known.size() <= 2 ? 1 : 2;
    const std::size_t longer = std::max(word.size(), known.size()),
                      shorter = std::min(word.size(), known.size());
    return longer - shorter <= allowed && edit_distance(word, known) <= allowed;
}

void refuse_misspelt(const XMLElement& at, std::string_view kind, std::string_view found,
                     std::initializer_list<std::string_view> known) {
    if (std::find(known.begin(), known.end(), found) != known.end()) return;
    for (const std::string_view name : known)
        if (is_similar(found, name))
            fail_at(at, fmt::format("unknown {} {} (did you mean '{}'?)", kind, io::quoted(found), name));
}

// Limits the number of attributes per element before parsing, because tinyxml2 compares each attribute with
// all before it. Scans the text as tinyxml2 does; where the text is not well-formed, tinyxml2 stops.
void limit_attributes(std::string_view text) {
    std::uint64_t line = 1;
    std::size_t at = 0;
    const auto skip_past = [&](std::string_view end) {
        const std::size_t found = text.find(end, at);
        const std::size_t next = found == std::string_view::npos ? text.size() : found + end.size();
        line +=
            static_cast<std::uint64_t>(std::count(text.begin() + static_cast<std::ptrdiff_t>(at),
                                                  text.begin() + static_cast<std::ptrdiff_t>(next), '\n'));
        at = next;
    };
    for (skip_past("<"); at < text.size(); skip_past("<")) {
        const std::string_view rest = text.substr(at);
        if (rest.starts_with("!--")) {
            skip_past("-->");
        } else if (rest.starts_with("![CDATA[")) {
            skip_past("]]>");
        } else if (rest.starts_with('!') || rest.starts_with('?')) {
            skip_past(">");
        } else {
            for (std::size_t values = 0; at < text.size() && text[at] != '>';) {
                const char c = text[at++];
                if (c == '\n') ++line;
                if (c != '"' && c != '\'') continue;
                if (++values > most_attributes)
                    fail({.code = ErrorCode::too_large,
                          .message = fmt::format("expected at most {} attributes", most_attributes),
                          .line = line});
                skip_past(c == '"' ? "\"" : "'");
            }
        }
    }
}

// Elements in a namespace are extensions and are ignored. Elements of xacro are refused, since expanding them
// would have produced other elements.
void check_element(const XMLElement& element) {
    if (std::string_view(element.Name()).starts_with("xacro:"))
        fail_at(element,
                "expected plain XML, found a xacro macro: expand the file first (xacro FILE > robot.urdf)");
    for (const XMLElement* c = element.FirstChildElement(); c != nullptr; c = c->NextSiblingElement())
        check_element(*c);  // the parser limits the depth
}

}  // namespace

const XMLElement& parse_xml(tinyxml2::XMLDocument& document, std::string_view text, std::string_view root) {
    if (text.size() > largest_text)
        fail({.code = ErrorCode::too_large, .message = "expected at most 4 MiB of XML"});
    if (text.starts_with("\xff\xfe") || text.starts_with("\xfe\xff"))
        fail({.code = ErrorCode::unknown_format, .message = "expected XML in UTF-8, found UTF-16"});
    if (const std::size_t zero = text.find('\0'); zero != std::string_view::npos)
        fail({.code = ErrorCode::bad_syntax,
              .message = "expected text, found a zero byte",
              .byte = std::uint64_t{zero}});
    limit_attributes(text);
    if (document.Parse(text.data(), text.size()) != tinyxml2::XML_SUCCESS)
        fail({.code = ErrorCode::bad_syntax,
              .message = words_of(document.ErrorID()),
              .line = static_cast<std::uint64_t>(std::max(document.ErrorLineNum(), 1))});
    const XMLElement* found = document.RootElement();
    if (found == nullptr)
        fail({.code = ErrorCode::bad_syntax, .message = "expected an XML element, found none", .line = 1});
    if (root != found->Name()) fail_at(*found, fmt::format("expected <{}>, found {}", root, tag_of(*found)));
    for (const tinyxml2::XMLNode* node = document.FirstChild(); node != nullptr; node = node->NextSibling())
        if (node != found && (node->ToElement() != nullptr || node->ToText() != nullptr))
            fail({.code = ErrorCode::bad_syntax,
                  .message = fmt::format("expected nothing outside of <{}>", root),
                  .line = static_cast<std::uint64_t>(node->GetLineNum())});
    check_element(*found);
    return *found;
}

void fail_at(const XMLElement& element, std::string message, ErrorCode code) {
    fail({.code = code,
          .message = std::move(message),
          .line = static_cast<std::uint64_t>(element.GetLineNum())});
}

std::string tag_of(const XMLElement& element) {
    const std::string name = io::quoted(element.Name());
    return fmt::format("<{}>", std::string_view(name).substr(1, name.size() - 2));
}

std::optional<std::string> find_attribute(const XMLElement& element, const char* name) {
    const char* const text = element.Attribute(name);
    if (text == nullptr) return std::nullopt;
    if (std::strstr(text, "${") != nullptr)
        fail_at(element, fmt::format("{}: expected a value, found the xacro expression {}: expand the file "
                                     "first (xacro FILE > robot.urdf)",
                                     tag_of(element), io::quoted(text)));
    return std::string(trimmed(text));
}

std::string attribute(const XMLElement& element, const char* name) {
    const std::optional<std::string> text = find_attribute(element, name);
    if (!text)
        fail_at(element, fmt::format("{}: expected the attribute '{}', found none", tag_of(element), name));
    if (text->empty())
        fail_at(element, fmt::format("{}: expected a text as '{}', found none", tag_of(element), name));
    return *text;
}

std::optional<std::vector<double>> find_numbers(const XMLElement& element, const char* name,
                                                std::size_t count) {
    const std::optional<std::string> text = find_attribute(element, name);
    if (!text) return std::nullopt;
    const auto refuse = [&](const std::string& found, ErrorCode code = ErrorCode::bad_syntax) {
        fail_at(
            element,
            fmt::format("{}: expected {} as '{}', found {}", tag_of(element),
                        count == 1 ? std::string("a finite number") : fmt::format("{} finite numbers", count),
                        name, found),
            code);
    };
    std::vector<double> values;
    std::string_view rest = trimmed(*text);
    while (!rest.empty()) {
        const std::string_view word = rest.substr(0, rest.find_first_of(blanks));
        const auto [value, end] = base::parse_number(word.data(), word.data() + word.size());
        if (end != word.data() + word.size()) refuse(io::quoted(word));
        if (!std::isfinite(value)) refuse(io::quoted(word), ErrorCode::not_finite);
        if (values.size() == count) refuse("more: " + io::quoted(*text));
        values.push_back(value);
        rest = trimmed(rest.substr(word.size()));
    }
    if (values.size() != count) refuse(values.empty() ? "none" : io::quoted(*text));
    return values;
}

std::vector<double> numbers(const XMLElement& element, const char* name, std::size_t count) {
    attribute(element, name);
    return *find_numbers(element, name, count);
}

double number(const XMLElement& element, const char* name) {
    return numbers(element, name, 1).front();
}

std::vector<const XMLElement*> children(const XMLElement& parent, const char* name) {
    std::vector<const XMLElement*> found;
    for (const XMLElement* c = parent.FirstChildElement(name); c != nullptr; c = c->NextSiblingElement(name))
        found.push_back(c);
    return found;
}

const XMLElement* find_child(const XMLElement& parent, const char* name) {
    const XMLElement* const found = parent.FirstChildElement(name);
    if (found == nullptr) return nullptr;
    if (const XMLElement* second = found->NextSiblingElement(name))
        fail_at(*second, fmt::format("{}: expected one <{}>, found a second", tag_of(parent), name));
    return found;
}

const XMLElement& child(const XMLElement& parent, const char* name) {
    const XMLElement* const found = find_child(parent, name);
    if (found == nullptr)
        fail_at(parent, fmt::format("{}: expected a <{}>, found none", tag_of(parent), name));
    return *found;
}

void check_names(const XMLElement& element, std::initializer_list<std::string_view> attributes,
                 std::initializer_list<std::string_view> elements) {
    for (const tinyxml2::XMLAttribute* a = element.FirstAttribute(); a != nullptr; a = a->Next())
        refuse_misspelt(element, fmt::format("attribute of {}:", tag_of(element)), a->Name(), attributes);
    for (const XMLElement* c = element.FirstChildElement(); c != nullptr; c = c->NextSiblingElement())
        refuse_misspelt(*c, fmt::format("element in {}:", tag_of(element)), c->Name(), elements);
}

std::string suggestion(std::string_view word, const std::vector<std::string>& names) {
    for (const std::string& name : names)
        if (is_similar(word, name)) return fmt::format(" (did you mean '{}'?)", name);
    return "";
}

void shorten(Error& error) {
    constexpr std::size_t longest = 400;
    std::string& text = error.message;
    if (text.size() > longest) {
        std::size_t end = longest;
        while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) --end;  // keeps UTF-8 whole
        text = text.substr(0, end) + "…";
    }
    std::replace_if(
        text.begin(), text.end(), [](unsigned char c) { return c < ' ' || c == 0x7f; }, '?');
}

}  // namespace allide::detail::robot
