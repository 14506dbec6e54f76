// The names of the parts of a file. There may be millions of short names, so they are stored back to back and
// take little more memory than their characters.
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

    // Adds a name, even if there is an equal one.
    Id add(std::string_view name, std::uint64_t line);
    // Returns the equal name if find_or_add() has added one, else adds the name.
    Id find_or_add(std::string_view name, std::uint64_t line);
    // Removes the last name, which must have been added by add().
    void drop_last();

    // The part number of the name. If it has none yet, assigns the next number.
    std::uint32_t part_of(Id id);
    bool has_part(Id id) const { return entries_[id].part != no_part; }
    std::uint32_t parts() const { return parts_; }
    std::size_t size() const { return entries_.size(); }
    std::string_view name(Id id) const;
    std::uint64_t line(Id id) const { return entries_[id].line; }  // 0 if unknown
    // The names, indexed by part number.
    std::vector<std::string> take() &&;

  private:
    struct Entry {
        std::uint32_t end;  // end of its characters; they start where those of the previous entry end
        std::uint32_t part;
        std::uint32_t line;
    };
    std::size_t slot_of(std::string_view wanted) const;
    void make_room();

    std::vector<char> letters_;
    std::vector<Entry> entries_;
    std::vector<Id> slots_;  // open-addressing hash table of the names added by find_or_add()
    std::size_t known_ = 0;
    std::uint32_t parts_ = 0;
};

}  // namespace allide::io
