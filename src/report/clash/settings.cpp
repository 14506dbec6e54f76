#include "report/clash/settings.hpp"

namespace allide::detail::report {

const Setting* Setting::find(std::string_view key) const {
    for (const auto& [name, value] : members)
        if (name == key) return &value;
    return nullptr;
}

void fail_at_line(std::string_view file, std::size_t line, std::string_view message) {
    throw SettingsFailure{{.code = ErrorCode::bad_syntax,
                           .message = std::string(message),
                           .file = std::string(file),
                           .line = line}};
}

std::string_view without_byte_order_mark(std::string_view text) {
    constexpr std::string_view mark = "\xef\xbb\xbf";
    if (text.starts_with(mark)) text.remove_prefix(mark.size());
    return text;
}

}  // namespace allide::detail::report
