#include "clash_parts.hpp"

#include "output.hpp"

#include <allide/io.hpp>
#include <allide/model.hpp>

#include <algorithm>
#include <filesystem>
#include <map>
#include <utility>

#include <fmt/format.h>

namespace allide::cli {
namespace {

// None, with the reason noted, if the file cannot be read. The mesh as a whole is not kept.
std::vector<Part> parts_in(const std::string& file, const LoadOptions& load, ClashParts& scene) {
    const Result<Mesh> mesh = load_mesh(file, load);
    if (mesh) return parts_of(*mesh);
    Error error = mesh.error();
    if (error.file.empty()) error.file = file;
    scene.unreadable.push_back({file, error.text()});
    return {};
}

void add_file(ClashParts& scene, const std::string& file, const LoadOptions& load, unsigned threads) {
    const std::vector<Part> parts = parts_in(file, load, scene);
    std::vector<Result<Model>> models = build_models(parts, threads);
    for (std::size_t i = 0; i < parts.size(); ++i) {
        ClashPartInfo info;
        info.name = parts[i].name;
        info.file = file;
        info.group = file_name_of(file);
        info.digest = digest_of(parts[i].mesh);
        info.triangles = parts[i].mesh.triangles().size();
        info.sag = parts[i].traits.sag;
        if (models[i]) {
            info.model = std::move(models[i]).value();
        } else {
            Error error = models[i].error();
            if (error.file.empty()) error.file = file;
            scene.unreadable.push_back(
                {file + ": " + info.name, fmt::format("{} (part '{}')", error.text(), info.name)});
        }
        scene.parts.push_back(std::move(info));
    }
}

// FNV-1a of 64 bits.
std::uint64_t hash_of(const std::string& text, std::uint64_t start) {
    std::uint64_t hash = start;
    for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3ULL;
    return hash;
}

}  // namespace

// By its name and its triangles alone, so that no other part changes it. Those of one name and the same
// triangles, which no run can tell apart, are told by their order.
void set_identities(std::vector<ClashPartInfo>& parts) {
    std::map<std::string, std::size_t> taken;
    for (ClashPartInfo& part : parts) {
        part.identity = own_name(part.name, part.file) + fmt::format("\n{:016x}", part.digest);
        if (const std::size_t before = taken[part.identity]++; before > 0)
            part.identity += fmt::format("\n{}", before);
    }
}

std::string own_name(const std::string& name, const std::string& file) {
    return name == file ? file_name_of(file) : name;
}

ClashParts read_parts(const std::vector<std::string>& files, const LoadOptions& load, unsigned threads,
                      const std::function<bool()>& goes_on) {
    ClashParts scene;
    for (const std::string& file : files) {
        if (goes_on())
            add_file(scene, file, load, threads);
        else
            scene.unreadable.push_back({file, file + ": not read, since the run was interrupted"});
    }
    set_identities(scene.parts);
    return scene;
}

void find_nodes(std::vector<ClashPartInfo>& parts) {
    for (std::size_t first = 0, last = 0; first < parts.size(); first = last) {
        while (last < parts.size() && parts[last].file == parts[first].file) ++last;
        const Result<Assembly> assembly = load_assembly(parts[first].file);
        // Of glTF each instance is a part; of other formats all parts are in one instance.
        const bool by_instance = assembly && assembly->instances.size() == last - first;
        for (std::size_t i = first; i < last; ++i) {
            ClashPartInfo& part = parts[i];
            part.node = part.name.substr(0, part.name.rfind('/') + 1);
            if (by_instance && assembly->instances[i - first].parent)
                part.node = fmt::format("node {}", *assembly->instances[i - first].parent);
        }
    }
}

std::string clash_key(const std::string& identity_a, const std::string& identity_b) {
    const auto& [low, high] = std::minmax(identity_a, identity_b);
    const std::string both = low + std::string(1, '\0') + high;
    return fmt::format("{:016x}", hash_of(both, 0xcbf29ce484222325ULL));
}

}  // namespace allide::cli
