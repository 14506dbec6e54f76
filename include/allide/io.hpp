// Meshes, poses, motions in files. Bad input gives an Error that names the file and the place.
#pragma once

#include <allide/geometry.hpp>
#include <allide/mesh.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace allide {

class Motion;  // allide/motion.hpp

enum class MeshFormat { stl, stl_ascii, obj, off, ply, glb };

struct LoadOptions {
    // How far triangles may be from the curved surfaces that they stand for, where a format has such (STEP):
    // a length in the file's unit, finite and more than 0. None: 1/1000 of each part's diagonal.
    std::optional<double> sag = {};
};

// Reads STL (ASCII or binary), OBJ, OFF, PLY (ASCII or binary) or glTF 2.0 (.gltf with its buffers embedded
// or beside it, .glb); the format is taken from the content first, then from the extension. What was left
// out or kept although it is odd stands in the mesh's notes(): the first 100 of each kind, and how many more.
//
// STEP, and the formats of Assimp, are read by programs of their own, allide-read-step and
// allide-read-assimp, which are there if Open CASCADE and Assimp were when allide was built. They are looked
// for in the folder $ALLIDE_READERS, beside the running program, where allide was installed, and in PATH.
Result<Mesh> load_mesh(const std::filesystem::path& file, const LoadOptions& options = {});
// The same from memory; `name` stands for the file in messages and gives the extension. Files beside it are
// not opened.
Result<Mesh> read_mesh(std::span<const std::byte> bytes, std::string_view name,
                       const LoadOptions& options = {});

// A mesh at a place of its own.
struct Instance {
    std::string name = {};   // of the part: the node's or occurrence's, else its mesh's or product's
    std::uint32_t mesh = 0;  // number in Assembly::meshes
    // The affine map to the assembly, row-major [A|t]; A may scale, shear and mirror. A mirrored triangle
    // keeps the order of its corners.
    std::array<double, 12> matrix = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0};
    std::uint64_t first_triangle = 0;  // what its first triangle is numbered in flattened()
    PartTraits traits = {};            // of the part, where its mesh is one; they count before the mesh's
    std::optional<std::uint32_t> parent =
        {};  // the glTF node above its own, the same for all of its children
};

// Meshes that are shared by their instances. Of glTF and of the formats of Assimp, an instance is a node with
// triangles; meshes of the same accessors are one. Of STEP, it is an occurrence of a product that is no
// assembly. A file of another format is one mesh with all its parts, and one instance of it.
struct Assembly {
    std::vector<Mesh> meshes = {};
    std::vector<Instance> instances = {};
    std::string source = {};       // the file
    std::vector<Note> notes = {};  // the repair log; triangles are numbered as in flattened()

    // All instances as one mesh, in order; each vertex is the exact A p + t, rounded to double once. An
    // instance is a part of its name, or, where its mesh has several parts, these. Refused with too_large:
    // more than 2³¹ triangles, or more than 2²⁴ if that is 4096 times what meshes and instances describe.
    Result<Mesh> flattened() const;
};

// load_mesh() is its flattened form.
Result<Assembly> load_assembly(const std::filesystem::path& file, const LoadOptions& options = {});
Result<Assembly> read_assembly(std::span<const std::byte> bytes, std::string_view name,
                               const LoadOptions& options = {});

// What inspect() tells of load_mesh()'s mesh, part by part. The instances of a glTF file are looked at one
// after the other and never put together, so that many small ones take little memory. Cheap to copy.
class FileInspection {
  public:
    std::uint64_t triangles() const;
    std::uint64_t parts() const;
    std::span<const Note> notes() const;
    void for_each_part(const std::function<void(const PartInfo&)>& tell) const;

  private:
    friend Result<FileInspection> inspect_file(const std::filesystem::path& file, const LoadOptions& options);
    struct Contents;
    std::shared_ptr<const Contents> contents_;
};
Result<FileInspection> inspect_file(const std::filesystem::path& file, const LoadOptions& options = {});

// Writes STL, OBJ, PLY or GLB, chosen by the extension (.stl, .obj, .ply, .glb) unless a format is given.
// Nothing, or the whole file, is written. What a format keeps:
// - OBJ everything; ASCII STL each number, and parts whose triangles are not interleaved with others';
// - PLY (binary, doubles) each number, but not the parts;
// - binary STL neither: coordinates are rounded to float;
// - GLB the parts as nodes, their triangles gathered. Positions are floats by the format: exact where floats
//   hold all of a part's coordinates, else rounded relative to a translation of the part's node, which is a
//   double, so that the error is 2⁻²⁴ of the part's size at most, however far from the origin it lies.
Result<MeshFormat> save_mesh(const Mesh& mesh, const std::filesystem::path& file);
Result<MeshFormat> save_mesh(const Mesh& mesh, const std::filesystem::path& file, MeshFormat format);

// "tx,ty,tz,qw,qx,qy,qz" or 12 numbers, row-major [R|t], separated by commas or blanks.
Result<Pose> parse_pose(std::string_view text);
// One pose a line; blank lines and text from # on are skipped.
Result<std::vector<Pose>> load_poses(const std::filesystem::path& file);

// A motion in JSON, in the world and over the time from 0 to 1:
// {"type": "screw", "point": [x, y, z], "axis": [x, y, z], "angle": radians, "advance": length}, the point
// being the origin if it is left out, {"type": "linear", "translation": [x, y, z]}, or
// {"type": "path", "poses": [[7 or 12 numbers], …], "times": [t, …]}, times strictly ascending.
Result<Motion> load_motion(const std::filesystem::path& file);
// The same from memory; `name` stands for the file in messages.
Result<Motion> read_motion(std::string_view text, std::string_view name);

// "x,y,z", separated by commas or blanks; finite.
Result<Vec3> parse_point(std::string_view text);
// One a line, as in a file of poses.
Result<std::vector<Vec3>> load_points(const std::filesystem::path& file);
// One a line: a,b,c,d for the half-space a x + b y + c z ≤ d; finite.
Result<std::vector<HalfSpace>> load_planes(const std::filesystem::path& file);

// ---- Scenes that are too large for one Mesh in memory, written piece by piece.

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
