#include "io/collect/notes.hpp"

#include <algorithm>
#include <limits>

#include <fmt/format.h>

namespace allide::io {
namespace {

constexpr std::array<const char*, note_kinds> kind_texts{
    "faces that are not planar",   "faces that repeat a corner", "pieces after the mesh",
    "things that are left out",    "parts without triangles",    "nodes outside the scene",
    "things that are not applied",
};

std::uint64_t place_of(const Note& note) {
    return note.line.value_or(std::numeric_limits<std::uint64_t>::max());
}

}  // namespace

std::vector<Note> NoteLog::take() && {
    std::stable_sort(notes_.begin(), notes_.end(),
                     [](const Note& a, const Note& b) { return place_of(a) < place_of(b); });
    for (std::size_t kind = 0; kind < note_kinds; ++kind)
        if (counts_[kind] > limit_per_kind)
            notes_.push_back({.message = fmt::format("… and {} more {}", counts_[kind] - limit_per_kind,
                                                     kind_texts[kind])});
    return std::move(notes_);
}

}  // namespace allide::io
