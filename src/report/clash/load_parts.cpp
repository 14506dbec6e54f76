#include "report/clash/load_parts.hpp"

#include "report/clash/parts.hpp"

#include <allide/io.hpp>
#include <allide/model.hpp>

#include <bit>
#include <functional>
#include <optional>
#include <string>
#include <utility>

#include <fmt/format.h>

namespace allide::detail::report {

namespace {

Error named(Error error, const std::string& file) {
    if (error.file.empty()) error.file = file;
    return error;
}

// The parts of one file, and for each the glTF node above it, if the file has such.
struct FileParts {
    std::vector<Part> parts = {};
    std::vector<std::optional<std::uint32_t>> parents = {};   // one per part; empty: the format has no nodes
    std::vector<std::vector<PartAttribute>> attributes = {};  // empty, or one entry per part
    std::vector<MissingPart> missing = {};
    FileFrame frame = {};
};

// The mesh of a whole file, and the parents of its instances. The assembly is freed before parts are made.
struct FlatAssembly {
    Result<Mesh> mesh;
    std::vector<std::optional<std::uint32_t>> parents = {};  // one per instance
    std::vector<std::vector<PartAttribute>> attributes = {};
    std::vector<MissingPart> missing = {};
    FileFrame frame = {};
};

// Reads the assembly in a file.
using Reader = std::function<Result<Assembly>()>;

Result<FlatAssembly> flat_assembly(const std::string& file, const Reader& read) {
    const Result<Assembly> assembly = read();
    if (!assembly) return assembly.error();
    FlatAssembly flat{.mesh = assembly->flattened()};
    for (const Instance& instance : assembly->instances) {
        flat.parents.push_back(instance.parent);
        flat.attributes.push_back(instance.attributes);
    }
    flat.missing = assembly->missing;
    flat.frame = {file, assembly->unit, assembly->up};
    return flat;
}

Result<FileParts> parts_in(const std::string& file, const Reader& read) {
    const Result<FlatAssembly> flat = flat_assembly(file, read);
    if (!flat) return flat.error();
    if (!flat->mesh) return flat->mesh.error();
    FileParts out{.parts = parts_of(*flat->mesh), .missing = flat->missing, .frame = flat->frame};
    // In glTF each instance is one part; in other formats one instance may hold many.
    if (flat->parents.size() == out.parts.size()) {
        out.parents = flat->parents;
        out.attributes = flat->attributes;
    }
    return out;
}

std::string node_name(std::uint32_t node) {
    return fmt::format("node {}", node);
}

// Elements of a building are grouped by their class, other parts by their file.
void set_attributes(AssemblyPart& part, std::vector<PartAttribute> attributes) {
    part.attributes = std::move(attributes);
    if (const std::string_view kind = part.attribute("class"); !kind.empty()) part.group = kind;
}

AssemblyPart part_of(const Part& part, const std::string& file) {
    return {.name = part.name,
            .file = file,
            .group = file_name_of(file),
            .node = node_in_name(part.name),
            .digest = digest_of(part.mesh),
            .triangles = part.mesh.triangles().size(),
            .sag = part.traits.sag};
}

// Reads files one by one into a scene whose objects have the parts' numbers.
class MemoryLoader {
  public:
    MemoryLoader(PartStore& store, const ClashLoadOptions& options) : store_(store), options_(options) {}

    void add(const std::string& file, const Reader& reader) {
        const Result<FileParts> read = parts_in(file, reader);
        if (!read) {
            store_.unreadable.push_back({file, named(read.error(), file).text()});
            return;
        }
        store_.frames.push_back(read->frame);
        for (const MissingPart& missing : read->missing)
            (missing.has_failed ? store_.unreadable : store_.without_geometry)
                .push_back({file + ": " + missing.name, file + ": " + missing.message});
        const std::vector<Result<Model>> models = build_models(read->parts, options_.threads);
        for (std::size_t i = 0; i < models.size(); ++i) {
            AssemblyPart part = part_of(read->parts[i], file);
            if (i < read->parents.size() && read->parents[i]) part.node = node_name(*read->parents[i]);
            if (i < read->attributes.size()) set_attributes(part, read->attributes[i]);
            part.is_testable = models[i].has_value();
            if (!models[i]) note_untestable(part, models[i].error());
            objects_.push_back(
                scene_.add(models[i] ? *models[i] : Model(), {}, {.name = part.name, .group = part.group}));
            store_.parts.push_back(std::move(part));
        }
    }
    void finish() {
        set_identities(store_.parts);
        store_.keep(std::move(scene_), std::move(objects_));
    }

  private:
    void note_untestable(const AssemblyPart& part, const Error& error) {
        store_.unreadable.push_back(
            {part.file + ": " + part.name,
             fmt::format("{} (part '{}')", named(error, part.file).text(), part.name)});
    }

    PartStore& store_;
    const ClashLoadOptions& options_;
    Scene scene_;
    std::vector<ObjectId> objects_;
};

// Includes the pose in a part's digest, so that moving a part changes its digest just like moving its
// triangles.
std::uint64_t digest_at(std::uint64_t digest, const Pose& pose) {
    if (pose == Pose()) return digest;
    for (const double number : pose.matrix())
        digest = (digest ^ std::bit_cast<std::uint64_t>(number)) * 0x100000001b3ULL;
    return digest;
}

}  // namespace

std::string node_in_name(const std::string& name) {
    return name.substr(0, name.rfind('/') + 1);
}

UnreadableInput not_read(const std::filesystem::path& file) {
    return {file.string(), file.string() + ": not read, since the run was interrupted"};
}

void find_nodes(PartStore& store) {
    if (!std::exchange(store.nodes_are_in_files, false)) return;
    std::vector<AssemblyPart>& parts = store.parts;
    for (std::size_t first = 0, last = 0; first < parts.size(); first = last) {
        while (last < parts.size() && parts[last].file == parts[first].file) ++last;
        const Result<Assembly> assembly = load_assembly(parts[first].file);
        if (!assembly || assembly->instances.size() != last - first) continue;
        for (std::size_t i = first; i < last; ++i)
            if (const auto& parent = assembly->instances[i - first].parent)
                parts[i].node = node_name(*parent);
    }
}

void load_into_memory(PartStore& store, const std::vector<std::filesystem::path>& files,
                      const ClashLoadOptions& options) {
    MemoryLoader loader(store, options);
    for (std::size_t i = 0; i < files.size(); ++i) {
        if (!options.progress || options.progress(i, files.size()))
            loader.add(files[i].string(), [&] { return load_assembly(files[i], options.load); });
        else
            store.unreadable.push_back(not_read(files[i]));
    }
    loader.finish();
}

void read_into_memory(PartStore& store, std::span<const FileBytes> files, const ClashLoadOptions& options) {
    MemoryLoader loader(store, options);
    for (std::size_t i = 0; i < files.size(); ++i) {
        const FileBytes& file = files[i];
        if (!options.progress || options.progress(i, files.size()))
            loader.add(file.name, [&] { return read_assembly(file.bytes, file.name, options.load); });
        else
            store.unreadable.push_back(not_read(file.name));
    }
    loader.finish();
}

std::optional<Error> load_index(PartStore& store, Index index, const std::string& file,
                                std::uint64_t memory_limit) {
    const Result<std::vector<IndexedPart>> parts = parts_of(index);
    if (!parts) return named(parts.error(), file);
    for (const IndexedPart& part : *parts)
        store.parts.push_back({.name = part.object.name,
                               .file = file,
                               .group = file_name_of(file),
                               .node = node_in_name(part.object.name),
                               .digest = part.digest,
                               .triangles = part.triangles,
                               .sag = part.traits.sag});
    set_identities(store.parts);
    store.keep(std::move(index), memory_limit);
    return std::nullopt;
}

void load_scene(PartStore& store, Scene scene) {
    std::vector<ObjectId> objects = scene.objects();
    for (const ObjectId id : objects) {
        const Mesh& mesh = scene.mesh(id);
        store.parts.push_back({.name = scene.name(id),
                               .group = scene.group(id),
                               .node = node_in_name(scene.name(id)),
                               .digest = digest_at(digest_of(mesh), scene.pose(id)),
                               .triangles = mesh.triangles().size()});
    }
    set_identities(store.parts);
    store.keep(std::move(scene), std::move(objects));
}

}  // namespace allide::detail::report
