// Shapes of every kind, and queries about any two of them: do they touch and where, how far apart are they,
// what does a ray hit?
//
//     const Shape gripper = Shape::compound({{finger, left}, {finger, right}}).value();
//     const Shape scan = Shape::points(points, 0.01).value();
//     if (collides(gripper.at(pose), scan.at_rest()) != BodyVerdict::no) …
//
// A shape consists of elements: the triangles of a mesh or a height field, the parts of a compound, the
// points of a cloud, the cells of an octree (load_octomap in allide/io.hpp); other shapes are one element,
// number 0. Bodies, compounds, points, cells and half-spaces are solids. Meshes, planes and height fields are
// surfaces, unless Shape::solid makes them solids: then what is inside the closed surface counts, too.
//
// Answers are exact, as for two models (allide/query.hpp) or two bodies (allide/convex.hpp). They are
// `undecided` only where convex bodies are: with a cylinder, a cone or an ellipsoid that touches or nearly
// touches. docs/shapes.md has a table of all kinds.
#pragma once

#include <allide/convex.hpp>
#include <allide/model.hpp>
#include <allide/probe.hpp>
#include <allide/query.hpp>

#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace ALLIDE_EXPORT allide {

class PlacedShape;
namespace detail {
struct ShapeAccess;
struct ShapeData;
}  // namespace detail

// The kinds of shapes.
enum class ShapeKind {
    mesh,
    // A convex body of any kind but a half-space.
    body,
    compound,
    height_field,
    // Points with a radius.
    points,
    // Boxes, such as the occupied cells of an octree.
    cells,
    plane,
    half_space,
};
// Returns "mesh", "body", "compound", "height field", "points", "cells", "plane" or "half-space".
std::string_view name_of(ShapeKind kind);

// A body at a place in a compound.
struct CompoundPart {
    ConvexBody body;
    Pose pose = {};
};

// Heights over a grid in the plane z = 0. Vertex (i, j) is at x = i · spacing_x, y = j · spacing_y, each
// product rounded once, and z = heights[j · columns + i]. The diagonal from (i, j) to (i + 1, j + 1) divides
// the cell between them into two triangles: number 2 (j · (columns − 1) + i) on the side of larger x, and the
// next number on the other side.
struct HeightField {
    // The number of vertices along x and along y, each at least 2.
    std::size_t columns = 0, rows = 0;
    // The heights of all vertices, row by row; finite.
    std::vector<double> heights;
    // The distance between neighbouring vertices; positive.
    double spacing_x = 1, spacing_y = 1;
    // The height of the floor of the solid below the field, less than all heights; empty for a surface
    // without a floor. The triangles of walls and floor follow those of the field.
    std::optional<double> floor = {};
};

// Immutable and cheap to copy: copies share their data. Const members are safe from any number of threads. A
// move is a copy: a moved-from shape keeps its value.
class Shape {
  public:
    Shape(const Shape&) = default;
    Shape& operator=(const Shape&) = default;
    ~Shape() = default;

    // The surface of a mesh. A model that was built with another engine than the default gives the same
    // answers, but more slowly.
    Shape(const Model& model);      // NOLINT(google-explicit-constructor)
    Shape(const ConvexBody& body);  // NOLINT(google-explicit-constructor)

    // A closed mesh with its inside, by InsideRule::odd. An Error that names an open edge if it is not
    // closed.
    static Result<Shape> solid(const Model& model);
    // The union of the bodies. With the compound at pose P, a part is at the pose P · part.pose, whose 12
    // numbers are rounded to doubles once and then exact. An Error if there are no parts, or for a
    // half-space.
    static Result<Shape> compound(std::span<const CompoundPart> parts);
    static Result<Shape> height_field(const HeightField& field);
    // The field as a solid: the points below the field and above the floor. Requires a floor.
    static Result<Shape> solid(const HeightField& field);
    // All points within `radius` of one of the points: balls, whose radius is a length in the world. There
    // must be a point; the radius must be finite and not negative.
    static Result<Shape> points(std::span<const Vec3> points, double radius);
    // The union of the boxes, such as the occupied cells of an octree. There must be one, and none may be
    // empty.
    static Result<Shape> cells(std::span<const Box> boxes);
    // The points with normal · x = offset. The normal must not be 0.
    static Result<Shape> plane(const HalfSpace& boundary);

    ShapeKind kind() const;
    // True if points inside count: for all kinds but meshes, height fields and planes, and for solid().
    bool is_solid() const;
    // The number of elements.
    std::size_t size() const;
    // The model of a mesh or a height field. Throws PreconditionError for other kinds.
    const Model& model() const;
    // The bodies of a body, a half-space or a compound, and their poses; empty for other kinds.
    std::span<const CompoundPart> parts() const;
    // The points of a cloud and their radius; empty and 0 for other kinds.
    std::span<const Vec3> centers() const;
    double radius() const;
    // The boxes of cells; empty for other kinds.
    std::span<const Box> boxes() const;

    // The shape at a pose, ready to be queried. Keeps the shape's data alive.
    PlacedShape at(const Pose& pose) const;
    PlacedShape at_rest() const;

  private:
    friend struct detail::ShapeAccess;
    explicit Shape(std::shared_ptr<const detail::ShapeData> data);
    std::shared_ptr<const detail::ShapeData> data_;
};

// Loads a shape: a file of type .json describes one (docs/formats.md, "Shapes"), an OctoMap file (.bt)
// becomes cells, and any other file is a mesh. Mesh files that a .json file names are relative to its folder.
Result<Shape> load_shape(const std::filesystem::path& file);
// A shape from the text of a .json file; errors name `file`.
Result<Shape> read_shape(std::string_view text, const std::filesystem::path& file);

// A shape at a pose: one side of a query.
class PlacedShape {
  public:
    // Views of models and bodies are shapes, too. They must outlive the result.
    PlacedShape(const Placed& model);     // NOLINT(google-explicit-constructor)
    PlacedShape(const PlacedBody& body);  // NOLINT(google-explicit-constructor)

    const Pose& pose() const { return pose_; }
    // The same shape at another pose.
    PlacedShape moved_to(const Pose& pose) const { return {data_, pose}; }

  private:
    friend class Shape;
    friend struct detail::ShapeAccess;
    PlacedShape(std::shared_ptr<const detail::ShapeData> data, const Pose& pose)
        : data_(std::move(data)), pose_(pose) {}
    std::shared_ptr<const detail::ShapeData> data_;
    Pose pose_;
};

// ---- Queries about two shapes ----

// Options of queries about two shapes.
struct ShapeQueryOptions {
    // Shapes at most this far apart count as touching: a security margin, 0 by default. Decided exactly,
    // except with the kinds named at the top of this file. A negative value allows penetration: shapes count
    // as touching only if they interpenetrate deeper than −clearance. The depth is that of `penetration` for
    // two convex elements, the largest of all pairs of elements; for two closed meshes it is the local depth
    // of `interference`. Two surfaces of which one is not closed have no depth: a negative clearance throws
    // PreconditionError for them.
    double clearance = 0;
};

// Tests whether the shapes touch.
BodyVerdict collides(const PlacedShape& a, const PlacedShape& b, const ShapeQueryOptions& options = {});
BodyVerdict collides(const PlacedShape& a, const PlacedShape& b, QueryCache& cache,
                     const ShapeQueryOptions& options = {});

// Two elements, by their numbers. For a solid mesh that contains an element of the other shape, the number is
// `inside`.
struct ShapeContact {
    std::uint32_t element_a = 0, element_b = 0;
    friend auto operator<=>(const ShapeContact&, const ShapeContact&) = default;

    static constexpr std::uint32_t inside = 0xffffffff;
};

// The result of first_contact.
struct FirstShapeContact {
    BodyVerdict verdict = BodyVerdict::no;
    // Any pair of elements that touches (verdict yes) or may touch (undecided). Empty if the verdict is no.
    std::optional<ShapeContact> contact = {};
    // A point in the world within 1e-9·(largest coordinate) of both elements; with a clearance, the point of
    // a's element that is closest to b's. For half-spaces, a point of the other shape.
    Vec3 point = {};
};
FirstShapeContact first_contact(const PlacedShape& a, const PlacedShape& b,
                                const ShapeQueryOptions& options = {});
FirstShapeContact first_contact(const PlacedShape& a, const PlacedShape& b, QueryCache& cache,
                                const ShapeQueryOptions& options = {});

// Options of contacts.
struct ShapeContactOptions {
    // As in ShapeQueryOptions, but not negative.
    double clearance = 0;
    // The search stops after this many contacts; no limit by default.
    std::size_t limit = std::numeric_limits<std::size_t>::max();
};
// The pairs of elements that touch, in ascending order.
struct ShapeContacts {
    std::vector<ShapeContact> pairs;
    // The pairs for which this is undecided, in ascending order.
    std::vector<ShapeContact> undecided;
    // False if the limit was reached, so that there may be further contacts.
    bool complete = true;

    auto begin() const { return pairs.begin(); }
    auto end() const { return pairs.end(); }
    std::size_t size() const { return pairs.size(); }
    bool empty() const { return pairs.empty(); }
};
ShapeContacts contacts(const PlacedShape& a, const PlacedShape& b, const ShapeContactOptions& options = {});

// Bounds on the exact distance of two shapes, as for BodyDistance; infinite if a model has no triangles. Both
// are 0 if the shapes touch; without a cylinder, a cone or an ellipsoid, they are 0 only then.
struct ShapeDistance {
    // The best estimate: lower ≤ value ≤ upper.
    double value = std::numeric_limits<double>::infinity();
    double lower = std::numeric_limits<double>::infinity();
    double upper = std::numeric_limits<double>::infinity();
    // The closest points of the two shapes, rounded. If they touch, both are the same common point.
    Vec3 point_a = {}, point_b = {};
    // The elements that these points belong to.
    ShapeContact closest = {};
};
ShapeDistance distance(const PlacedShape& a, const PlacedShape& b);
ShapeDistance distance(const PlacedShape& a, const PlacedShape& b, QueryCache& cache);

// ---- Queries about one shape ----

// A box in the world that contains the shape; infinite where the shape is.
Box bounding_box(const PlacedShape& shape);

// A point where a ray enters or touches a shape.
struct ShapeHit {
    // The smallest t of a common point of ray and element, with an error of at most 1e-12·(t + size of the
    // element); 0 if the ray starts inside a solid.
    double t = 0;
    // The point at t, rounded.
    Vec3 point;
    // The outward unit normal of the surface at the point, rounded. For a triangle, it points to the side
    // from which the corners run counter-clockwise; 0 for a degenerate one. If the ray starts inside a solid,
    // the direction back along the ray.
    Vec3 normal;
    std::uint32_t element = 0;
    // For triangles: the weights of the three corners in the point, rounded. 0 for other elements.
    std::array<double, 3> barycentrics{};
    friend bool operator==(const ShapeHit&, const ShapeHit&) = default;
};
// The element that is hit first: the one with the smallest number among several with the same t. Exact for
// triangles and for elements with flat faces; for others, a ray that grazes the surface within rounding
// counts as a hit.
std::optional<ShapeHit> first_hit(const PlacedShape& shape, const Ray& ray);
// All elements that are hit, in ascending order of (t, element).
std::vector<ShapeHit> all_hits(const PlacedShape& shape, const Ray& ray);

}  // namespace allide
