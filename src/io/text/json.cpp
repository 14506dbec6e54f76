#include "io/text/json.hpp"

#include "base/numbers.hpp"
#include "io/file/failure.hpp"
#include "io/file/page_release.hpp"
#include "io/text/json_scanner.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace allide::io {
namespace {

constexpr std::uint64_t largest_integer = std::uint64_t{1} << 53;

}  // namespace

JsonDocument::JsonDocument(std::string_view text, std::uint64_t start, std::span<const std::string_view> keys,
                           const JsonSpill* spill)
    : text_(text), keys_(keys) {
    if (text.size() >= std::numeric_limits<std::uint32_t>::max())
        fail({.code = ErrorCode::too_large, .message = "expected less than 4 GiB of JSON", .file = {}});
    // A first scan counts the entries, so that the list can be allocated in one step.
    PageReleaser* const releaser = spill == nullptr ? nullptr : &spill->releaser;
    const std::size_t most = JsonScanner(text, start, keys, nullptr, releaser).run();
    if (spill == nullptr) {
        in_memory_.resize(most);
        places_ = in_memory_;
    } else {
        spilled_.emplace(spill->folder).resize_zeroed(most);
        spill->releaser.add([this] { spilled_->release_pages(); });
        places_ = spilled_->items();
    }
    places_ = places_.first(JsonScanner(text, start, keys, places_.data(), releaser).run());
}

JsonValue JsonDocument::root() const {
    return {*this, 0};
}

double JsonValue::number() const {
    return base::parse_number(here(), end_of_text()).value;
}

std::optional<std::uint64_t> JsonValue::integer() const {
    if (!is_number()) return std::nullopt;
    const double value = number();  // accepts "3.0" too; doubles hold every integer up to 2⁵³
    const bool fits =
        value >= 0 && value <= static_cast<double>(largest_integer) && std::floor(value) == value;
    return fits ? std::optional(static_cast<std::uint64_t>(value)) : std::nullopt;
}

std::optional<std::string_view> JsonValue::unescaped_text() const {
    const char* inside = here() + 1;
    const char* end = std::find_if(inside, end_of_text(), [](char c) { return c == '"' || c == '\\'; });
    if (*end == '\\') return std::nullopt;
    return std::string_view(inside, static_cast<std::size_t>(end - inside));
}

std::string JsonValue::text() const {
    if (const auto plain = unescaped_text()) return std::string(*plain);
    const char* inside = here() + 1;
    const char* end = inside;
    for (; *end != '"'; ++end)
        if (*end == '\\') ++end;
    return unescaped({inside, static_cast<std::size_t>(end - inside)});
}

std::uint32_t JsonValue::end() const {
    const bool has_contents = (is_object() || is_array()) && !is_empty();
    return at_ + (has_contents ? document_->places_[at_ + 1] : 1);
}

std::optional<JsonValue> JsonValue::find(std::string_view key) const {
    if (!is_object() || is_empty()) return std::nullopt;
    const auto& keys = document_->keys_;
    const auto wanted =
        static_cast<std::uint32_t>(std::lower_bound(keys.begin(), keys.end(), key) - keys.begin());
    std::optional<JsonValue> found;
    for (JsonValue member(*document_, at_ + 3); member.at_ < end(); member.at_ = member.end() + 1)
        if (document_->places_[member.at_ - 1] == wanted) found = member;
    return found;
}

JsonValue::Items JsonValue::items() const {
    if (!is_array() || is_empty()) return {*document_, at_, at_};
    return {*document_, at_ + 2, end()};
}

std::size_t JsonValue::Items::count() const {
    std::size_t count = 0;
    for (auto at = begin(); at != end(); ++at) ++count;
    return count;
}

}  // namespace allide::io
