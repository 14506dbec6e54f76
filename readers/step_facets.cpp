#include "step_facets.hpp"

#include "io/file/failure.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <unordered_map>

#include <BRepAdaptor_Curve.hxx>
#include <BRepAdaptor_Surface.hxx>
#include <BRepBndLib.hxx>
#include <BRepMesh_IncrementalMesh.hxx>
#include <BRepTools.hxx>
#include <BRep_Tool.hxx>
#include <Bnd_Box.hxx>
#include <Poly_Triangulation.hxx>
#include <Precision.hxx>
#include <TopExp_Explorer.hxx>
#include <TopoDS.hxx>
#include <TopoDS_Edge.hxx>
#include <TopoDS_Face.hxx>
#include <fmt/format.h>

namespace allide::readers {
namespace {

// The largest angle between neighbouring edges, in radians. With a given sag, circles get at least 13 edges.
// By default, they get at least 36, which keeps the sag of bolts and holes below about 1/700 of their radius.
constexpr double coarse_angle = 0.5, default_angle = 0.175;

double diagonal_of(const TopoDS_Shape& shape) {
    Bnd_Box box;
    BRepBndLib::Add(shape, box, Standard_False);
    if (box.IsVoid() || box.IsOpen()) return 0;
    box.SetGap(0);
    return std::sqrt(box.SquareExtent());
}

bool is_straight(const TopoDS_Face& face) {
    if (BRepAdaptor_Surface(face).GetType() != GeomAbs_Plane) return false;
    for (TopExp_Explorer at(face, TopAbs_EDGE); at.More(); at.Next()) {
        const TopoDS_Edge& edge = TopoDS::Edge(at.Current());
        if (BRep_Tool::Degenerated(edge)) continue;
        if (BRepAdaptor_Curve(edge).GetType() != GeomAbs_Line) return false;
    }
    return true;
}

struct SamePlace {
    static std::size_t hash(double x) { return std::bit_cast<std::uint64_t>(x + 0.0); }
    std::size_t operator()(const Vec3& p) const {
        return ((hash(p.x) * 0x9e3779b97f4a7c15 + hash(p.y)) * 0x9e3779b97f4a7c15 + hash(p.z)) *
                   0x9e3779b97f4a7c15 >>
               16;
    }
    bool operator()(const Vec3& p, const Vec3& q) const { return p.x == q.x && p.y == q.y && p.z == q.z; }
};

// Collects the triangles of a shape's faces. Neighbouring faces get the points on their common edge from its
// curve, so that points with equal coordinates become one vertex.
class Facets {
  public:
    void add(const TopoDS_Face& face, const Poly_Triangulation& triangles, const gp_Trsf& where) {
        numbers_.clear();
        for (int i = 1; i <= triangles.NbNodes(); ++i) numbers_.push_back(vertex(triangles.Node(i), where));
        const bool turned = (face.Orientation() == TopAbs_REVERSED) != where.IsNegative();
        for (int i = 1; i <= triangles.NbTriangles(); ++i) {
            int a = 0, b = 0, c = 0;
            triangles.Triangle(i).Get(a, b, c);
            if (turned) std::swap(b, c);
            data_.triangles.push_back({number(a), number(b), number(c)});
        }
    }
    // Colours all triangles from `first` on; merges the run with the one before if the colours are equal.
    void paint(std::uint32_t first, const Colour& colour) {
        const auto count = static_cast<std::uint32_t>(data_.triangles.size()) - first;
        auto& runs = data_.coloured;
        if (!runs.empty() && runs.back().first + runs.back().count == first && runs.back().colour == colour)
            runs.back().count += count;
        else
            runs.push_back({first, count, colour});
    }
    std::uint32_t triangles() const { return static_cast<std::uint32_t>(data_.triangles.size()); }
    MeshData take() && { return std::move(data_); }

  private:
    std::uint32_t number(int node) const { return numbers_[static_cast<std::size_t>(node) - 1]; }
    std::uint32_t vertex(const gp_Pnt& node, const gp_Trsf& where) {
        const gp_Pnt at = where.Form() == gp_Identity ? node : node.Transformed(where);
        const Vec3 place{at.X() + 0.0, at.Y() + 0.0, at.Z() + 0.0};
        const auto [known, is_new] =
            known_.try_emplace(place, static_cast<std::uint32_t>(data_.vertices.size()));
        if (is_new) data_.vertices.push_back(place);
        return known->second;
    }

    MeshData data_;
    std::unordered_map<Vec3, std::uint32_t, SamePlace, SamePlace> known_;
    std::vector<std::uint32_t> numbers_;  // vertex numbers of the current face's nodes
};

// Notes a face without triangles that is no larger than the sag. Fails for a larger one, since leaving it out
// might hide a collision.
void leave_out(const TopoDS_Face& face, int number, double sag, const std::string& name,
               std::vector<Note>& notes) {
    const std::string message =
        fmt::format("face {} of part {} cannot be triangulated", number, io::quoted(name));
    if (diagonal_of(face) > sag) io::fail({.code = ErrorCode::bad_syntax, .message = message});
    notes.push_back({.message = message + "; it is smaller than the sag and left out"});
}

// The largest deviation of the triangles from the surfaces as measured by the mesher; 0 if all faces are
// planar with straight edges.
double deflection_of(const TopoDS_Shape& shape) {
    double worst = 0;
    for (TopExp_Explorer at(shape, TopAbs_FACE); at.More(); at.Next()) {
        const TopoDS_Face& face = TopoDS::Face(at.Current());
        TopLoc_Location location;
        const Handle(Poly_Triangulation) triangles = BRep_Tool::Triangulation(face, location);
        if (!triangles.IsNull() && !is_straight(face)) worst = std::max(worst, triangles->Deflection());
    }
    return worst;
}

// Triangulates the faces and returns the largest deviation. The mesher does not always reach the requested
// one, so finer ones are requested, up to five times, until the deviation is at most `sag`.
double triangulate(const TopoDS_Shape& shape, double sag, double largest_angle) {
    double requested = sag, reached = 0;
    for (int tries = 0; tries < 5; ++tries) {
        BRepTools::Clean(shape);
        const BRepMesh_IncrementalMesh mesher(shape, requested, Standard_False, largest_angle,
                                              Standard_False);
        reached = deflection_of(shape);
        if (reached <= sag) break;
        requested = std::max(requested * std::clamp(0.9 * sag / reached, 0.25, 0.75), Precision::Confusion());
    }
    return reached;
}

}  // namespace

Mesh facets_of(const TopoDS_Shape& shape, const std::string& name, std::optional<Colour> colour,
               const FaceColours& face_colour, const LoadOptions& options, std::vector<Note>& notes) {
    // The sag is not finer than the distance below which Open CASCADE considers points equal.
    const double sag = std::max(options.sag.value_or(diagonal_of(shape) / 1000), Precision::Confusion());
    const double reached = triangulate(shape, sag, options.sag ? coarse_angle : default_angle);
    Facets facets;
    int number = 0;
    for (TopExp_Explorer at(shape, TopAbs_FACE); at.More(); at.Next(), ++number) {
        const TopoDS_Face& face = TopoDS::Face(at.Current());
        TopLoc_Location location;
        const Handle(Poly_Triangulation) triangles = BRep_Tool::Triangulation(face, location);
        if (triangles.IsNull() || triangles->NbTriangles() == 0) {
            leave_out(face, number, sag, name, notes);
            continue;
        }
        const std::uint32_t first = facets.triangles();
        facets.add(face, *triangles, location.Transformation());
        if (const auto own = face_colour(face)) facets.paint(first, *own);
    }
    MeshData data = std::move(facets).take();
    // If all faces have one colour, it becomes the part's.
    if (data.coloured.size() == 1 && data.coloured[0].count == data.triangles.size()) {
        colour = data.coloured[0].colour;
        data.coloured.clear();
    }
    data.part_names = {name};
    data.part_traits = {{.sag = reached, .colour = colour}};
    return Mesh::from(std::move(data)).value();
}

}  // namespace allide::readers
