// Files of meshes, poses, motions, points and planes. Bad input gives an Error that names the file and the
// place.
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

namespace ALLIDE_EXPORT allide {

class Motion;  // defined in allide/motion.hpp

// ---- Reading meshes.

// Options of all functions that read files.
struct LoadOptions {
    // The largest allowed distance between triangles and the curved surfaces that they approximate, for
    // formats with such surfaces (STEP). A length in the file's unit, finite and positive. Empty, the
    // default: 1/1000 of each part's diagonal, and neighbouring edges of a curve turn by at most 10 degrees.
    std::optional<double> sag = {};
};

// Reads STL (ASCII or binary), OBJ, OFF, PLY (ASCII or binary) or glTF 2.0 (.glb, or .gltf with its buffers
// embedded or in files of the same folder). The format is detected from the content first, then from the
// extension. The mesh's notes() list what was left out, or kept although it is unusual: the first 100 of each
// kind, and how many more.
//
// STEP, IFC and the formats of Assimp are read by separate programs, allide-read-step, allide-read-ifc and
// allide-read-assimp. The first and the last are built if Open CASCADE and Assimp are installed; the second
// needs the Python package ifcopenshell when it runs. They are searched for in the folder $ALLIDE_READERS, in
// the folder of the running program, where allide was installed, and in PATH.
Result<Mesh> load_mesh(const std::filesystem::path& file, const LoadOptions& options = {});
// The same from memory. `name` stands for the file in messages and gives the extension. No other file is
// opened.
Result<Mesh> read_mesh(std::span<const std::byte> bytes, std::string_view name,
                       const LoadOptions& options = {});

// A property of a part by name, such as "storey" or "class" in IFC files.
struct PartAttribute {
    std::string name = {}, value = {};
    friend bool operator==(const PartAttribute&, const PartAttribute&) = default;
};

// A part of a file that is not in the assembly, since it has no geometry or its geometry is broken.
struct MissingPart {
    std::string name = {};
    // One line that says why it is missing.
    std::string message = {};
    // True if the part has geometry that could not be computed; false if it has none.
    bool has_failed = false;
    friend bool operator==(const MissingPart&, const MissingPart&) = default;
};

// ---- Assemblies: files in which several instances share one mesh.

// One placement of a mesh in the assembly.
struct Instance {
    // The name of the node or occurrence, or else that of its mesh or product.
    std::string name = {};
    // The number of its mesh in Assembly::meshes.
    std::uint32_t mesh = 0;
    // The affine map to the assembly, row-major [A|t]. A may scale, shear and mirror; a mirrored triangle
    // keeps the order of its corners.
    std::array<double, 12> matrix = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0};
    // The number of its first triangle in flattened().
    std::uint64_t first_triangle = 0;
    // Traits of the instance, for a mesh of a single part. They take precedence over the mesh's traits.
    PartTraits traits = {};
    // A number that sibling instances have in common: that of the parent of the glTF node, or of the IFC
    // assembly that contains the instance. Otherwise empty.
    std::optional<std::uint32_t> parent = {};
    // Properties that the file gives to the part: storey, class, name, guid and type of an IFC element. An
    // index does not store them.
    std::vector<PartAttribute> attributes = {};
};

// Meshes and their instances. In glTF and in Assimp's formats an instance is a node with triangles, and
// meshes with the same accessors are one mesh. In STEP it is an occurrence of a product that is not an
// assembly. A file of any other format is one mesh with all parts, and one instance of it.
struct Assembly {
    std::vector<Mesh> meshes = {};
    std::vector<Instance> instances = {};
    // The name of the file.
    std::string source = {};
    // The notes of the reader, as in Mesh::notes(). Triangles are numbered as in flattened().
    std::vector<Note> notes = {};
    // Parts of the file that are in no instance.
    std::vector<MissingPart> missing = {};
    // The symbol of the unit of length that the file states, such as "mm"; empty if it states none. Units and
    // axes concern labels and views only: coordinates are those of the file.
    std::string unit = {};
    // The vertical direction that the file states; empty if it states none.
    std::optional<Vec3> up = {};

    // All instances as one mesh, in order. Each vertex is the exact A p + t, rounded to double once. An
    // instance becomes one part, named like the instance, or keeps the parts of its mesh where there are
    // several. An Error (too_large) if there are more than 2³¹ triangles, or if there are more than 2²⁴ and
    // also more than 4096 · (number of instances + triangles in `meshes`).
    Result<Mesh> flattened() const;
};

// Reads a file as an assembly; load_mesh() returns the flattened form of it.
Result<Assembly> load_assembly(const std::filesystem::path& file, const LoadOptions& options = {});
Result<Assembly> read_assembly(std::span<const std::byte> bytes, std::string_view name,
                               const LoadOptions& options = {});

// ---- Counts and defects of the mesh in a file, part by part, as inspect() finds them.

// Cheap to copy. The instances of a glTF file are inspected one by one and never put together, so that a file
// of many instances takes little memory.
class FileInspection {
  public:
    std::uint64_t triangles() const;
    std::uint64_t parts() const;
    std::span<const Note> notes() const;
    void for_each_part(const std::function<void(const PartInfo&)>& visit) const;

    // A move is a copy, so that a moved-from object stays usable.
    FileInspection(const FileInspection&) = default;
    FileInspection& operator=(const FileInspection&) = default;
    ~FileInspection() = default;

  private:
    friend Result<FileInspection> inspect_file(const std::filesystem::path& file, const LoadOptions& options);
    FileInspection() = default;
    struct Contents;
    std::shared_ptr<const Contents> contents_;
};
Result<FileInspection> inspect_file(const std::filesystem::path& file, const LoadOptions& options = {});

// ---- Writing meshes.

// Formats of mesh files. All of them except OFF can be written.
enum class MeshFormat { stl, stl_ascii, obj, off, ply, glb };

// Writes STL, OBJ, PLY or GLB, chosen by the extension (.stl, .obj, .ply, .glb) unless a format is given.
// Either the whole file is written or nothing. The formats keep:
// - OBJ: everything.
// - ASCII STL: every number; also the parts, if their triangles are not interleaved with those of others.
// - PLY (binary, doubles): every number, but not the parts.
// - Binary STL: neither exact numbers nor parts; coordinates are rounded to float.
// - GLB: the parts as nodes, each with all its triangles. Positions are floats, as the format demands.
//   They are exact if floats hold all coordinates of a part. Otherwise they are rounded relative to a
//   translation of the part's node, which is in doubles: the error is then at most 2⁻²⁴ of the part's
//   size, however far from the origin the part is.
Result<MeshFormat> save_mesh(const Mesh& mesh, const std::filesystem::path& file);
Result<MeshFormat> save_mesh(const Mesh& mesh, const std::filesystem::path& file, MeshFormat format);

// Writes a scene that is too large for memory as a GLB, mesh by mesh: the same bytes that save_mesh() writes
// for one mesh with all parts. Intermediate data is kept in files in the same folder, so that only one mesh
// at a time takes memory. A GLB holds at most 4 GiB. Either the whole file is written or nothing. Move-only;
// a writer that has been moved from can only be assigned to or destroyed, and its other members throw
// PreconditionError.
class GlbWriter {
  public:
    static Result<GlbWriter> create(const std::filesystem::path& file);
    GlbWriter(GlbWriter&&) noexcept;
    GlbWriter& operator=(GlbWriter&&) noexcept;
    // Removes the file if finish() was not called.
    ~GlbWriter();

    // add() and finish() return an Error, or nothing if all went well. After an Error the writer can only be
    // destroyed.
    std::optional<Error> add(const Mesh& mesh);
    std::optional<Error> finish();

  private:
    struct TemporaryFiles;
    explicit GlbWriter(std::unique_ptr<TemporaryFiles> spool);
    std::unique_ptr<TemporaryFiles> temporary_files_;
};

// ---- Poses, motions, points and planes. Numbers are separated by commas or blanks; in files there is one
// entry per line, and blank lines and text after # are skipped.

// Parses a pose: "tx,ty,tz,qw,qx,qy,qz", or 12 numbers, row-major [R|t].
Result<Pose> parse_pose(std::string_view text);
Result<std::vector<Pose>> load_poses(const std::filesystem::path& file);

// A motion in JSON, in the world and over the time from 0 to 1, in one of these forms. A missing "point" is
// the origin; times ascend strictly.
//     {"type": "screw", "point": [x, y, z], "axis": [x, y, z], "angle": radians, "advance": length}
//     {"type": "linear", "translation": [x, y, z]}
//     {"type": "path", "poses": [[7 or 12 numbers], …], "times": [t, …]}
Result<Motion> load_motion(const std::filesystem::path& file);
// The same from memory. `name` stands for the file in messages.
Result<Motion> read_motion(std::string_view text, std::string_view name);

// The occupied cells of an octree of OctoMap (.bt, "Octomap OcTree binary file"), depth first, for
// Shape::cells. The corners are multiples of the resolution, rounded once; a cell above the finest level is
// one larger box. Read without the OctoMap library. An Error gives the offset of the faulty byte.
Result<std::vector<Box>> load_octomap(const std::filesystem::path& file);
Result<std::vector<Box>> read_octomap(std::span<const std::byte> bytes, std::string_view name);

// Parses a point "x,y,z" with finite coordinates.
Result<Vec3> parse_point(std::string_view text);
Result<std::vector<Vec3>> load_points(const std::filesystem::path& file);
// Reads half-spaces a x + b y + c z ≤ d, one line "a,b,c,d" each; the numbers are finite.
Result<std::vector<HalfSpace>> load_planes(const std::filesystem::path& file);

}  // namespace allide
