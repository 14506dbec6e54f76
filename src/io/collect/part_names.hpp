// The names of parts while a reader works. A file may hold millions that are a few bytes long, so they stand
// one behind the other and cost little more than their letters.
#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

namespace allide::io {

class PartNames {
  public:
    using Id = std::uint32_t;
    static constexpr std::uint32_t no_part = std::numeric_limits<std::uint32_t>::max();

    // A name of its own, whatever others are called.
    Id add(std::string_view name, std::uint64_t line);
    // The name that is spelled so; a new one if there is none.
    Id find_or_add(std::string_view name, std::uint64_t line);
    // Forgets the last one that was added by add().
    void drop_last();

    // Gives the name the next part's number unless it has one.
    std::uint32_t part_of(Id id);
    bool has_part(Id id) const { return entries_[id].part != no_part; }
    std::uint32_t parts() const { return parts_; }
    std::size_t size() const { return entries_.size(); }
    std::string_view name(Id id) const;
    std::uint64_t line(Id id) const { return entries_[id].line; }  // 0: unknown
    // The names of the parts in their order.
    std::vector<std::string> take() &&;

  private:
    struct Entry {
        std::uint32_t end;  // of its letters; they start where the last one's end
        std::uint32_t part;
        std::uint32_t line;
    };
    std::size_t slot_of(std::string_view of) const;
    void make_room();

    std::vector<char> letters_;
    std::vector<Entry> entries_;
    std::vector<Id> slots_;  // of a hash table of the names that find_or_add() knows
    std::size_t known_ = 0;
    std::uint32_t parts_ = 0;
};

}  // namespace allide::io
