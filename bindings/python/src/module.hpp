// One function per subject; each adds its names to the module.
#pragma once

#include "arguments.hpp"
#include "results.hpp"

#include <nanobind/nanobind.h>

namespace allide::python {

void bind_geometry(nb::module_& module);
void bind_mesh(nb::module_& module);
void bind_model(nb::module_& module);
void bind_motion(nb::module_& module);
void bind_io(nb::module_& module);
void bind_query(nb::module_& module);
void bind_regions(nb::module_& module);
void bind_predict(nb::module_& module);
void bind_probe(nb::module_& module);
void bind_convex(nb::module_& module);
void bind_manifold(nb::module_& module);
void bind_shape(nb::module_& module);
void bind_scene(nb::module_& module);
void bind_robot_description(nb::module_& module);
void bind_robot(nb::module_& module);
void bind_index(nb::module_& module);
void bind_report(nb::module_& module);
void bind_clash_plan(nb::module_& module);
void bind_generate(nb::module_& module);
void bind_batches(nb::module_& module);
void bind_deform(nb::module_& module);
void bind_explain(nb::module_& module);
void bind_double_hierarchy(nb::module_& module);

}  // namespace allide::python
