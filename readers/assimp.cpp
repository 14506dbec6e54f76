// allide-read-assimp: reads the formats that Assimp supports and allide does not.
#include "assimp_checks.hpp"
#include "io/collect/affine.hpp"
#include "io/collect/collector.hpp"
#include "io/file/failure.hpp"
#include "io/formats/format.hpp"

#include <charconv>
#include <map>

#include <assimp/IOSystem.hpp>
#include <assimp/Importer.hpp>
#include <assimp/config.h>
#include <assimp/postprocess.h>
#include <assimp/scene.h>
#include <fmt/format.h>

namespace allide::readers {
namespace {

// An IOSystem that opens no files: all meshes must be in the file itself.
class NoOtherFiles : public Assimp::IOSystem {
  public:
    bool Exists(const char* /*file*/) const override { return false; }
    char getOsSeparator() const override { return '/'; }
    Assimp::IOStream* Open(const char* /*file*/, const char* /*mode*/) override { return nullptr; }
    void Close(Assimp::IOStream* /*file*/) override {}
};

io::Affine affine_of(const aiMatrix4x4& m) {
    return {m.a1, m.a2, m.a3, m.a4, m.b1, m.b2, m.b3, m.b4, m.c1, m.c2, m.c3, m.c4};
}

// The length of the unit of a COLLADA file in metres, by which Assimp scales the scene.
float metres_of_collada(std::string_view text) {
    const auto unit = text.find("<unit");
    const std::string_view tag = text.substr(std::min(unit, text.size()));
    const std::string_view inside = tag.substr(0, tag.find('>'));
    const auto meter = inside.find("meter=");
    float metres = 1;
    if (meter != inside.npos)
        std::from_chars(inside.data() + meter + 7, inside.data() + inside.size(), metres);
    return metres > 0 ? metres : 1;
}

// The map of the root node without the rotation (y up) and the scale (to metres) that Assimp adds to it for
// some formats, so that coordinates keep the values in the file.
aiMatrix4x4 root_map(const aiScene& scene, const Request& request) {
    const std::string extension = io::extension_of(request.name);
    if (extension == ".3ds" || extension == ".fbx") return {};
    aiMatrix4x4 map = scene.mRootNode->mTransformation;
    if (extension != ".dae") return map;
    const float metres = metres_of_collada(request.bytes);
    for (unsigned row = 0; row < 3; ++row)
        for (unsigned column = 0; column < 3; ++column) map[row][column] /= metres;
    return map;
}

class SceneReader {
  public:
    SceneReader(const aiScene& scene, const Request& request) : scene_(scene), name_(request.name) {
        visit(*scene.mRootNode, affine_of(root_map(scene, request)));
        assembly_.notes = std::move(notes_).take();
    }
    Assembly take() && { return std::move(assembly_); }

  private:
    using MeshList = std::vector<unsigned>;

    void visit(const aiNode& node, const io::Affine& map) {
        const unsigned number = node_++;
        if (node.mNumMeshes > 0) add_part(node, number, map);
        for (unsigned i = 0; i < node.mNumChildren; ++i) {
            const aiNode& child = *node.mChildren[i];
            visit(child, io::product(map, affine_of(child.mTransformation)));
        }
    }

    void add_part(const aiNode& node, unsigned number, const io::Affine& map) {
        const std::string place = fmt::format("node {}", number);
        if (!io::is_finite(map))
            io::fail({.code = ErrorCode::not_finite, .message = place + ": expected a finite matrix"});
        const MeshList list(node.mMeshes, node.mMeshes + node.mNumMeshes);
        const std::uint32_t mesh = mesh_of(list, place);
        if (assembly_.meshes[mesh].triangles().empty()) {
            notes_.add(io::NoteKind::empty_part,
                       [&] { return Note{.message = place + " has no triangles and is left out"}; });
            return;
        }
        assembly_.instances.push_back({.name = name_of(node, place), .mesh = mesh, .matrix = map});
    }

    std::string name_of(const aiNode& node, const std::string& place) const {
        if (node.mName.length > 0) return node.mName.C_Str();
        const aiString& mesh_name = scene_.mMeshes[node.mMeshes[0]]->mName;
        return mesh_name.length > 0 ? mesh_name.C_Str() : place;
    }

    // Nodes with the same list of meshes share one mesh.
    std::uint32_t mesh_of(const MeshList& list, const std::string& place) {
        const auto [known, is_new] =
            numbers_.try_emplace(list, static_cast<std::uint32_t>(assembly_.meshes.size()));
        if (is_new) {
            io::Collector collector;
            for (const unsigned number : list) add_mesh(*scene_.mMeshes[number], place, collector);
            assembly_.meshes.push_back(std::move(collector).finish(name_).value());
            for (const Note& note : assembly_.meshes.back().notes()) note_polygon(note, place);
        }
        return known->second;
    }

    void add_mesh(const aiMesh& mesh, const std::string& place, io::Collector& collector) {
        const auto first = static_cast<std::uint32_t>(collector.vertex_count());
        for (unsigned i = 0; i < mesh.mNumVertices; ++i) {
            const aiVector3D& p = mesh.mVertices[i];
            collector.add_vertex({p.x, p.y, p.z});
        }
        unsigned left_out = 0;
        for (unsigned i = 0; i < mesh.mNumFaces; ++i) {
            const aiFace& face = mesh.mFaces[i];
            if (face.mNumIndices < 3) {
                ++left_out;
                continue;
            }
            collector.begin_face();
            for (unsigned k = 0; k < face.mNumIndices; ++k) collector.add_corner(first + face.mIndices[k]);
            collector.end_face();
        }
        if (left_out > 0) note_left_out(left_out, place);
        if (mesh.mNumBones > 0 || mesh.mNumAnimMeshes > 0) note_not_applied(place);
    }

    void note_left_out(unsigned count, const std::string& place) {
        notes_.add(io::NoteKind::left_out, [&] {
            return Note{.message = fmt::format("{}: {} points and lines are left out", place, count)};
        });
    }
    void note_not_applied(const std::string& place) {
        notes_.add(io::NoteKind::not_applied,
                   [&] { return Note{.message = place + ": its skin and morph targets are not applied"}; });
    }
    void note_polygon(const Note& note, const std::string& place) {
        notes_.add(io::NoteKind::not_planar, [&] { return Note{.message = place + ": " + note.message}; });
    }

    const aiScene& scene_;
    std::string name_;
    Assembly assembly_;
    io::NoteLog notes_;
    std::map<MeshList, std::uint32_t> numbers_;
    unsigned node_ = 0;
};

std::string one_line(std::string_view text) {
    std::string out;
    for (const char c : text.substr(0, 200)) out += c >= ' ' && c <= '~' ? c : ' ';
    return out;
}

Result<Assembly> read_by_assimp(const Request& request) {
    if (auto error = reason_to_refuse(request)) return *std::move(error);
    Assimp::Importer importer;
    importer.SetIOHandler(new NoOtherFiles);
    importer.SetPropertyBool(AI_CONFIG_IMPORT_COLLADA_IGNORE_UP_DIRECTION, true);
    importer.SetPropertyBool(AI_CONFIG_IMPORT_COLLADA_USE_COLLADA_NAMES, true);  // use names, not ids
    importer.SetPropertyBool(AI_CONFIG_IMPORT_FBX_PRESERVE_PIVOTS, false);
    // Assimp recognises zip archives and binary scenes by the extension only.
    const std::string extension = io::extension_of(request.name);
    const aiScene* const scene = importer.ReadFileFromMemory(request.bytes.data(), request.bytes.size(),
                                                             aiProcess_ValidateDataStructure,
                                                             extension.empty() ? "" : extension.c_str() + 1);
    if (scene == nullptr || scene->mRootNode == nullptr)
        return Error{
            .code = ErrorCode::bad_syntax,
            .message = fmt::format("Assimp cannot read it: {}", one_line(importer.GetErrorString()))};
    Assembly assembly = SceneReader(*scene, request).take();
    if (assembly.instances.empty())
        return Error{.code = ErrorCode::bad_syntax, .message = "expected triangles in the scene, found none"};
    return assembly;
}

}  // namespace
}  // namespace allide::readers

int main(int argc, char** argv) {
    allide::readers::reader_main(argc, argv, allide::readers::read_by_assimp);
}
