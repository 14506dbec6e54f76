// The grammar of JSON (RFC 8259), without recursion: a file may nest as deep as it is long.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace allide::io {

class Breath;

class JsonScanner {
  public:
    // Fills `places` as JsonDocument says, or without one only counts what it would take at most. `breath`,
    // if any, is taken now and then.
    JsonScanner(std::string_view text, std::uint64_t start, std::span<const std::string_view> keys,
                std::uint32_t* places, Breath* breath = nullptr);

    std::size_t run();

  private:
    static constexpr std::uint32_t no_key = 0xffffffff;
    // An open object or array that is kept.
    struct Kept {
        std::size_t length_at;  // where its length is to be written
        std::size_t members = 0;
    };

    void step();
    void breathe();
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

    // Whether the value here is wanted; then its place is noted.
    bool keep();
    void put(std::uint32_t place) {
        if (places_ != nullptr) places_[size_] = place;
        ++size_;
    }
    void drop_repeated_members(const Kept& object);
    std::size_t behind(std::size_t value) const;

    void skip_blanks();
    bool next_is(char c) const { return at_ != end_ && *at_ == c; }
    void expect(char c);
    [[noreturn]] void fail(const char* message = "the JSON is broken here, or ends too early") const;

    const char *begin_, *at_, *end_;
    const char* breathed_at_;
    Breath* breath_;
    std::uint64_t start_;
    std::span<const std::string_view> keys_;
    std::uint32_t* places_;
    std::size_t size_ = 0;

    std::vector<bool> open_;  // what is open, from the outside in: true for an object
    bool is_first_ = true;    // nothing of what is open has been read
    std::vector<Kept> kept_;
    std::uint64_t skipped_ = 0;  // depth within what is passed over
    std::uint32_t key_ = no_key;
    bool is_unwanted_ = false;  // the next value
};

// The text between quotes with its escapes resolved; it has been checked.
std::string unescaped(std::string_view inside);

}  // namespace allide::io
