// JSON documents that are checked once and then read in place. Only the position of each value in the text is
// stored, so that a document takes at most about as much memory, or disk space, as its text.
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

class PageReleaser;
class JsonValue;

// For documents larger than memory: the folder for the positions, and the releaser to call during the scan.
struct JsonSpill {
    std::filesystem::path folder;
    PageReleaser& releaser;
};

class JsonDocument {
  public:
    // Keeps only object members whose key is one of `keys`, which must be sorted, and no value nested deeper
    // than 32 brackets. If a key is repeated, the last member counts. `start` is the offset of the text in
    // its file, for error messages. The text must outlive the document. Throws Failure on a syntax error.
    JsonDocument(std::string_view text, std::uint64_t start, std::span<const std::string_view> keys,
                 const JsonSpill* spill = nullptr);
    JsonDocument(const JsonDocument&) = delete;
    JsonDocument& operator=(const JsonDocument&) = delete;

    JsonValue root() const;

  private:
    friend class JsonValue;
    std::string_view text_;
    std::span<const std::string_view> keys_;
    // Each value is stored as the offset of its first character. For a non-empty object or array, the number
    // of entries that it takes in this list follows, then its contents. In an object, the index of the key
    // precedes each member.
    std::span<std::uint32_t> places_;
    std::vector<std::uint32_t> in_memory_;
    std::optional<SpilledList<std::uint32_t>> spilled_;
};

// A value of a document, which must outlive it.
class JsonValue {
  public:
    JsonValue(const JsonDocument& document, std::uint32_t at) : document_(&document), at_(at) {}

    bool is_object() const { return first() == '{'; }
    bool is_array() const { return first() == '['; }
    bool is_text() const { return first() == '"'; }
    bool is_boolean() const { return first() == 't' || first() == 'f'; }
    bool is_number() const { return first() == '-' || (first() >= '0' && first() <= '9'); }

    // The offset of the value's first character in the text.
    std::size_t offset() const { return document_->places_[at_]; }
    bool flag() const { return first() == 't'; }
    double number() const;
    // A non-negative integer of at most 2⁵³; empty for any other value.
    std::optional<std::uint64_t> integer() const;
    std::string text() const;
    // The string as written in the text; empty if it contains escape sequences.
    std::optional<std::string_view> unescaped_text() const;
    // The member with this key; empty if there is none or the value is not an object.
    std::optional<JsonValue> find(std::string_view key) const;

    class Items;
    Items items() const;  // no items if the value is not an array

  private:
    friend class JsonDocument;
    char first() const { return here()[0]; }
    const char* here() const { return document_->text_.data() + document_->places_[at_]; }
    const char* end_of_text() const { return document_->text_.data() + document_->text_.size(); }
    std::uint32_t end() const;  // index in places_ after this value
    bool is_empty() const { return (is_object() && here()[1] == '}') || (is_array() && here()[1] == ']'); }

    const JsonDocument* document_;
    std::uint32_t at_;
};

// The items of an array, in order.
class JsonValue::Items {
  public:
    class Iterator {
      public:
        Iterator(const JsonDocument& document, std::uint32_t at) : value_(document, at) {}
        const JsonValue& operator*() const { return value_; }
        Iterator& operator++() {
            value_.at_ = value_.end();
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
    // The number of items. Takes linear time.
    std::size_t count() const;

  private:
    const JsonDocument* document_;
    std::uint32_t first_, last_;
};

}  // namespace allide::io
