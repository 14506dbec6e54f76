// A JSON scanner (RFC 8259) without recursion, because a file may be nested as deeply as it is long.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace allide::io {

class PageReleaser;

class JsonScanner {
  public:
    // Fills `places` as JsonDocument describes. If `places` is null, run() only returns an upper bound of the
    // number of entries. `releaser`, if any, releases memory after every MiB of text.
    JsonScanner(std::string_view text, std::uint64_t start, std::span<const std::string_view> keys,
                std::uint32_t* places, PageReleaser* releaser = nullptr);

    std::size_t run();  // returns the number of entries

  private:
    static constexpr std::uint32_t no_key = 0xffffffff;
    // An open object or array that is kept and stored in `places`.
    struct OpenValue {
        std::size_t length_at;  // index of its entry that will hold its length
        std::size_t members = 0;
    };

    void step();
    void release_read_text();
    void read_key();
    void read_value();
    void open(char closing);
    void close();
    void read_text();
    void read_escape();
    std::uint32_t read_hex();
    void read_number();
    void read_digits();
    void read_word(std::string_view word);

    // Returns true, and stores the offset, if the value at the cursor is to be kept.
    bool keep();
    void put(std::uint32_t place) {
        if (places_ != nullptr) places_[size_] = place;
        ++size_;
    }
    void drop_repeated_members(const OpenValue& object);
    std::size_t end_of(std::size_t value) const;

    void skip_blanks();
    bool next_is(char c) const { return at_ != end_ && *at_ == c; }
    void expect(char c);
    [[noreturn]] void fail(const char* message = "JSON syntax error") const;

    const char *begin_, *at_, *end_;
    const char* released_at_;
    PageReleaser* releaser_;
    std::uint64_t start_;
    std::span<const std::string_view> keys_;
    std::uint32_t* places_;
    std::size_t size_ = 0;

    std::vector<bool> open_;       // open objects (true) and arrays (false), outermost first
    bool is_first_ = true;         // true if the innermost open value has no items yet
    std::vector<OpenValue> kept_;  // the open values that are kept
    std::uint64_t skipped_ = 0;    // nesting depth inside a value that is skipped
    std::uint32_t key_ = no_key;
    bool skip_next_value_ = false;
};

// The text between a string's quotes with escape sequences resolved. The scanner must have accepted it.
std::string unescaped(std::string_view inside);

}  // namespace allide::io
