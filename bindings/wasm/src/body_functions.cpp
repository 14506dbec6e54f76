// The functions about convex bodies.
#include "answers.hpp"
#include "objects.hpp"

#include <allide/convex.hpp>
#include <allide/manifold.hpp>

namespace allide::wasm {
namespace {

void keep(Result<ConvexBody> body, Results& out) {
    out.number(objects().keep(value_of(std::move(body))));
}

std::vector<Vec3> points_of(std::span<const double> numbers) {
    if (numbers.size() % 3 != 0)
        throw Failed({.message = "points: expected three numbers each, found " +
                                 std::to_string(numbers.size()) + " numbers"});
    std::vector<Vec3> points(numbers.size() / 3);
    for (std::size_t i = 0; i < points.size(); ++i)
        points[i] = {numbers[3 * i], numbers[3 * i + 1], numbers[3 * i + 2]};
    return points;
}

// Arguments: the kind, and the numbers that define the body.
void body_make(Arguments& in, Results& out) {
    const std::string_view kind = in.text();
    const auto two = [&](const auto& make) {
        const double first = in.number();
        keep(make(first, in.number()), out);
    };
    if (kind == "points") return keep(ConvexBody::from_points(points_of(in.doubles())), out);
    if (kind == "model") return keep(ConvexBody::from_mesh(model_of(in).mesh()), out);
    if (kind == "box") return keep(ConvexBody::box(in.point()), out);
    if (kind == "sphere") return keep(ConvexBody::sphere(in.number()), out);
    if (kind == "capsule") return two(ConvexBody::capsule);
    if (kind == "cylinder") return two(ConvexBody::cylinder);
    if (kind == "cone") return two(ConvexBody::cone);
    if (kind == "ellipsoid") return keep(ConvexBody::ellipsoid(in.point()), out);
    HalfSpace half_space{.normal = in.point()};
    half_space.offset = in.number();
    keep(ConvexBody::half_space(half_space), out);
}

void body_rounded(Arguments& in, Results& out) {
    const ConvexBody& body = body_of(in);
    keep(body.rounded(in.number()), out);
}

const char* word_of(BodyKind kind) {
    switch (kind) {
        case BodyKind::polytope:
            return "polytope";
        case BodyKind::sphere:
            return "sphere";
        case BodyKind::capsule:
            return "capsule";
        case BodyKind::cylinder:
            return "cylinder";
        case BodyKind::cone:
            return "cone";
        case BodyKind::ellipsoid:
            return "ellipsoid";
        case BodyKind::half_space:
            break;
    }
    return "half-space";
}

void body_kind(Arguments& in, Results& out) {
    out.text(word_of(body_of(in).kind()));
}

void body_vertices(Arguments& in, Results& out) {
    out.points(body_of(in).vertices());
}

void body_faces(Arguments& in, Results& out) {
    const auto faces = body_of(in).faces();
    out.list(faces.size());
    for (const BodyFace& face : faces) out.indices(face.corners);
}

void body_mass(Arguments& in, Results& out) {
    const MassProperties mass = body_of(in).mass();
    out.object(3);
    out.key("volume").number(mass.volume);
    out.key("centroid").point(mass.centroid);
    out.key("inertia").tuple(mass.inertia);
}

const char* word_of(BodyVerdict verdict) {
    switch (verdict) {
        case BodyVerdict::no:
            return "no";
        case BodyVerdict::yes:
            return "yes";
        case BodyVerdict::undecided:
            break;
    }
    return "undecided";
}

void body_overlap_solid(Arguments& in, Results& out) {
    const PlacedBody a = placed_body_of(in);
    out.text(word_of(overlap_solid(a, placed_body_of(in)).verdict));
}

void write_fields(const BodyDistance& distance, Results& out) {
    out.key("value").number(distance.value);
    out.key("lower").number(distance.lower);
    out.key("upper").number(distance.upper);
    out.key("pointA").point(distance.point_a);
    out.key("pointB").point(distance.point_b);
}

void body_distance(Arguments& in, Results& out) {
    const PlacedBody a = placed_body_of(in);
    const BodyDistance distance = allide::distance(a, placed_body_of(in));
    out.object(5);
    write_fields(distance, out);
}

void body_mesh_distance(Arguments& in, Results& out) {
    const PlacedBody a = placed_body_of(in);
    const auto distance = allide::distance(a, placed_of(in));
    if (!distance) return out.nothing();
    out.object(6);
    write_fields(distance->distance, out);
    out.key("triangle").number(distance->triangle);
}

void body_penetration(Arguments& in, Results& out) {
    const PlacedBody a = placed_body_of(in);
    const BodyPenetration depth = penetration(a, placed_body_of(in));
    out.object(5);
    out.key("lower").number(depth.lower);
    out.key("upper").number(depth.upper);
    out.key("direction").point(depth.direction);
    out.key("pointA").point(depth.point_a);
    out.key("pointB").point(depth.point_b);
}

void body_mesh_collides(Arguments& in, Results& out) {
    const PlacedBody a = placed_body_of(in);
    out.text(word_of(collides(a, placed_of(in))));
}

void body_mesh_contacts(Arguments& in, Results& out) {
    const PlacedBody a = placed_body_of(in);
    const BodyContacts found = contacts(a, placed_of(in));
    out.object(2);
    out.key("triangles").indices(found.triangles);
    out.key("undecided").indices(found.undecided);
}

void body_manifold(Arguments& in, Results& out) {
    const PlacedBody a = placed_body_of(in);
    const PlacedBody b = placed_body_of(in);
    auto manifold = contact_manifold(a, b, manifold_options_of(in));
    std::vector<ContactManifold> list;
    if (manifold) list.push_back(std::move(*manifold));
    write(list, out);
}

void body_mesh_manifolds(Arguments& in, Results& out) {
    const PlacedBody a = placed_body_of(in);
    const Placed b = placed_of(in);
    write(contact_manifolds(a, b, manifold_options_of(in)), out);
}

void body_signed_distance(Arguments& in, Results& out) {
    const PlacedBody a = placed_body_of(in);
    write(signed_distance(a, placed_body_of(in)), out);
}

void body_mesh_signed_distance(Arguments& in, Results& out) {
    const PlacedBody a = placed_body_of(in);
    const Placed b = placed_of(in);
    PairSignedDistanceOptions options;
    options.depth_error = in.number_or(options.depth_error);
    write(signed_distance(a, b, options), out);
}

constexpr NamedFunction functions[] = {
    {"bodyMake", body_make},
    {"bodyRounded", body_rounded},
    {"bodyKind", body_kind},
    {"bodyVertices", body_vertices},
    {"bodyFaces", body_faces},
    {"bodyMass", body_mass},
    {"bodyOverlapSolid", body_overlap_solid},
    {"bodyDistance", body_distance},
    {"bodyMeshDistance", body_mesh_distance},
    {"bodyPenetration", body_penetration},
    {"bodyMeshCollides", body_mesh_collides},
    {"bodyMeshContacts", body_mesh_contacts},
    {"bodyManifold", body_manifold},
    {"bodyMeshManifolds", body_mesh_manifolds},
    {"bodySignedDistance", body_signed_distance},
    {"bodyMeshSignedDistance", body_mesh_signed_distance},
};

}  // namespace

std::span<const NamedFunction> body_functions() {
    return functions;
}

}  // namespace allide::wasm
