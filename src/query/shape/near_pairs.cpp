#include "query/shape/near_pairs.hpp"

#include "convex/body/body_data.hpp"
#include "query/collide/body_box.hpp"
#include "query/distance/distance_search.hpp"
#include "query/probe/point_location.hpp"

#include <algorithm>
#include <optional>
#include <vector>

namespace allide::query {
namespace {

// The parts of a shape at their poses, and their boxes in the world.
struct PlacedParts {
    std::vector<Element> elements;
    std::vector<Box> boxes;

    PlacedParts(const ShapeSide& side, double more) {
        const std::uint32_t count = count_of(side.shape);
        elements.reserve(count);
        for (std::uint32_t i = 0; i < count; ++i) {
            elements.push_back(element_of(side, i));
            boxes.push_back(box_around(elements.back().placed(), more));
        }
    }
};

bool tell(const PairVisitor& visit, const ShapeContact& pair, BodyVerdict verdict) {
    return verdict == BodyVerdict::no || visit(pair, verdict);
}

// Numbers of boxes in ascending order of their lower ends along x.
std::vector<std::uint32_t> by_lower_end(const std::vector<Box>& boxes) {
    std::vector<std::uint32_t> order(boxes.size());
    for (std::uint32_t i = 0; i < order.size(); ++i) order[i] = i;
    std::sort(order.begin(), order.end(), [&](std::uint32_t i, std::uint32_t j) {
        return boxes[i].lo.x != boxes[j].lo.x ? boxes[i].lo.x < boxes[j].lo.x : i < j;
    });
    return order;
}

// Sweeps along x and calls meet(i, j) for every pair of overlapping boxes, one of each list, until it returns
// false.
template <typename Meet>
bool sweep(const std::vector<Box>& a, const std::vector<Box>& b, const Meet& meet) {
    const std::vector<std::uint32_t> order_a = by_lower_end(a), order_b = by_lower_end(b);
    // Finds the pairs in which the box of `second` begins after that of `first` or, if `ties`, at the same x.
    const auto later = [&](const std::vector<Box>& first, const std::vector<std::uint32_t>& firsts,
                           const std::vector<Box>& second, const std::vector<std::uint32_t>& seconds,
                           bool ties, const auto& found) {
        std::size_t next = 0;
        for (const std::uint32_t i : firsts) {
            const double from = first[i].lo.x, to = first[i].hi.x;
            while (next < seconds.size() &&
                   (second[seconds[next]].lo.x < from || (!ties && second[seconds[next]].lo.x == from)))
                ++next;
            for (std::size_t k = next; k < seconds.size() && second[seconds[k]].lo.x <= to; ++k)
                if (first[i].overlaps(second[seconds[k]]) && !found(i, seconds[k])) return false;
        }
        return true;
    };
    return later(a, order_a, b, order_b, true, [&](auto i, auto j) { return meet(i, j); }) &&
           later(b, order_b, a, order_a, false, [&](auto j, auto i) { return meet(i, j); });
}

bool visit_parts_and_parts(const ShapeSide& a, const ShapeSide& b, double clearance,
                           const PairVisitor& visit) {
    const PlacedParts parts_a(a, clearance), parts_b(b, 0);
    return sweep(parts_a.boxes, parts_b.boxes, [&](std::uint32_t i, std::uint32_t j) {
        return tell(visit, {i, j},
                    verdict_within(parts_a.elements[i].placed(), parts_b.elements[j].placed(), clearance));
    });
}

bool visit_parts_and_tree(const ShapeSide& a, const ShapeSide& b, double clearance,
                          const PairVisitor& visit) {
    const Placed model = b.model();
    const std::uint32_t count = count_of(a.shape);
    for (std::uint32_t i = 0; i < count; ++i) {
        const Element part = element_of(a, i);
        const Box box = box_around(part.placed(), sum_of(clearance, reach_of(b.shape), 0).sum);
        for (const std::uint32_t j : triangles_in(model, box)) {
            const Element other = element_of(b, j);
            if (!tell(visit, {i, j}, verdict_within(part.placed(), other.placed(), clearance))) return false;
        }
    }
    return true;
}

bool visit_tree_and_tree(const ShapeSide& a, const ShapeSide& b, double clearance, const PairVisitor& visit) {
    const LengthSum limit = sum_of(reach_of(a.shape), reach_of(b.shape), clearance);
    const bool exact = limit.exact && a.shape.kind != ShapeKind::cells && b.shape.kind != ShapeKind::cells;
    const std::vector<Contact> pairs = limit.sum == 0 ? contacts(a.model(), b.model()).pairs
                                                      : pairs_within(a.model(), b.model(), limit.sum).pairs;
    for (const Contact& pair : pairs) {
        const ShapeContact contact{pair.triangle_a, pair.triangle_b};
        if (exact) {
            if (!visit(contact, BodyVerdict::yes)) return false;
            continue;
        }
        const Element x = element_of(a, contact.element_a), y = element_of(b, contact.element_b);
        if (!tell(visit, contact, verdict_within(x.placed(), y.placed(), clearance))) return false;
    }
    return true;
}

// Any pair of triangles at most `limit` apart.
std::optional<ShapeContact> any_within(const ShapeSide& a, const ShapeSide& b, double limit) {
    const Placed x = a.model(), y = b.model();
    const auto found = search_distances(DistanceQuery(x, y), traverse::NearGoal::any_within(limit), {}).kept;
    if (found.empty()) return std::nullopt;
    return ShapeContact{found.front().a, found.front().b};
}

BodyVerdict verdict_of_flats(const ShapeSide& a, const ShapeSide& b, double clearance) {
    // A plane is the intersection of two half-spaces. Two planes or half-spaces are disjoint if and only if a
    // half-space of one and a half-space of the other are.
    BodyVerdict verdict = BodyVerdict::yes;
    for (const CompoundPart& half : a.shape.parts) {
        const BodyVerdict one = verdict_within_flat(half.body.at(a.pose), b, clearance);
        if (one == BodyVerdict::no) return BodyVerdict::no;
        if (one != BodyVerdict::yes) verdict = one;
    }
    return verdict;
}

bool visit_with_flat(const ShapeSide& a, const ShapeSide& flat, double clearance, const PairVisitor& visit) {
    if (structure_of(a.shape) == Structure::flat)
        return tell(visit, {0, 0}, verdict_of_flats(a, flat, clearance));
    const std::uint32_t count = count_of(a.shape);
    for (std::uint32_t i = 0; i < count; ++i) {
        const Element element = element_of(a, i);
        if (!tell(visit, {i, 0}, verdict_within_flat(element.placed(), flat, clearance))) return false;
    }
    return true;
}

// A point of an element, in the frame of its pose.
Vec3 point_of(const Element& element) {
    const auto vertices = element.body.vertices();
    return vertices.empty() ? Vec3{} : vertices[0];
}

}  // namespace

std::optional<ShapeContact> surely_near_pair(const ShapeSide& a, const ShapeSide& b, double clearance) {
    if (structure_of(a.shape) != Structure::tree || structure_of(b.shape) != Structure::tree)
        return std::nullopt;
    const auto radius = [](const detail::ShapeData& shape) {
        return shape.kind == ShapeKind::cells ? shape.inner : shape.radius;
    };
    const double limit = (radius(a.shape) + radius(b.shape) + clearance) * (1 - 0x1p-51);
    return any_within(a, b, limit);
}

bool visit_near_pairs(const ShapeSide& a, const ShapeSide& b, double clearance, const PairVisitor& visit) {
    const Structure of_a = structure_of(a.shape), of_b = structure_of(b.shape);
    if (of_a > of_b)
        return visit_near_pairs(b, a, clearance, [&](const ShapeContact& pair, BodyVerdict verdict) {
            return visit({pair.element_b, pair.element_a}, verdict);
        });
    if (of_b == Structure::flat) return visit_with_flat(a, b, clearance, visit);
    if (of_a == Structure::tree) return visit_tree_and_tree(a, b, clearance, visit);
    if (of_b == Structure::tree) return visit_parts_and_tree(a, b, clearance, visit);
    return visit_parts_and_parts(a, b, clearance, visit);
}

bool visit_contained(const ShapeSide& solid, const ShapeSide& inner, Contained which,
                     const std::function<bool(std::uint32_t)>& visit) {
    const bool is_mesh = solid.shape.kind == ShapeKind::mesh || solid.shape.kind == ShapeKind::height_field;
    if (!solid.shape.solid || !is_mesh || structure_of(inner.shape) == Structure::flat) return true;
    const Placed model = solid.model();
    const auto is_inside = [&](const Vec3& point, const Pose& pose) {
        return locate_vertex(point, pose, model) == PointLocation::inside;
    };
    const bool by_shell = which == Contained::each_shell && (inner.shape.kind == ShapeKind::mesh ||
                                                             inner.shape.kind == ShapeKind::height_field);
    if (!by_shell) {
        const std::uint32_t count = count_of(inner.shape);
        for (std::uint32_t i = 0; i < count; ++i) {
            const Element element = element_of(inner, i);
            if (is_inside(point_of(element), element.pose) && !visit(i)) return false;
        }
        return true;
    }
    const Mesh& mesh = inner.shape.model.mesh();
    for (const std::uint32_t vertex : data_of(inner.shape.model).surface().shells)
        if (is_inside(mesh.vertices()[vertex], inner.pose)) {
            const auto triangles = mesh.triangles();
            const auto uses = std::find_if(triangles.begin(), triangles.end(), [&](const TriangleIndices& t) {
                return std::find(t.begin(), t.end(), vertex) != t.end();
            });
            if (!visit(static_cast<std::uint32_t>(uses - triangles.begin()))) return false;
        }
    return true;
}

}  // namespace allide::query
