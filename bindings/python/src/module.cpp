// The extension module allide._core. For each public header of the library, one file binds its names;
// ../README.md says how to add one.
#include "module.hpp"

#include "errors.hpp"

#include <allide/result.hpp>

NB_MODULE(_core, module) {
    using namespace allide::python;
    // Objects that live until the interpreter ends are not leaks; tests measure memory instead.
    nb::set_leak_warnings(false);
    module.doc() = "Exact collision detection for arbitrary polygon soups.";
    bind_errors(module);
    bind_results(module);
    bind_geometry(module);
    bind_mesh(module);
    bind_model(module);
    bind_motion(module);
    bind_io(module);
    bind_query(module);
    bind_regions(module);
    bind_predict(module);
    bind_probe(module);
    bind_convex(module);
    bind_manifold(module);
    bind_scene(module);
    bind_robot_description(module);
    bind_robot(module);
    bind_index(module);
    bind_shape(module);
    bind_report(module);
    bind_clash_plan(module);
    bind_generate(module);
    bind_batches(module);
    bind_deform(module);
    bind_explain(module);
    bind_double_hierarchy(module);
    module.attr("__version__") = std::string(allide::version());
    module.def(
        "version", [] { return std::string(allide::version()); }, "The version of the library: \"0.1.0\".");
    module.def("targets", &allide::targets, "The instruction sets that this machine can run, best first.");
    module.def("active_target", &allide::active_target,
               "The instruction set in use: the best, or the one that the environment variable ALLIDE_TARGET "
               "names.");
}
