#include "base/float_environment.hpp"
#include "report/packed.hpp"
#include "report/page.hpp"
#include "report/page_part.hpp"

#include <allide/report.hpp>
#include <allide/result.hpp>

#include <algorithm>
#include <numeric>
#include <vector>

namespace allide {

namespace {

constexpr int shown_steps = 240;  // number of equal time steps; poses at `events` are shown too

void write_moving_part(JsonWriter& json, std::string_view key, const Mesh& mesh,
                       detail::report::PackedPieces& pieces) {
    std::vector<std::array<Vec3, 3>> triangles(mesh.triangles().size());
    for (std::uint32_t i = 0; i < triangles.size(); ++i) triangles[i] = mesh.corners(i);
    const detail::report::PackedBody body = detail::report::pack_triangles(triangles, pieces);
    std::vector<std::uint32_t> numbers(triangles.size());
    std::iota(numbers.begin(), numbers.end(), 0U);
    detail::report::write_page_part(json.key(key), mesh.source(), "", mesh, numbers, body);
}

std::vector<double> shown_times(std::span<const double> events) {
    std::vector<double> times(events.begin(), events.end());
    for (int i = 0; i <= shown_steps; ++i) times.push_back(static_cast<double>(i) / shown_steps);
    std::sort(times.begin(), times.end());
    times.erase(std::unique(times.begin(), times.end()), times.end());
    return times;
}

}  // namespace

Result<std::string> motion_page(const Model& moving, const Motion& motion, const Model& obstacle,
                                const Pose& pose, std::string_view report, std::span<const double> events,
                                const PageLabels& labels) {
    const base::DefaultFloatEnvironment environment;
    detail::report::PackedPieces pieces;
    JsonWriter json;
    json.begin_object().key("type").value("motion").key("title").value(labels.title);
    json.key("program").value(std::string("allide ") + std::string(version()));
    json.key("made").value(labels.made).key("units").value(labels.units);
    write_moving_part(json, "moving", moving.mesh(), pieces);
    write_moving_part(json, "standing", obstacle.mesh(), pieces);
    json.key("pose_b").value(pose).key("poses").begin_array();
    for (const double t : shown_times(events))
        json.begin_object().key("t").value(t).key("pose").value(motion.at(t)).end_object();
    json.end_array().end_object();
    return detail::report::filled_page(json.text(), report, pieces.letters());
}

}  // namespace allide
