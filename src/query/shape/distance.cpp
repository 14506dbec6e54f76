// The distance of two shapes.
#include "base/float_environment.hpp"
#include "base/infinity.hpp"
#include "convex/body/body_data.hpp"
#include "query/collide/body_box.hpp"
#include "query/collide/query_memory.hpp"
#include "query/shape/near_pairs.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace allide {
namespace {

using query::count_of;
using query::Element;
using query::element_of;
using query::reach_of;
using query::ShapeSide;
using query::Structure;
using query::structure_of;

using base::infinity;

// The smallest distance so far, and a lower bound of all distances that were measured.
class Closest {
  public:
    // Returns the upper bound of the given distance.
    double offer(const BodyDistance& distance, const ShapeContact& pair) {
        lower_ = std::min(lower_, distance.lower);
        if (distance.upper < best_.upper || best_.upper == infinity) {
            best_.value = distance.value;
            best_.upper = distance.upper;
            best_.point_a = distance.point_a;
            best_.point_b = distance.point_b;
            best_.closest = pair;
        }
        return distance.upper;
    }
    double upper() const { return best_.upper; }
    ShapeDistance result() const {
        ShapeDistance distance = best_;
        distance.lower = std::min(lower_, best_.upper);
        distance.value = std::clamp(distance.value, distance.lower, distance.upper);
        return distance;
    }

  private:
    ShapeDistance best_;
    double lower_ = infinity;
};

double measure(const Element& a, const Element& b, const ShapeContact& pair, Closest& closest) {
    return closest.offer(distance(a.placed(), b.placed()), pair);
}

// Lower bound of the distance of two boxes.
double gap_of(const Box& a, const Box& b) {
    const auto along = [](double lo_a, double hi_a, double lo_b, double hi_b) {
        return std::max({0.0, lo_b - hi_a, lo_a - hi_b});
    };
    const double x = along(a.lo.x, a.hi.x, b.lo.x, b.hi.x), y = along(a.lo.y, a.hi.y, b.lo.y, b.hi.y),
                 z = along(a.lo.z, a.hi.z, b.lo.z, b.hi.z);
    return std::hypot(x, y, z) * (1 - 0x1p-49);
}

void measure_parts(const ShapeSide& a, const ShapeSide& b, Closest& closest) {
    struct Candidate {
        double gap;
        ShapeContact pair;
    };
    std::vector<Element> of_a, of_b;
    std::vector<Box> box_a, box_b;
    const auto fill = [](const ShapeSide& side, std::vector<Element>& elements, std::vector<Box>& boxes) {
        for (std::uint32_t i = 0; i < count_of(side.shape); ++i) {
            elements.push_back(element_of(side, i));
            boxes.push_back(query::box_around(elements.back().placed(), 0));
        }
    };
    fill(a, of_a, box_a);
    fill(b, of_b, box_b);
    std::vector<Candidate> candidates;
    for (std::uint32_t i = 0; i < of_a.size(); ++i)
        for (std::uint32_t j = 0; j < of_b.size(); ++j)
            candidates.push_back({gap_of(box_a[i], box_b[j]), {i, j}});
    std::sort(candidates.begin(), candidates.end(), [](const Candidate& x, const Candidate& y) {
        return x.gap != y.gap ? x.gap < y.gap : x.pair < y.pair;
    });
    for (const auto& [gap, pair] : candidates) {
        if (gap > closest.upper() || closest.upper() == 0) break;
        measure(of_a[pair.element_a], of_b[pair.element_b], pair, closest);
    }
}

// A point of the element in the world, rounded.
Vec3 middle_of(const Element& element) {
    return element.pose.apply(data_of(element.body).middle);
}

void measure_parts_and_tree(const ShapeSide& a, const ShapeSide& b, Closest& closest) {
    const Placed model = b.model();
    for (std::uint32_t i = 0; i < count_of(a.shape); ++i) {
        const Element part = element_of(a, i);
        const auto offer = [&](std::uint32_t number) {
            measure(part, element_of(b, number), {i, number}, closest);
        };
        const Vec3 middle = middle_of(part);
        if (!(std::isfinite(middle.x) && std::isfinite(middle.y) && std::isfinite(middle.z))) continue;
        const auto start = nearest(model, middle);
        if (!start) return;
        offer(start->triangle);
        if (closest.upper() == 0) return;
        // If an element is closer than the smallest distance so far, its triangle meets the part's box
        // enlarged by that distance and by the elements' reach.
        const double reach = query::sum_of(closest.upper(), reach_of(b.shape), 0).sum;
        for (const std::uint32_t number : triangles_in(model, query::box_around(part.placed(), reach))) {
            if (closest.upper() == 0) return;
            if (number != start->triangle) offer(number);
        }
    }
}

void measure_trees(const ShapeSide& a, const ShapeSide& b, QueryCache* cache, Closest& closest) {
    const Placed x = a.model(), y = b.model();
    const Distance centers = cache != nullptr ? distance(x, y, *cache) : distance(x, y);
    if (!centers.closest) return;
    const ShapeContact first{centers.closest->triangle_a, centers.closest->triangle_b};
    const double reach_a = reach_of(a.shape), reach_b = reach_of(b.shape);
    if (reach_a == 0 && reach_b == 0) {
        closest.offer(
            {centers.value, centers.lower, centers.upper, centers.closest->point_a, centers.closest->point_b},
            first);
        return;
    }
    if (measure(element_of(a, first.element_a), element_of(b, first.element_b), first, closest) == 0) return;
    const double limit = query::sum_of(closest.upper(), reach_a, reach_b).sum;
    for (const Contact& pair : pairs_within(x, y, limit).pairs) {
        if (closest.upper() == 0) return;
        const ShapeContact next{pair.triangle_a, pair.triangle_b};
        if (next != first)
            measure(element_of(a, next.element_a), element_of(b, next.element_b), next, closest);
    }
}

// A plane is the intersection of two half-spaces; the distance of a body from it is the larger of the
// distances from these.
BodyDistance distance_to_flat(const PlacedBody& body, const ShapeSide& flat) {
    BodyDistance far;
    bool first = true;
    for (const CompoundPart& half : flat.shape.parts) {
        const BodyDistance one = distance(body, half.body.at(flat.pose));
        if (first || one.upper > far.upper) far = one;
        first = false;
    }
    return far;
}

void measure_flat(const ShapeSide& a, const ShapeSide& flat, Closest& closest) {
    if (structure_of(a.shape) == Structure::flat) {
        // The largest distance of a half-space of one shape from a half-space of the other.
        BodyDistance far;
        bool first = true;
        for (const CompoundPart& half : a.shape.parts) {
            const BodyDistance one = distance_to_flat(half.body.at(a.pose), flat);
            if (first || one.upper > far.upper) far = one;
            first = false;
        }
        closest.offer(far, {});
        return;
    }
    for (std::uint32_t i = 0; i < count_of(a.shape) && closest.upper() > 0; ++i) {
        const Element element = element_of(a, i);
        closest.offer(distance_to_flat(element.placed(), flat), {i, 0});
    }
}

ShapeDistance swapped(ShapeDistance distance) {
    std::swap(distance.point_a, distance.point_b);
    std::swap(distance.closest.element_a, distance.closest.element_b);
    return distance;
}

// The distance of the shapes' elements, where solid meshes count as surfaces: what they contain is not at
// distance 0.
ShapeDistance distance_of_elements(const ShapeSide& a, const ShapeSide& b, QueryCache* cache) {
    const Structure of_a = structure_of(a.shape), of_b = structure_of(b.shape);
    if (of_a > of_b) return swapped(distance_of_elements(b, a, nullptr));
    Closest closest;
    if (of_b == Structure::flat)
        measure_flat(a, b, closest);
    else if (of_a == Structure::tree)
        measure_trees(a, b, cache, closest);
    else if (of_b == Structure::tree)
        measure_parts_and_tree(a, b, closest);
    else
        measure_parts(a, b, closest);
    return closest.result();
}

// Distance 0 if one shape is a solid mesh that contains elements of the other, with a point of such an
// element; otherwise empty.
std::optional<ShapeDistance> contact_inside(const ShapeSide& a, const ShapeSide& b) {
    std::optional<ShapeDistance> found;
    const auto find = [&](const ShapeSide& solid, const ShapeSide& inner, bool swap) {
        query::visit_contained(solid, inner, query::Contained::each_shell, [&](std::uint32_t number) {
            const Element element = element_of(inner, number);
            const auto vertices = element.body.vertices();
            const Vec3 point = element.pose.apply(vertices.empty() ? Vec3{} : vertices[0]);
            const ShapeContact pair{ShapeContact::inside, number};
            found = ShapeDistance{0, 0, 0, point, point, pair};
            if (swap) found = swapped(*found);
            return false;
        });
    };
    find(a, b, false);
    if (!found) find(b, a, true);
    return found;
}

ShapeDistance answer(const PlacedShape& a, const PlacedShape& b, QueryCache* cache) {
    const base::DefaultFloatEnvironment environment;
    const ShapeSide x(a), y(b);
    if (x.shape.kind == ShapeKind::body && y.shape.kind == ShapeKind::body) {
        const PlacedBody p = x.shape.parts[0].body.at(x.pose), q = y.shape.parts[0].body.at(y.pose);
        const BodyDistance d = cache != nullptr ? distance(p, q, *cache) : distance(p, q);
        return {d.value, d.lower, d.upper, d.point_a, d.point_b, {}};
    }
    ShapeDistance distance = distance_of_elements(x, y, cache);
    if (distance.upper == 0) return distance;
    if (const auto inside = contact_inside(x, y)) return *inside;
    return distance;
}

}  // namespace

ShapeDistance distance(const PlacedShape& a, const PlacedShape& b) {
    return answer(a, b, nullptr);
}

ShapeDistance distance(const PlacedShape& a, const PlacedShape& b, QueryCache& cache) {
    return answer(a, b, &cache);
}

}  // namespace allide
