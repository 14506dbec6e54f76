// Encoding of a summary; the fields are in this order: name, traits, digest, triangle count, instance map,
// box, spheres, polyhedron, hull volume.
#include "base/float_environment.hpp"
#include "base/tasks.hpp"
#include "index/build/bounding_polyhedron.hpp"
#include "index/build/covering_spheres.hpp"
#include "index/build/mesh_box.hpp"
#include "index/file/object_record.hpp"

#include <allide/model.hpp>

#include <algorithm>
#include <cmath>

namespace allide::index {
namespace {

// Flags that say which optional fields follow.
enum SummaryFlags : std::uint8_t { has_matrix = 1, has_colour = 2, all_flags = 3 };

double finite_number(double x) {
    if (!std::isfinite(x)) throw_damaged("expected finite numbers of an object");
    return x;
}
Vec3 finite_point(const Vec3& v) {
    return {finite_number(v.x), finite_number(v.y), finite_number(v.z)};
}

std::vector<Ball> read_spheres(ByteReader& in) {
    const std::size_t count = in.u8();
    if (count > ObjectSummary::most_spheres) throw_damaged("expected at most 32 spheres of an object");
    std::vector<Ball> spheres(count);
    for (Ball& ball : spheres) {
        ball.centre = finite_point(in.vec());
        ball.radius = finite_number(in.real());
        if (ball.radius < 0) throw_damaged("expected a non-negative radius of a sphere");
    }
    return spheres;
}

Mesh read_polyhedron(ByteReader& in) {
    MeshData data;
    const std::size_t vertices = in.u8(), faces = in.u8();
    if (faces > ObjectSummary::most_faces) throw_damaged("expected at most 100 faces of a polyhedron");
    for (std::size_t i = 0; i < vertices; ++i) data.vertices.push_back(finite_point(in.vec()));
    for (std::size_t i = 0; i < faces; ++i) {
        const std::uint32_t a = in.u8(), b = in.u8(), c = in.u8();
        data.triangles.push_back({a, b, c});
    }
    Result<Mesh> mesh = Mesh::from(std::move(data));
    if (!mesh) throw_damaged("expected existing corners of a polyhedron");
    return *std::move(mesh);
}

// The fields of a summary up to the instance map.
ObjectSummary read_head(ByteReader& in) {
    ObjectSummary summary;
    summary.name = in.text();
    const std::uint8_t flags = in.u8();
    if (flags > all_flags) throw_damaged("expected known flags of an object");
    summary.traits.sag = finite_number(in.real());
    if ((flags & has_colour) != 0) {
        const Vec3 colour = in.vec();
        summary.traits.colour = Colour{colour.x, colour.y, colour.z};
    }
    summary.digest = in.u64();
    summary.triangles = in.u64();
    if ((flags & has_matrix) != 0)
        for (double& x : summary.matrix.emplace()) x = finite_number(in.real());
    return summary;
}

}  // namespace

ObjectSummary summarised(const Mesh& placed, std::string name, const PartTraits& traits,
                         const std::optional<InstanceMap>& matrix) {
    const base::DefaultFloatEnvironment environment;
    Enclosure enclosure;
    std::vector<Ball> spheres;
    base::do_both([&] { enclosure = bounding_polyhedron(placed); },
                  [&] {
                      const base::DefaultFloatEnvironment same;
                      spheres = covering_spheres(placed);
                  });
    return {.name = std::move(name),
            .traits = traits,
            .digest = digest_of(placed),
            .triangles = placed.triangles().size(),
            .matrix = matrix,
            .box = mesh_box(placed),
            .spheres = std::move(spheres),
            .polyhedron = std::move(enclosure.polyhedron),
            .hull_volume = enclosure.hull_volume};
}

Bytes make_summary(const ObjectSummary& summary) {
    ByteWriter out;
    out.put_text(summary.name);
    out.put(static_cast<std::uint8_t>((summary.matrix ? has_matrix : 0) |
                                      (summary.traits.colour ? has_colour : 0)));
    out.put(summary.traits.sag);
    if (const auto& colour = summary.traits.colour) out.put(Vec3{colour->red, colour->green, colour->blue});
    out.put(summary.digest);
    out.put(summary.triangles);
    if (summary.matrix)
        for (const double x : *summary.matrix) out.put(x);
    out.put(summary.box);
    out.put(static_cast<std::uint8_t>(summary.spheres.size()));
    for (const Ball& ball : summary.spheres) {
        out.put(ball.centre);
        out.put(ball.radius);
    }
    const Mesh& polyhedron = summary.polyhedron;
    out.put(static_cast<std::uint8_t>(polyhedron.vertices().size()));
    out.put(static_cast<std::uint8_t>(polyhedron.triangles().size()));
    for (const Vec3& vertex : polyhedron.vertices()) out.put(vertex);
    for (const TriangleIndices& face : polyhedron.triangles())
        for (const std::uint32_t corner : face) out.put(static_cast<std::uint8_t>(corner));
    out.put(summary.hull_volume);
    return out.take();
}

ObjectSummary read_summary(ByteView bytes) {
    ByteReader in(bytes);
    ObjectSummary summary = read_head(in);
    summary.box = in.box();
    finite_point(summary.box.lo);
    finite_point(summary.box.hi);
    summary.spheres = read_spheres(in);
    summary.polyhedron = read_polyhedron(in);
    summary.hull_volume = in.real();
    in.expect_end();
    return summary;
}

std::optional<InstanceMap> read_summary_matrix(ByteView bytes) {
    ByteReader in(bytes);
    return read_head(in).matrix;
}

}  // namespace allide::index
