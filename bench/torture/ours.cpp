// The torture cases answered by allide, through its public headers.
#include "torture/engine.hpp"

#include <allide/allide.hpp>

#include <limits>

namespace allide::bench::torture {
namespace {

Vec3 vector_of(const Point& p) {
    return {p[0], p[1], p[2]};
}
Pose pose_of(const Matrix& m) {
    return Pose::from_matrix(m).value();
}

Model model_of(const RawMesh& raw) {
    MeshData data;
    for (const Point& p : raw.vertices) data.vertices.push_back(vector_of(p));
    for (const auto& [p, q, r] : raw.triangles) data.triangles.push_back({p, q, r});
    return Model::build(Mesh::from(std::move(data)).value()).value();
}

ConvexBody convex(const Body& body) {
    if (body.kind == "box") return ConvexBody::box(vector_of(body.half_sides)).value();
    if (body.kind == "sphere") return ConvexBody::sphere(body.radius).value();
    if (body.kind == "capsule") return ConvexBody::capsule(body.radius, body.half).value();
    if (body.kind == "cylinder") return ConvexBody::cylinder(body.radius, body.half).value();
    return ConvexBody::cone(body.radius, body.half).value();
}

class Allide final : public Engine {
  public:
    const char* name() const override { return "allide"; }
    std::optional<bool> touch(const Corners& a, const Matrix& pose_a, const Corners& b,
                              const Matrix& pose_b) override {
        const Model p = model_of({{a[0], a[1], a[2]}, {{0, 1, 2}}}),
                    q = model_of({{b[0], b[1], b[2]}, {{0, 1, 2}}});
        return collides(p.at(pose_of(pose_a)), q.at(pose_of(pose_b)));
    }
    // "Undecided" is honest, but it does not answer the question, so it counts as wrong.
    std::optional<bool> overlap(const Body& a, const Body& b) override {
        const ConvexBody p = convex(a), q = convex(b);
        const BodyOverlap found = allide::overlap_solid(p.at(pose_of(a.pose)), q.at(pose_of(b.pose)));
        if (found.verdict == BodyVerdict::undecided) throw std::runtime_error("undecided");
        return found.verdict == BodyVerdict::yes;
    }
    std::optional<double> depth(const Body& a, const Body& b) override {
        const ConvexBody p = convex(a), q = convex(b);
        return penetration(p.at(pose_of(a.pose)), q.at(pose_of(b.pose))).upper;
    }
    std::optional<double> distance(const Body& a, const Body& b) override {
        const ConvexBody p = convex(a), q = convex(b);
        return allide::distance(p.at(pose_of(a.pose)), q.at(pose_of(b.pose))).value;
    }
    std::optional<double> distance(const RawMesh& a, const Matrix& pose_a, const RawMesh& b,
                                   const Matrix& pose_b) override {
        const Model p = model_of(a), q = model_of(b);
        return allide::distance(p.at(pose_of(pose_a)), q.at(pose_of(pose_b))).value;
    }
    std::optional<double> first_contact(const RawMesh& a, const Motion& motion, const RawMesh& b) override {
        const allide::Motion rescaled = motion.is_linear
                                            ? allide::Motion::linear(vector_of(motion.translation))
                                            : allide::Motion::screw({.point = vector_of(motion.point),
                                                                     .axis = vector_of(motion.axis),
                                                                     .angle = radians(motion.angle),
                                                                     .advance = motion.advance});
        const Model p = model_of(a), q = model_of(b);
        const Prediction found = predict(p.along(rescaled), q.at_rest());
        return found.impact ? found.impact->t_lo : std::numeric_limits<double>::infinity();
    }
    std::optional<std::string> location(const RawMesh& mesh, const Point& point,
                                        const std::string& rule) override {
        const Model model = model_of(mesh);
        const ContainsOptions options{.rule = rule == "odd" ? InsideRule::odd : InsideRule::winding};
        switch (contains(model.at_rest(), vector_of(point), options)) {
            case PointLocation::inside:
                return "inside";
            case PointLocation::boundary:
                return "boundary";
            case PointLocation::open:
                return "open";
            case PointLocation::outside:
                break;
        }
        return "outside";
    }
    std::optional<std::string> overlap_solid(const RawMesh& a, const RawMesh& b) override {
        const Model p = model_of(a), q = model_of(b);
        const SolidOverlap found = allide::overlap_solid(p.at_rest(), q.at_rest());
        return found == SolidOverlap::yes ? "yes" : found == SolidOverlap::no ? "no" : "open";
    }
};

}  // namespace

EnginePointer make_allide() {
    return std::make_unique<Allide>();
}

}  // namespace allide::bench::torture
