// The repair log while a reader works: the first notes of each kind, and how many more there were.
#pragma once

#include <allide/mesh.hpp>

#include <array>
#include <cstdint>
#include <vector>

namespace allide::io {

enum class NoteKind {
    not_planar,       // a polygon whose triangles approximate it
    repeated_corner,  // a face that uses a vertex more than once
    trailing,         // bytes behind the mesh
    left_out,         // points, lines, elements, … that are no triangles
    empty_part,       // a part without triangles
    outside_scene,    // nodes that the scene does not show
    not_applied,      // skins, morph targets, …
};
inline constexpr std::size_t note_kinds = 7;

class NoteLog {
  public:
    static constexpr std::uint64_t most_of_a_kind = 100;

    // `make` gives the note; it is only asked where there is room.
    template <typename Make>
    void add(NoteKind kind, const Make& make) {
        if (++counts_[static_cast<std::size_t>(kind)] <= most_of_a_kind) notes_.push_back(make());
    }

    // By line, where notes have one.
    std::vector<Note> take() &&;

  private:
    std::vector<Note> notes_;
    std::array<std::uint64_t, note_kinds> counts_{};
};

}  // namespace allide::io
