// The functions about one model: rays, nearest triangles, regions, inside tests, slices.
#include "answers.hpp"
#include "objects.hpp"

#include <allide/probe.hpp>

#include <limits>

namespace allide::wasm {
namespace {

constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();
constexpr std::uint32_t no_triangle = 0xffffffff;

// Arguments: true and the ends of a segment, or false and the origin, direction and end of a ray.
template <typename Visit>
void with_ray(Arguments& in, const Visit& visit) {
    const bool is_segment = in.truth();
    const Vec3 first = in.point();
    const Vec3 second = in.point();
    if (is_segment) return visit(Segment{first, second});
    Ray ray{.origin = first, .direction = second};
    ray.max_t = in.number_or(ray.max_t);
    visit(ray);
}

void write(const Hit& hit, Results& out) {
    out.object(3);
    out.key("t").number(hit.t);
    out.key("point").point(hit.point);
    out.key("triangle").number(hit.triangle);
}

void probe_first_hit(Arguments& in, Results& out) {
    const Placed model = placed_of(in);
    with_ray(in, [&](const auto& ray) {
        const std::optional<Hit> hit = first_hit(model, ray);
        hit ? write(*hit, out) : out.nothing();
    });
}

void probe_all_hits(Arguments& in, Results& out) {
    const Placed model = placed_of(in);
    with_ray(in, [&](const auto& ray) {
        const std::vector<Hit> hits = all_hits(model, ray);
        out.list(hits.size());
        for (const Hit& hit : hits) write(hit, out);
    });
}

void probe_any_hit(Arguments& in, Results& out) {
    const Placed model = placed_of(in);
    with_ray(in, [&](const auto& ray) { out.truth(any_hit(model, ray)); });
}

// Reads points of three numbers each.
std::vector<Vec3> points_of(Arguments& in) {
    const auto numbers = in.doubles();
    if (numbers.size() % 3 != 0)
        throw Failed({.message = "points: expected three numbers each, found " +
                                 std::to_string(numbers.size()) + " numbers"});
    std::vector<Vec3> points(numbers.size() / 3);
    for (std::size_t i = 0; i < points.size(); ++i)
        points[i] = {numbers[3 * i], numbers[3 * i + 1], numbers[3 * i + 2]};
    return points;
}

void probe_first_hits(Arguments& in, Results& out) {
    const Placed model = placed_of(in);
    const auto numbers = in.doubles();
    if (numbers.size() % 6 != 0)
        throw Failed({.message = "rays: expected six numbers each, found " + std::to_string(numbers.size()) +
                                 " numbers"});
    std::vector<Ray> rays(numbers.size() / 6);
    for (std::size_t i = 0; i < rays.size(); ++i) {
        const auto ray = numbers.subspan(6 * i, 6);
        rays[i].origin = {ray[0], ray[1], ray[2]};
        rays[i].direction = {ray[3], ray[4], ray[5]};
    }
    const auto hits = first_hits(model, rays);
    std::vector<double> times;
    std::vector<Vec3> points;
    std::vector<std::uint32_t> triangles;
    for (const auto& hit : hits) {
        times.push_back(hit ? hit->t : not_a_number);
        points.push_back(hit ? hit->point : Vec3{not_a_number, not_a_number, not_a_number});
        triangles.push_back(hit ? hit->triangle : no_triangle);
    }
    out.object(3);
    out.key("t").doubles(times);
    out.key("points").points(points);
    out.key("triangles").indices(triangles);
}

void write(const Nearest& nearest, Results& out) {
    out.object(5);
    out.key("distance").number(nearest.distance);
    out.key("lower").number(nearest.lower);
    out.key("upper").number(nearest.upper);
    out.key("point").point(nearest.point);
    out.key("triangle").number(nearest.triangle);
}

void probe_nearest(Arguments& in, Results& out) {
    const Placed model = placed_of(in);
    const std::optional<Nearest> found = nearest(model, in.point());
    found ? write(*found, out) : out.nothing();
}

void probe_nearest_triangles(Arguments& in, Results& out) {
    const Placed model = placed_of(in);
    const Vec3 point = in.point();
    const std::vector<Nearest> found = nearest_triangles(model, point, static_cast<std::size_t>(in.number()));
    out.list(found.size());
    for (const Nearest& one : found) write(one, out);
}

void probe_nearest_many(Arguments& in, Results& out) {
    const Placed model = placed_of(in);
    const auto found = nearest_many(model, points_of(in));
    std::vector<double> distances;
    std::vector<Vec3> points;
    std::vector<std::uint32_t> triangles;
    for (const auto& one : found) {
        distances.push_back(one ? one->distance : not_a_number);
        points.push_back(one ? one->point : Vec3{not_a_number, not_a_number, not_a_number});
        triangles.push_back(one ? one->triangle : no_triangle);
    }
    out.object(3);
    out.key("distances").doubles(distances);
    out.key("points").points(points);
    out.key("triangles").indices(triangles);
}

// Arguments: a placed model, the kind of the region ("ball", "box" or "planes"), and its numbers.
void probe_triangles_in(Arguments& in, Results& out) {
    const Placed model = placed_of(in);
    const std::string_view kind = in.text();
    if (kind == "ball") {
        const Vec3 center = in.point();
        return out.indices(triangles_in(model, Ball{center, in.number()}));
    }
    if (kind == "box") {
        const Vec3 lo = in.point();
        return out.indices(triangles_in(model, Box{lo, in.point()}));
    }
    std::vector<HalfSpace> planes(in.list());
    for (HalfSpace& plane : planes) {
        in.list();
        plane.normal = in.point();
        plane.offset = in.number();
    }
    out.indices(triangles_in(model, planes));
}

const char* word_of(PointLocation location) {
    switch (location) {
        case PointLocation::outside:
            return "outside";
        case PointLocation::inside:
            return "inside";
        case PointLocation::boundary:
            return "boundary";
        case PointLocation::open:
            break;
    }
    return "open";
}

void probe_contains(Arguments& in, Results& out) {
    const Placed model = placed_of(in);
    const Vec3 point = in.point();
    out.text(word_of(contains(model, point, inside_options_of(in))));
}

void probe_contains_model(Arguments& in, Results& out) {
    const Placed outer = placed_of(in);
    const Placed inner = placed_of(in);
    switch (contains(outer, inner, inside_options_of(in))) {
        case Containment::outside:
            return out.text("outside");
        case Containment::inside:
            return out.text("inside");
        case Containment::partly:
            return out.text("partly");
        case Containment::touching:
            return out.text("touching");
        case Containment::open:
            break;
    }
    out.text("open");
}

void probe_contains_many(Arguments& in, Results& out) {
    const Placed model = placed_of(in);
    const std::vector<Vec3> points = points_of(in);
    const auto locations = contains_many(model, points, inside_options_of(in).rule);
    out.list(locations.size());
    for (const PointLocation location : locations) out.text(word_of(location));
}

void probe_winding_number(Arguments& in, Results& out) {
    const Placed model = placed_of(in);
    out.number(winding_number(model, in.point()));
}

void probe_self_contacts(Arguments& in, Results& out) {
    out.indices(numbers_in(self_contacts(model_of(in))));
}

void write(const SignedDistance& distance, Results& out) {
    out.object(7);
    out.key("value").number(distance.value);
    out.key("lower").number(distance.lower);
    out.key("upper").number(distance.upper);
    out.key("point").point(distance.point);
    out.key("triangle").number(distance.triangle);
    out.key("gradient").point(distance.gradient);
    out.key("normal").point(distance.normal);
}

void probe_signed_distance(Arguments& in, Results& out) {
    const Vec3 point = in.point();
    const Placed model = placed_of(in);
    const auto distance = signed_distance(point, model, {.rule = inside_options_of(in).rule});
    distance ? write(*distance, out) : out.nothing();
}

void probe_signed_distances(Arguments& in, Results& out) {
    const Placed model = placed_of(in);
    const std::vector<Vec3> points = points_of(in);
    const auto distances = signed_distances(model, points, inside_options_of(in).rule);
    std::vector<double> values;
    for (const auto& one : distances) values.push_back(one ? one->value : not_a_number);
    out.doubles(values);
}

// Arguments: a placed model, the normal and offset of a plane, and true for the side above it.
void probe_slice(Arguments& in, Results& out) {
    const Placed model = placed_of(in);
    HalfSpace plane{.normal = in.point()};
    plane.offset = in.number();
    const Slice cut = slice(model, plane, {.side = in.truth() ? SliceSide::above : SliceSide::below});
    out.object(2);
    out.key("curves").list(cut.curves.size());
    for (const SliceCurve& curve : cut.curves) {
        out.object(3);
        out.key("points").points(curve.points);
        out.key("triangles").indices(curve.triangles);
        out.key("closed").truth(curve.closed);
    }
    out.key("coplanar").indices(cut.coplanar);
}

constexpr NamedFunction functions[] = {
    {"firstHit", probe_first_hit},
    {"allHits", probe_all_hits},
    {"anyHit", probe_any_hit},
    {"firstHits", probe_first_hits},
    {"nearest", probe_nearest},
    {"nearestTriangles", probe_nearest_triangles},
    {"nearestMany", probe_nearest_many},
    {"contains", probe_contains},
    {"containsMany", probe_contains_many},
};

// Functions that the small module leaves out.
constexpr NamedFunction more_functions[] = {
    {"trianglesIn", probe_triangles_in},
    {"containsModel", probe_contains_model},
    {"windingNumber", probe_winding_number},
    {"selfContacts", probe_self_contacts},
    {"signedDistanceOfPoint", probe_signed_distance},
    {"signedDistances", probe_signed_distances},
    {"slice", probe_slice},
};

}  // namespace

std::span<const NamedFunction> probe_functions() {
    return functions;
}
std::span<const NamedFunction> more_probe_functions() {
    return more_functions;
}

}  // namespace allide::wasm
