// The HTML page of a clash report.
#pragma once

#include "report/camera.hpp"
#include "report/picture_progress.hpp"

#include <allide/report.hpp>
#include <allide/scene.hpp>

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>

namespace allide::detail::report {

// The number, name and group that the report gives to an object of the scene.
struct PartLabel {
    std::uint32_t number = 0;
    std::string_view name, group;
};
using LabelOf = std::function<PartLabel(ObjectId)>;

struct PageDrawing {
    ViewAxes axes = {};
    const PictureProgress::Callback& progress;
};

// A page with a table of all clashes in `report`, the report's JSON, and a 3D view of each clash in
// `clashes`. A clash has no view if the progress callback stops the work before its picture is drawn. Returns
// an Error if this library was built without pages.
Result<std::string> clash_page(const Scene& scene, std::span<const Clash> clashes, std::string_view report,
                               const PageLabels& labels, const LabelOf& label, const PageDrawing& drawing);

}  // namespace allide::detail::report
