// A reader's log of repairs and omissions: the first 100 notes of each kind, and the number of others.
#pragma once

#include <allide/mesh.hpp>

#include <array>
#include <cstdint>
#include <vector>

namespace allide::io {

enum class NoteKind {
    not_planar,       // a polygon that is not planar; triangles approximate it
    repeated_corner,  // a face that uses the same vertex more than once
    trailing,         // bytes after the mesh
    left_out,         // points, lines and other elements that are not triangles
    empty_part,       // a part without triangles
    outside_scene,    // nodes that do not belong to the scene
    not_applied,      // skins, morph targets and the like, which are ignored
};
inline constexpr std::size_t note_kinds = 7;

class NoteLog {
  public:
    static constexpr std::uint64_t limit_per_kind = 100;

    // Counts the note. If fewer than 100 of its kind are stored, calls `make` and stores the result.
    template <typename Make>
    void add(NoteKind kind, const Make& make) {
        if (++counts_[static_cast<std::size_t>(kind)] <= limit_per_kind) notes_.push_back(make());
    }

    // The stored notes in order of their lines, those without a line last. For each kind that exceeded the
    // limit, a note with the number of further ones follows.
    std::vector<Note> take() &&;

  private:
    std::vector<Note> notes_;
    std::array<std::uint64_t, note_kinds> counts_{};
};

}  // namespace allide::io
