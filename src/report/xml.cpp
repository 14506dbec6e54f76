#include "report/xml.hpp"

#include "base/utf8.hpp"

#include <algorithm>
#include <charconv>

namespace allide::detail::report {

namespace {

constexpr std::string_view replacement_character = "\xef\xbf\xbd";

void append_escaped(std::string& out, std::string_view text) {
    const auto is_plain = [](char c) {
        return c >= 0x20 && c < 0x7f && c != '<' && c != '>' && c != '&' && c != '"';
    };
    while (!text.empty()) {
        const auto plain =
            static_cast<std::size_t>(std::find_if_not(text.begin(), text.end(), is_plain) - text.begin());
        out += text.substr(0, plain);
        text.remove_prefix(plain);
        if (text.empty()) return;
        const auto first = static_cast<unsigned char>(text[0]);
        const std::size_t length = base::utf8_length(text);
        if (first == '<')
            out += "&lt;";
        else if (first == '>')
            out += "&gt;";
        else if (first == '&')
            out += "&amp;";
        else if (first == '"')
            out += "&quot;";
        else if (first == '\t' || first == '\n' || first == '\r')
            out += "&#" + std::to_string(first) + ';';
        else if (length == 0 || first < 0x20 || text.substr(0, length) == "\xef\xbf\xbe" ||
                 text.substr(0, length) == "\xef\xbf\xbf")
            out += replacement_character;
        else
            out += text.substr(0, length);
        text.remove_prefix(length == 0 ? 1 : length);
    }
}

}  // namespace

void XmlWriter::close_tag() {
    if (in_tag_) text_ += '>';
    in_tag_ = false;
}

XmlWriter& XmlWriter::begin(std::string_view element) {
    close_tag();
    text_ += '<';
    text_ += element;
    open_.emplace_back(element);
    in_tag_ = true;
    return *this;
}

XmlWriter& XmlWriter::attribute(std::string_view name, std::string_view value) {
    text_ += ' ';
    text_ += name;
    text_ += "=\"";
    append_escaped(text_, value);
    text_ += '"';
    return *this;
}

XmlWriter& XmlWriter::end() {
    if (in_tag_)
        text_ += "/>";
    else
        text_ += "</" + open_.back() + '>';
    in_tag_ = false;
    open_.pop_back();
    return *this;
}

XmlWriter& XmlWriter::element(std::string_view name, std::string_view text) {
    begin(name);
    close_tag();
    append_escaped(text_, text);
    return end();
}

XmlWriter& XmlWriter::element(std::string_view name, double number) {
    char digits[32];
    const auto [end, failed] = std::to_chars(digits, digits + sizeof digits, number);
    return element(name, std::string_view(digits, static_cast<std::size_t>(end - digits)));
}

XmlWriter& XmlWriter::element(std::string_view name, std::uint64_t number) {
    return element(name, std::to_string(number));
}

}  // namespace allide::detail::report
