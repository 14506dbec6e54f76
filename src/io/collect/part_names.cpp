#include "io/collect/part_names.hpp"

#include "io/file/failure.hpp"

#include <functional>

namespace allide::io {
namespace {

constexpr PartNames::Id vacant = std::numeric_limits<PartNames::Id>::max();

[[noreturn]] void fail_too_large() {
    fail({.code = ErrorCode::too_large, .message = "expected less than 4 GiB of part names", .file = {}});
}

// Grows the capacity by half instead of doubling it, which takes less memory.
template <typename Items>
void grow(Items& items, std::size_t wanted) {
    if (wanted > items.capacity()) items.reserve(wanted + wanted / 2);
}

}  // namespace

PartNames::Id PartNames::add(std::string_view name, std::uint64_t line) {
    constexpr std::uint64_t most = std::numeric_limits<std::uint32_t>::max();
    if (letters_.size() + name.size() >= most || entries_.size() + 1 >= most) fail_too_large();
    grow(letters_, letters_.size() + name.size());
    letters_.insert(letters_.end(), name.begin(), name.end());
    grow(entries_, entries_.size() + 1);
    entries_.push_back({static_cast<std::uint32_t>(letters_.size()), no_part,
                        static_cast<std::uint32_t>(line > most ? 0 : line)});
    return static_cast<Id>(entries_.size() - 1);
}

PartNames::Id PartNames::find_or_add(std::string_view name, std::uint64_t line) {
    make_room();
    Id& slot = slots_[slot_of(name)];
    if (slot == vacant) {
        slot = add(name, line);
        ++known_;
    }
    return slot;
}

void PartNames::drop_last() {
    entries_.pop_back();
    letters_.resize(entries_.empty() ? 0 : entries_.back().end);
}

std::uint32_t PartNames::part_of(Id id) {
    std::uint32_t& part = entries_[id].part;
    if (part == no_part) part = parts_++;
    return part;
}

std::string_view PartNames::name(Id id) const {
    const std::uint32_t start = id == 0 ? 0 : entries_[id - 1].end;
    return {letters_.data() + start, entries_[id].end - start};
}

std::vector<std::string> PartNames::take() && {
    slots_ = std::vector<Id>();
    std::vector<std::string> names(parts_);
    for (Id id = 0; id < entries_.size(); ++id)
        if (has_part(id)) names[entries_[id].part] = name(id);
    return names;
}

// The slot of the name in the hash table, or the free slot where it belongs.
std::size_t PartNames::slot_of(std::string_view wanted) const {
    const std::size_t mask = slots_.size() - 1;
    std::size_t at = std::hash<std::string_view>()(wanted) & mask;
    while (slots_[at] != vacant && name(slots_[at]) != wanted) at = (at + 1) & mask;
    return at;
}

// Grows the hash table so that at most three quarters of its slots are used.
void PartNames::make_room() {
    if (4 * (known_ + 1) <= 3 * slots_.size()) return;
    const std::vector<Id> old = std::exchange(slots_, {});
    slots_.assign(std::max<std::size_t>(16, 2 * old.size()), vacant);
    for (const Id id : old)
        if (id != vacant) slots_[slot_of(name(id))] = id;
}

}  // namespace allide::io
