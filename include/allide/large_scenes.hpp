// Scenes that are too large for one Mesh in memory: made and written piece by piece.
#pragma once

#include <allide/mesh.hpp>
#include <allide/shapes.hpp>

#include <cstdint>
#include <filesystem>
#include <functional>
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

// Up to 10 million triangles: the one engine room of generate_engine_room(). Up to 100 million: rooms of
// about a million each, in rows side by side, their parts' names beginning with "room-003/" and so on; no
// two parts of different rooms come near each other. Each is given to `take` and then forgotten; numbers of
// parts in pairs count over all rooms. What `take` returns ends it.
std::optional<Error> generate_engine_rooms(
    const EngineRoomOptions& options, const std::function<std::optional<Error>(const EngineRoom&)>& take);

}  // namespace allide
