#include "base/float_environment.hpp"
#include "base/precondition.hpp"
#include "io/collect/flatten.hpp"

#include <allide/io.hpp>

namespace allide {

Result<Mesh> Assembly::flattened() const {
    const base::DefaultFloatEnvironment environment;
    io::InstanceTotals totals;
    for (const Instance& instance : instances) {
        base::expect(instance.mesh < meshes.size(), "Assembly::flattened: no such mesh");
        totals.add(meshes[instance.mesh]);
    }
    if (instances.size() == 1) {
        const Mesh& mesh = meshes[instances[0].mesh];
        if (io::adds_nothing_to(instances[0], mesh, source, notes.size())) return mesh;
    }
    if (auto error = io::refusal_to_flatten(totals, meshes, source)) return *std::move(error);
    io::Flattener flattener(totals, source, notes);
    for (const Instance& instance : instances) flattener.add(meshes[instance.mesh], instance);
    return std::move(flattener).finish();
}

}  // namespace allide
