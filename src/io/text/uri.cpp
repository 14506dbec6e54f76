#include "io/text/uri.hpp"

#include <algorithm>
#include <string>

namespace allide::io {
namespace {

int hex_digit(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

std::optional<std::string> percent_decoded(std::string_view uri) {
    std::string out;
    for (std::size_t i = 0; i < uri.size(); ++i) {
        if (uri[i] != '%') {
            out += uri[i];
            continue;
        }
        if (uri.size() - i < 3) return std::nullopt;
        const int high = hex_digit(uri[i + 1]), low = hex_digit(uri[i + 2]);
        if (high < 0 || low < 0) return std::nullopt;
        out += static_cast<char>(16 * high + low);
        i += 2;
    }
    return out;
}

}  // namespace

std::optional<std::filesystem::path> relative_path_of(std::string_view uri) {
    // A colon in the first segment of the path means that the URI has a scheme.
    if (uri.substr(0, uri.find('/')).find(':') != std::string_view::npos) return std::nullopt;
    const auto text = percent_decoded(uri);
    if (!text || text->empty()) return std::nullopt;
    // Backslashes separate folders on some systems, and no file name should contain control characters. Bytes
    // above 0x7f belong to UTF-8 names, hence the unsigned parameter.
    const bool odd = std::any_of(text->begin(), text->end(),
                                 [](unsigned char c) { return c < ' ' || c == '\\' || c == 0x7f; });
    const std::filesystem::path path(*text);
    if (odd || path.is_absolute() || path.has_root_path()) return std::nullopt;
    if (std::find(path.begin(), path.end(), "..") != path.end()) return std::nullopt;
    return path;
}

}  // namespace allide::io
