// The tightness of the spheres and polyhedra that enclose objects.
#include "index/file/object_record.hpp"
#include "papers/paper_002.hpp"

#include <allide/model.hpp>

#include <fmt/format.h>

namespace allide::bench {
namespace {

struct Tightness {
    double objects = 0, spheres = 0, faces = 0;
    double box = 0, polyhedron = 0, hull = 0;  // volumes, summed over all objects
};

double content_of(const Box& box) {
    return (box.hi.x - box.lo.x) * (box.hi.y - box.lo.y) * (box.hi.z - box.lo.z);
}

Tightness tightness_of(const std::filesystem::path& scene) {
    Tightness sum;
    for (const Part& part : parts_of(load_mesh(scene).value())) {
        const index::ObjectSummary summary = index::summarised(part.mesh, part.name);
        ++sum.objects;
        sum.spheres += static_cast<double>(summary.spheres.size());
        sum.faces += static_cast<double>(summary.polyhedron.triangles().size());
        sum.box += content_of(summary.box);
        sum.polyhedron += index::volume_of(summary.polyhedron);
        sum.hull += summary.hull_volume;
    }
    return sum;
}

}  // namespace

void ship_enclosures(Report& report, const std::vector<Ship>& ships) {
    report.add_section("Enclosures of an object in a leaf");
    Table table{
        "enclosures",
        "Numbers of spheres and of faces of the bounding polyhedron per object, at most 32 and 100; ratios "
        "of the total volumes of polyhedra, boxes and convex hulls.",
        {"ship", "objects", "spheres", "faces", "polyhedra / boxes", "polyhedra / hulls", "boxes / hulls"}};
    bool tight = true;
    for (const Ship& ship : ships) {
        const Tightness sum = tightness_of(ship.scene);
        table.add({std::string(ship.paper.name), cell(static_cast<std::uint64_t>(sum.objects)),
                   cell(sum.spheres / sum.objects), cell(sum.faces / sum.objects),
                   cell(sum.polyhedron / sum.box, 4), cell(sum.polyhedron / sum.hull, 4),
                   cell(sum.box / sum.hull, 4)});
        tight = tight && sum.polyhedron <= sum.box && sum.polyhedron >= sum.hull * (1 - 1e-9);
    }
    report.add(std::move(table));
    report.add_finding(tight, "Bounding polyhedra of at most 100 faces lie between hulls and boxes",
                       tight ? "their volumes do, in all ships" : "not in all ships");
}

}  // namespace allide::bench
