// The repair log of a reader: the first 100 notes of each kind, and the number of further ones.
#pragma once

#include <allide/mesh.hpp>

#include <array>
#include <cstdint>
#include <vector>

namespace allide::io {

enum class NoteKind {
    not_planar,       // a polygon whose triangles approximate it
    repeated_corner,  // a face that uses a vertex more than once
    trailing,         // bytes after the mesh
    left_out,         // points, lines, elements, … other than triangles
    empty_part,       // a part without triangles
    outside_scene,    // nodes that do not belong to the scene
    not_applied,      // skins, morph targets, …
};
inline constexpr std::size_t note_kinds = 7;

class NoteLog {
  public:
    static constexpr std::uint64_t limit_per_kind = 100;

    // Counts a note, and calls `make` for it if fewer than 100 of its kind are stored.
    template <typename Make>
    void add(NoteKind kind, const Make& make) {
        if (++counts_[static_cast<std::size_t>(kind)] <= limit_per_kind) notes_.push_back(make());
    }

    // The stored notes in order of their lines, those without a line last; then, for each kind that exceeded
    // the limit, a note with the number of further ones.
    std::vector<Note> take() &&;

  private:
    std::vector<Note> notes_;
    std::array<std::uint64_t, note_kinds> counts_{};
};

}  // namespace allide::io
