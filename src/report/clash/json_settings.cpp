// Reads JSON with nlohmann-json's event parser. The parser does not report positions, so the iterator through
// which it reads counts lines.
#include "report/clash/settings.hpp"

#include <cmath>
#include <cstdint>
#include <iterator>
#include <optional>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace allide::detail::report {

namespace {

// The line of the last character that was read. A line break counts only when the next character is read,
// because the parser may already have read the line break after a value.
struct LineCounter {
    std::size_t line = 1;
    char last = ' ';

    void read(char c) {
        if (last == '\n') ++line;
        last = c;
    }
};

class CountingIterator {
  public:
    using iterator_category = std::input_iterator_tag;
    using value_type = char;
    using difference_type = std::ptrdiff_t;
    using pointer = const char*;
    using reference = const char&;

    CountingIterator(const char* at, LineCounter* counter) : at_(at), counter_(counter) {}
    reference operator*() const { return *at_; }
    CountingIterator& operator++() {
        counter_->read(*at_++);
        return *this;
    }
    CountingIterator operator++(int) {
        const CountingIterator before = *this;
        ++*this;
        return before;
    }
    friend bool operator==(const CountingIterator& x, const CountingIterator& y) { return x.at_ == y.at_; }
    friend bool operator!=(const CountingIterator& x, const CountingIterator& y) { return x.at_ != y.at_; }

  private:
    const char* at_;
    LineCounter* counter_;
};

// Receives the parser's events and builds the tree. A member function returns false to stop the parser.
class SettingBuilder {
  public:
    explicit SettingBuilder(const LineCounter& counter) : counter_(counter) {}

    bool null() { return add({}); }
    bool boolean(bool flag) { return add({.kind = Setting::Kind::flag, .flag = flag}); }
    bool number_integer(std::int64_t number) { return add_number(static_cast<double>(number)); }
    bool number_unsigned(std::uint64_t number) { return add_number(static_cast<double>(number)); }
    bool number_float(double number, const std::string& /*text*/) { return add_number(number); }
    bool string(std::string& text) { return add({.kind = Setting::Kind::text, .text = std::move(text)}); }
    bool binary(const nlohmann::json::binary_t& /*bytes*/) { return stop("a value is not JSON"); }
    bool start_object(std::size_t /*count*/) { return open({.kind = Setting::Kind::table}); }
    bool start_array(std::size_t /*count*/) { return open({.kind = Setting::Kind::list}); }
    bool end_object() { return close(); }
    bool end_array() { return close(); }
    bool key(std::string& name) {
        Setting& table = *open_.back();
        // A large table is not a settings file but a mistake or an attack. It is not searched for repeated
        // keys, since that would take quadratic time.
        if (table.members.size() < 100 && table.find(name) != nullptr)
            return stop(fmt::format("'{}' is set a second time", name));
        table.members.emplace_back(std::move(name), Setting());
        return true;
    }
    bool parse_error(std::size_t /*byte*/, const std::string& /*token*/, const nlohmann::json::exception& e) {
        // "[json.exception.parse_error.101] parse error at line 1, column 2: syntax error …"
        std::string_view what = e.what();
        if (const std::size_t place = what.find("parse error at"); place != std::string_view::npos)
            what.remove_prefix(std::min(what.size(), what.find(": ", place) + 2));
        else if (const std::size_t end = what.find("] "); end != std::string_view::npos)
            what.remove_prefix(end + 2);
        return stop(std::string(what));
    }

    Setting root = {};
    std::optional<std::string> failure = {};

  private:
    static constexpr std::size_t deepest = 100;

    bool stop(std::string message) {
        failure = std::move(message);
        return false;
    }
    // Where the next value is stored: at the open table's last key, at the end of the open list, or at the
    // root.
    Setting& place() {
        if (open_.empty()) return root;
        Setting& parent = *open_.back();
        if (parent.kind == Setting::Kind::table) return parent.members.back().second;
        return parent.items.emplace_back();
    }
    bool add(Setting value) {
        value.line = counter_.line;
        place() = std::move(value);
        return true;
    }
    bool add_number(double number) {
        if (!std::isfinite(number)) return stop("a number is too large");
        return add({.kind = Setting::Kind::number, .number = number});
    }
    // A parent does not grow while one of its values is open, so that the pointers stay valid.
    bool open(Setting value) {
        if (open_.size() == deepest) return stop(fmt::format("more than {} nested brackets", deepest));
        value.line = counter_.line;
        Setting& opened = place();
        opened = std::move(value);
        open_.push_back(&opened);
        return true;
    }
    bool close() {
        open_.pop_back();
        return true;
    }

    const LineCounter& counter_;
    std::vector<Setting*> open_;
};

}  // namespace

Setting parse_json_settings(std::string_view text, std::string_view file) {
    text = without_byte_order_mark(text);
    LineCounter counter;
    SettingBuilder builder(counter);
    const CountingIterator begin(text.data(), &counter), end(text.data() + text.size(), &counter);
    if (!nlohmann::json::sax_parse(begin, end, &builder))
        fail_at_line(file, counter.line, builder.failure.value_or("this is not JSON"));
    return std::move(builder.root);
}

}  // namespace allide::detail::report
