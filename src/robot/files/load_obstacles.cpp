#include "base/float_environment.hpp"

#include <allide/robot.hpp>

#include <map>
#include <set>
#include <utility>

#include <fmt/format.h>

namespace allide {
namespace {

struct NamedModel {
    std::string file, part;
    Model model;
};

Result<std::vector<NamedModel>> models_in(const std::filesystem::path& file, const LoadOptions& options) {
    const Result<Mesh> mesh = load_mesh(file, options);
    if (!mesh) return mesh.error();
    const std::vector<Part> parts = parts_of(*mesh);
    std::vector<NamedModel> models;
    const std::vector<Result<Model>> built = build_models(parts);
    for (std::size_t i = 0; i < parts.size(); ++i) {
        if (parts[i].mesh.triangles().empty()) continue;
        if (!built[i]) {
            Error error = built[i].error();
            if (error.file.empty()) error.file = file.string();
            return error;
        }
        models.push_back({file.filename().string(), parts[i].name, *built[i]});
    }
    return models;
}

// Returns a name that is not in `used`: "part" if only one part has that name, else "file:part", with "#2",
// "#3" and so on appended if that is used too.
std::string name_for(const NamedModel& model, bool is_repeated, const std::set<std::string>& used) {
    if (!is_repeated && !used.contains(model.part)) return model.part;
    const std::string longer = fmt::format("{}:{}", model.file, model.part);
    std::string name = longer;
    for (int number = 2; used.contains(name); ++number) name = fmt::format("{}#{}", longer, number);
    return name;
}

}  // namespace

Result<std::vector<Obstacle>> load_obstacles(std::span<const std::filesystem::path> files,
                                             std::span<const std::string> taken, const LoadOptions& options) {
    const base::DefaultFloatEnvironment environment;
    std::vector<NamedModel> models;
    for (const std::filesystem::path& file : files) {
        auto more = models_in(file, options);
        if (!more) return more.error();
        for (NamedModel& model : std::move(more).value()) models.push_back(std::move(model));
    }
    std::map<std::string, int> uses;
    for (const NamedModel& model : models) ++uses[model.part];
    std::set<std::string> used(taken.begin(), taken.end());
    std::vector<Obstacle> obstacles;
    for (NamedModel& model : models) {
        std::string name = name_for(model, uses[model.part] > 1, used);
        used.insert(name);
        obstacles.push_back({std::move(name), std::move(model.model), Pose::identity()});
    }
    return obstacles;
}

}  // namespace allide
