// Reads TOML with toml++.
#include "report/clash/settings.hpp"

#include <algorithm>

#define TOML_HEADER_ONLY 1
#define TOML_ENABLE_FORMATTERS 0
#include <toml++/toml.h>

namespace allide::detail::report {

namespace {

std::size_t line_of(const toml::node& node) {
    return std::max<std::size_t>(1, node.source().begin.line);
}

Setting setting_of(const toml::node& node) {
    Setting out;
    out.line = line_of(node);
    if (const toml::table* const table = node.as_table()) {
        out.kind = Setting::Kind::table;
        for (const auto& [key, value] : *table) out.members.emplace_back(key.str(), setting_of(value));
        // toml++ sorts tables by key. The file's order is restored, so that the first error of a file is the
        // one reported.
        std::ranges::stable_sort(out.members, {}, [](const auto& member) { return member.second.line; });
    } else if (const toml::array* const list = node.as_array()) {
        out.kind = Setting::Kind::list;
        for (const toml::node& item : *list) out.items.push_back(setting_of(item));
    } else if (const auto flag = node.value_exact<bool>()) {
        out.kind = Setting::Kind::flag;
        out.flag = *flag;
    } else if (const auto* const integer = node.as_integer()) {
        out.kind = Setting::Kind::number;
        out.number = static_cast<double>(integer->get());
    } else if (const auto* const number = node.as_floating_point()) {
        out.kind = Setting::Kind::number;
        out.number = number->get();
    } else if (const auto text = node.value_exact<std::string_view>()) {
        out.kind = Setting::Kind::text;
        out.text = *text;
    }
    return out;
}

}  // namespace

Setting parse_toml_settings(std::string_view text, std::string_view file) {
    try {
        const toml::table root = toml::parse(without_byte_order_mark(text), file);
        return setting_of(root);
    } catch (const toml::parse_error& error) {
        fail_at_line(file, std::max<std::size_t>(1, error.source().begin.line), error.description());
    }
}

}  // namespace allide::detail::report
