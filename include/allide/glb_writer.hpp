// Scenes that are too large for one Mesh in memory, written piece by piece.
#pragma once

#include <allide/mesh.hpp>

#include <filesystem>
#include <memory>
#include <optional>

namespace allide {

// Writes a GLB mesh by mesh: the same bytes that save_mesh() writes of all of them as one mesh with all their
// parts. What is known so far waits in files beside it, so that only one mesh at a time takes memory. A GLB
// ends at 4 GiB. Nothing, or the whole file, is written. Move-only.
class GlbWriter {
  public:
    static Result<GlbWriter> create(const std::filesystem::path& file);
    GlbWriter(GlbWriter&&) noexcept;
    GlbWriter& operator=(GlbWriter&&) noexcept;
    ~GlbWriter();  // without finish(): as if nothing had been written

    // Nothing if all went well; after an error only its end is left.
    std::optional<Error> add(const Mesh& mesh);
    std::optional<Error> finish();

  private:
    struct Spool;
    explicit GlbWriter(std::unique_ptr<Spool> spool);
    std::unique_ptr<Spool> spool_;
};

}  // namespace allide
