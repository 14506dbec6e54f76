// Shapes of every kind for tests, and the brute-force twin: every element of one against every element of the
// other, as convex bodies of the public interface.
#pragma once

#include <allide/extra/shapes.hpp>
#include <allide/shape.hpp>

#include <algorithm>
#include <cmath>
#include <random>
#include <string>
#include <vector>

namespace allide::test {

struct NamedShape {
    std::string name;
    Shape shape;
};

inline Mesh cube_mesh(double half) {
    std::vector<Vec3> vertices;
    for (const double x : {-half, half})
        for (const double y : {-half, half})
            for (const double z : {-half, half}) vertices.push_back({x, y, z});
    return Mesh::from({.vertices = vertices,
                       .triangles = {{0, 1, 3},
                                     {0, 3, 2},
                                     {4, 6, 7},
                                     {4, 7, 5},
                                     {0, 4, 5},
                                     {0, 5, 1},
                                     {2, 3, 7},
                                     {2, 7, 6},
                                     {0, 2, 6},
                                     {0, 6, 4},
                                     {1, 5, 7},
                                     {1, 7, 3}}})
        .value();
}

// One shape of each kind, all of about size 1 and with coordinates that are exact in few bits.
inline std::vector<NamedShape> one_of_each() {
    const Model cube = Model::build(cube_mesh(0.5)).value();
    const Model ring = Model::build(generate(GeneratedShape::torus, {.triangles = 100}).value()).value();
    const ConvexBody box = ConvexBody::box({0.25, 0.5, 0.125}).value(),
                     ball = ConvexBody::sphere(0.25).value();
    const HeightField field{.columns = 3,
                            .rows = 3,
                            .heights = {0, 0.5, 0, 0.25, 0, 0.5, 0, 0.25, 0},
                            .spacing_x = 0.5,
                            .spacing_y = 0.5,
                            .floor = -0.5};
    HeightField bare = field;
    bare.floor.reset();
    const HalfSpace slope{{0, 0.5, 1}, 0.25};
    return {
        {"mesh", cube},
        {"ring", ring},
        {"solid mesh", Shape::solid(cube).value()},
        {"box", box},
        {"ball", ball},
        {"capsule", ConvexBody::capsule(0.25, 0.5).value()},
        {"cylinder", ConvexBody::cylinder(0.25, 0.5).value()},
        {"cone", ConvexBody::cone(0.5, 0.5).value()},
        {"ellipsoid", ConvexBody::ellipsoid({0.25, 0.5, 0.75}).value()},
        {"compound", Shape::compound(std::vector<CompoundPart>{{box, Pose::translation({0.5, 0, 0})},
                                                               {ball, Pose::translation({-0.5, 0, 0})},
                                                               {box, Pose::rotation({1, 1, 0}, degrees(30))}})
                         .value()},
        {"height field", Shape::height_field(bare).value()},
        {"solid height field", Shape::solid(field).value()},
        {"points",
         Shape::points(std::vector<Vec3>{{0, 0, 0}, {0.5, 0, 0}, {0, 0.5, 0.25}, {-0.5, 0.25, 0}}, 0.125)
             .value()},
        {"cells", Shape::cells(std::vector<Box>{{{0, 0, 0}, {0.25, 0.25, 0.25}},
                                                {{0.25, 0, 0}, {0.5, 0.25, 0.25}},
                                                {{-0.5, -0.5, 0}, {0, 0, 0.5}}})
                      .value()},
        {"plane", Shape::plane(slope).value()},
        {"half-space", ConvexBody::half_space(slope).value()}};
}

// An element of the brute-force twin.
struct TwinElement {
    // the element is their intersection: two half-spaces for a plane, otherwise one body
    std::vector<ConvexBody> all_of;
    Pose pose;
};

inline std::vector<TwinElement> twin_of(const Shape& shape, const Pose& pose) {
    std::vector<TwinElement> elements;
    switch (shape.kind()) {
        case ShapeKind::mesh:
        case ShapeKind::height_field:
            for (std::uint32_t i = 0; i < shape.size(); ++i)
                elements.push_back(
                    {{ConvexBody::from_points(shape.model().mesh().corners(i)).value()}, pose});
            break;
        case ShapeKind::points:
            for (const Vec3& center : shape.centers())
                elements.push_back(
                    {{ConvexBody::sphere(shape.radius()).value()}, pose * Pose::translation(center)});
            break;
        case ShapeKind::cells:
            for (const Box& box : shape.boxes()) {
                const Vec3 c = box.center(), h = 0.5 * box.size();
                elements.push_back({{ConvexBody::box(h).value()}, pose * Pose::translation(c)});
            }
            break;
        case ShapeKind::plane: {
            const HalfSpace slope{{0, 0.5, 1}, 0.25};
            elements.push_back({{ConvexBody::half_space(slope).value(),
                                 ConvexBody::half_space({-slope.normal, -slope.offset}).value()},
                                pose});
            break;
        }
        default:
            for (const CompoundPart& part : shape.parts())
                elements.push_back({{part.body}, pose * part.pose});
    }
    return elements;
}

struct TwinAnswer {
    BodyVerdict verdict = BodyVerdict::no;
    double lower = std::numeric_limits<double>::infinity(), upper = std::numeric_limits<double>::infinity();
    std::size_t contacts = 0;
};

// The answer for surfaces alone: containment in solid meshes is not considered.
inline TwinAnswer twin_answer(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b) {
    TwinAnswer answer;
    for (const TwinElement& x : twin_of(a, pose_a))
        for (const TwinElement& y : twin_of(b, pose_b)) {
            BodyVerdict verdict = BodyVerdict::yes;
            double lower = 0, upper = 0;
            for (const ConvexBody& p : x.all_of)
                for (const ConvexBody& q : y.all_of) {
                    const BodyVerdict one = overlap_solid(p.at(x.pose), q.at(y.pose)).verdict;
                    if (one != BodyVerdict::yes && verdict != BodyVerdict::no) verdict = one;
                    const BodyDistance gap = distance(p.at(x.pose), q.at(y.pose));
                    lower = std::max(lower, gap.lower);
                    upper = std::max(upper, gap.upper);
                }
            answer.lower = std::min(answer.lower, lower);
            answer.upper = std::min(answer.upper, upper);
            if (verdict == BodyVerdict::yes) {
                answer.verdict = verdict;
                ++answer.contacts;
            } else if (verdict == BodyVerdict::undecided && answer.verdict == BodyVerdict::no) {
                answer.verdict = verdict;
            }
        }
    return answer;
}

class RandomPoses {
  public:
    explicit RandomPoses(unsigned seed) : random_(seed) {}
    double between(double lo, double hi) { return std::uniform_real_distribution<double>(lo, hi)(random_); }
    Pose next(double reach) {
        const Vec3 axis{between(-1, 1), between(-1, 1), between(0.1, 1)};
        return Pose::rotation(axis, radians(between(0, 6)))
            .translated({between(-reach, reach), between(-reach, reach), between(-reach, reach)});
    }

  private:
    std::mt19937 random_;
};

}  // namespace allide::test
