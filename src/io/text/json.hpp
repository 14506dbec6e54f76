// JSON, checked once and then looked at where it stands: for each value there is only the place of its text,
// so that the document takes about as much memory as its text, whatever that is made of, or room on the disk.
#pragma once

#include "io/file/spill_file.hpp"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace allide::io {

class Breath;
class JsonValue;

// Where a document that is larger than memory puts down what it knows, and who gives memory back meanwhile.
struct JsonSpill {
    std::filesystem::path folder;
    Breath& breath;
};

class JsonDocument {
  public:
    // Of objects only the members of these keys, which are sorted, are kept, and nothing that lies deeper
    // than 32 brackets. A key that comes twice counts as it does the last time. Broken text throws Failure;
    // `start` is where the text, which must outlive this, starts in the file.
    JsonDocument(std::string_view text, std::uint64_t start, std::span<const std::string_view> keys,
                 const JsonSpill* spill = nullptr);
    JsonDocument(const JsonDocument&) = delete;
    JsonDocument& operator=(const JsonDocument&) = delete;

    JsonValue root() const;

  private:
    friend class JsonValue;
    std::string_view text_;
    std::span<const std::string_view> keys_;
    // A value is the place of its first character. Braces and brackets go on with how much of this list they
    // take, then with what they hold, members behind the numbers of their keys; "{}" and "[]" do not.
    std::span<std::uint32_t> places_;
    std::vector<std::uint32_t> kept_;
    std::optional<Spilled<std::uint32_t>> spilled_;
};

// A value of a document, which must outlive it.
class JsonValue {
  public:
    JsonValue(const JsonDocument& document, std::uint32_t at) : document_(&document), at_(at) {}

    bool is_object() const { return first() == '{'; }
    bool is_array() const { return first() == '['; }
    bool is_text() const { return first() == '"'; }
    bool is_flag() const { return first() == 't' || first() == 'f'; }
    bool is_number() const { return first() == '-' || (first() >= '0' && first() <= '9'); }

    // Where it starts in the text.
    std::size_t offset() const { return document_->places_[at_]; }
    bool flag() const { return first() == 't'; }
    double number() const;
    // A whole number that is not negative, at most 2⁵³; none for anything else.
    std::optional<std::uint64_t> whole() const;
    std::string text() const;
    // The text as it stands, if nothing in it is escaped.
    std::optional<std::string_view> plain_text() const;
    // An object's member; none if it has no such one, or is none.
    std::optional<JsonValue> find(std::string_view key) const;

    class Items;
    Items items() const;  // of an array

  private:
    friend class JsonDocument;
    char first() const { return here()[0]; }
    const char* here() const { return document_->text_.data() + document_->places_[at_]; }
    const char* end_of_text() const { return document_->text_.data() + document_->text_.size(); }
    std::uint32_t behind() const;
    bool is_empty() const { return (is_object() && here()[1] == '}') || (is_array() && here()[1] == ']'); }

    const JsonDocument* document_;
    std::uint32_t at_;
};

// The items of an array, one after the other.
class JsonValue::Items {
  public:
    class Iterator {
      public:
        Iterator(const JsonDocument& document, std::uint32_t at) : value_(document, at) {}
        const JsonValue& operator*() const { return value_; }
        Iterator& operator++() {
            value_.at_ = value_.behind();
            return *this;
        }
        bool operator==(const Iterator& other) const { return value_.at_ == other.value_.at_; }
        std::uint32_t place() const { return value_.at_; }

      private:
        JsonValue value_;
    };
    Items(const JsonDocument& document, std::uint32_t first, std::uint32_t last)
        : document_(&document), first_(first), last_(last) {}

    Iterator begin() const { return {*document_, first_}; }
    Iterator end() const { return {*document_, last_}; }
    bool empty() const { return first_ == last_; }
    // Walks through all of them.
    std::size_t count() const;

  private:
    const JsonDocument* document_;
    std::uint32_t first_, last_;
};

}  // namespace allide::io
