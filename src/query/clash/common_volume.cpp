#include "query/clash/common_volume.hpp"

#include "base/cancel.hpp"
#include "kernel/pose/vec.hpp"
#include "query/clash/height_integral.hpp"
#include "query/clash/seen_part.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <span>
#include <utility>
#include <vector>

namespace allide::query {
namespace {

// Bounds of a volume in the cube of the frame's unit.
struct VolumeBounds {
    double lower = 0, upper = 0;
};

// A sum of integrals, and what bounds its error.
class IntegralSum {
  public:
    void add(double term, double diameter) {
        sum_ += term;
        magnitude_ += std::abs(term);
        diameters_ += diameter;
    }
    double value() const { return sum_; }
    // `triangles` is the number of triangles whose integrals are summed, `area` the area of their surfaces.
    double error(double coordinate_error, double thickness, double area, std::size_t triangles) const {
        return coordinate_error * (diameters_ * thickness + area) +
               0x1p-50 * (8 + static_cast<double>(triangles)) * magnitude_;
    }

  private:
    double sum_ = 0, magnitude_ = 0, diameters_ = 0;
};

// The volume of the intersection of two parts. A part is one solid, or several components that are solids; a
// point in an even number of components is outside.
class VolumeOfPair {
  public:
    VolumeOfPair(const PartView& view, const SeenPart& a, const SeenPart& b) : view_(view), a_(a), b_(b) {}

    // With p the number of components at a point, modulo 2, and n, e and t the numbers of components, pairs
    // and triples of them, p lies between n − 2e and n − 2e + 4t. The sums over n and e are computed, those
    // over t are bounded.
    struct Result {
        VolumeBounds bounds;
        bool depends_on_triples = false;  // sums that are only bounded make the bounds wide
    };
    Result result() const {
        VolumeBounds all = counted();
        const double limit = all.upper * 1e-7;
        const Overlaps in_a = overlaps(a_, b_, limit), in_b = overlaps(b_, a_, limit);
        all.lower -= 2 * (in_a.pairs.upper + in_b.pairs.upper);
        all.upper -= 2 * (in_a.pairs.lower + in_b.pairs.lower);
        double below = 0, above = 4 * (in_a.triples + in_b.triples);
        if (!in_a.each.empty() && !in_b.each.empty()) {
            below = 4 * static_cast<double>(a_.components.size()) * in_b.triples;
            for (const Overlap& one : in_a.each)
                for (const Overlap& other : in_b.each)
                    above += 4 * std::min({one.upper, other.upper, one.box.common_with(other.box).volume()});
        }
        all = {all.lower - below, all.upper + above};
        const double most = view_.common().volume();
        return {{std::clamp(all.lower, 0.0, most), std::clamp(all.upper, 0.0, most)},
                below + above > 1e-3 * all.upper};
    }

  private:
    // Two components of one part, as far as they can meet in the common box.
    struct Overlap {
        std::uint32_t one, other;
        SeenBox box;
        double upper;  // bounds the volume that they share with the other part
    };
    struct Overlaps {
        std::vector<Overlap> each;
        VolumeBounds pairs;  // the sum of the volumes that two components share with the other part
        double triples = 0;  // upper bound of that sum for three components
    };

    // The volume in which a component of each part overlaps, summed over all pairs of components.
    VolumeBounds counted() const {
        const SeenBox& box = view_.common();
        const double ground = std::hypot(box.x.length(), box.y.length());
        IntegralSum sum;
        const base::CancelCheck check_cancelled;
        for (const SeenTriangle& s : a_.triangles) {
            check_cancelled();
            for (const SeenTriangle& t : b_.triangles) {
                if (!s.x.meets(t.x) || !s.y.meets(t.y)) continue;
                const std::array<const SeenTriangle*, 2> both{&s, &t};
                sum.add(s.sign * t.sign * integral_of_smallest(projection_of(s).within(t), both, box.z),
                        std::min({s.diameter, t.diameter, ground}));
            }
        }
        const double count_a = static_cast<double>(a_.triangles.size()),
                     count_b = static_cast<double>(b_.triangles.size());
        // If the side is wrong in an area of one part, the other part is counted wrongly below or above this
        // area.
        const double both = std::min(a_.doubtful * count_b, b_.doubtful * count_a);
        const double doubt = box.z.length() * (2 * a_.doubtful * b_.components_in(box) +
                                               2 * b_.doubtful * a_.components_in(box) + 4 * both);
        const double error = doubt + sum.error(32 * view_.frame().error(), box.z.length(), a_.area + b_.area,
                                               a_.triangles.size() + b_.triangles.size());
        return {sum.value() - error, sum.value() + error};
    }

    // Finds where components of a part overlap each other in another part. Volumes below `limit` in total are
    // not computed.
    Overlaps overlaps(const SeenPart& part, const SeenPart& other, double limit) const {
        Overlaps out;
        const auto count = static_cast<std::uint32_t>(part.components.size());
        for (std::uint32_t i = 0; i < count; ++i)
            for (std::uint32_t j = i + 1; j < count; ++j) {
                const SeenBox box =
                    part.components[i].common_with(part.components[j]).common_with(view_.common());
                if (!box.is_empty()) out.each.push_back({i, j, box, 0});
            }
        const double share = limit / static_cast<double>(std::max<std::size_t>(out.each.size(), 1));
        for (Overlap& one : out.each) {
            VolumeBounds shared{0, one.box.volume() * other.components_in(one.box)};
            if (shared.upper > share) shared = shared_by(part, one, other, shared.upper);
            one.upper = shared.upper;
            out.pairs.lower += shared.lower;
            out.pairs.upper += shared.upper;
        }
        out.triples = bound_of_triples(part, out.each, other);
        return out;
    }

    // A triple of components is in each of its three pairs. `each` is sorted.
    static double bound_of_triples(const SeenPart& part, std::span<const Overlap> each,
                                   const SeenPart& other) {
        const auto upper_of = [&](std::uint32_t one, std::uint32_t two) {
            const auto at = std::lower_bound(each.begin(), each.end(), std::pair(one, two),
                                             [](const Overlap& overlap, const auto& pair) {
                                                 return std::pair(overlap.one, overlap.other) < pair;
                                             });
            return at != each.end() && at->one == one && at->other == two ? at->upper : 0.0;
        };
        double sum = 0;
        for (const Overlap& pair : each)
            for (auto k = pair.other + 1; k < part.components.size(); ++k) {
                const double least = std::min({pair.upper, upper_of(pair.one, k), upper_of(pair.other, k)});
                if (least == 0) continue;
                const SeenBox box = pair.box.common_with(part.components[k]);
                sum += std::min(least, box.volume() * other.components_in(box));
            }
        return sum;
    }

    // Bounds of the volume that two components of a part share with another part. The triangles that are not
    // above their common box add nothing.
    VolumeBounds shared_by(const SeenPart& part, const Overlap& overlap, const SeenPart& other,
                           double most) const {
        std::vector<const SeenTriangle*> in_one, in_two, in_other;
        const auto is_above = [&](const SeenTriangle& t) {
            return t.x.meets(overlap.box.x) && t.y.meets(overlap.box.y) && t.z.high > overlap.box.z.low;
        };
        for (std::size_t i = 0; i < part.triangles.size(); ++i) {
            const std::uint32_t component = part.component_of[i];
            if ((component != overlap.one && component != overlap.other) || !is_above(part.triangles[i]))
                continue;
            (component == overlap.one ? in_one : in_two).push_back(&part.triangles[i]);
        }
        for (const SeenTriangle& t : other.triangles)
            if (is_above(t)) in_other.push_back(&t);
        const double ground = std::hypot(overlap.box.x.length(), overlap.box.y.length());
        IntegralSum sum;
        const base::CancelCheck check_cancelled;
        for (const SeenTriangle* s : in_one)
            for (const SeenTriangle* t : in_two) {
                check_cancelled();
                if (!s->x.meets(t->x) || !s->y.meets(t->y)) continue;
                const GroundPolygon both = projection_of(*s).within(*t);
                if (both.size() < 3) continue;
                for (const SeenTriangle* u : in_other) {
                    if (!u->x.meets(s->x) || !u->y.meets(s->y) || !u->x.meets(t->x) || !u->y.meets(t->y))
                        continue;
                    const std::array<const SeenTriangle*, 3> all{s, t, u};
                    sum.add(s->sign * t->sign * u->sign *
                                integral_of_smallest(both.within(*u), all, overlap.box.z),
                            std::min({s->diameter, t->diameter, u->diameter, ground}));
                }
            }
        const double thickness = overlap.box.z.length();
        const std::size_t count = in_one.size() + in_two.size() + in_other.size();
        const double most_here = static_cast<double>(std::max(in_one.size(), in_two.size())),
                     both = std::min(part.doubtful * static_cast<double>(in_other.size()),
                                     other.doubtful * most_here);
        const double doubt =
            thickness * (part.doubtful * (2 + 4 * most_here) * other.components_in(overlap.box) +
                         2 * other.doubtful + 8 * both * (1 + most_here));
        const double error =
            doubt + sum.error(64 * view_.frame().error(), thickness, 2 * (part.area + other.area), count);
        return {std::clamp(sum.value() - error, 0.0, most), std::clamp(sum.value() + error, 0.0, most)};
    }

    const PartView& view_;
    const SeenPart &a_, &b_;
};

// A small surface is cut along all its intersections. Components of a larger one are cut by themselves: often
// they intersect each other along many triangles, but in a small volume.
SurfaceScope best_scope(const ClashPart& part) {
    return part.model.mesh().triangles().size() <= SolidPieces::small_surface ? SurfaceScope::whole
                                                                              : SurfaceScope::by_component;
}

VolumeBounds volume_bounds(const PartView& view, const ClashPart& a, const ClashPart& b) {
    const auto result_of = [&](const SeenPart& in_a, const SeenPart& in_b) {
        if (in_a.certain && in_b.certain) return VolumeOfPair(view, in_a, in_b).result();
        return VolumeOfPair::Result{{0, view.common().volume()}};
    };
    SeenPart in_a = view.see(a, best_scope(a)), in_b = view.see(b, best_scope(b));
    const VolumeOfPair::Result first = result_of(in_a, in_b);
    if (!first.depends_on_triples) return first.bounds;
    if (!in_a.components.empty()) in_a = view.see(a, SurfaceScope::whole);
    if (!in_b.components.empty()) in_b = view.see(b, SurfaceScope::whole);
    const VolumeBounds second = result_of(in_a, in_b).bounds;
    return {std::max(first.bounds.lower, second.lower), std::min(first.bounds.upper, second.upper)};
}

}  // namespace

CommonVolume common_volume(const ClashPart& a, const Box& box_a, const ClashPart& b, const Box& box_b,
                           const OverlapFrame& frame) {
    const Box in_a = frame.from_world(box_a), in_b = frame.from_world(box_b);
    const double pad = 2 * frame.error();
    const Box common{{std::max(in_a.lo.x, in_b.lo.x) - pad, std::max(in_a.lo.y, in_b.lo.y) - pad,
                      std::max(in_a.lo.z, in_b.lo.z) - pad},
                     {std::min(in_a.hi.x, in_b.hi.x) + pad, std::min(in_a.hi.y, in_b.hi.y) + pad,
                      std::min(in_a.hi.z, in_b.hi.z) + pad}};
    // The volumes are computed first. That finds on which side of every triangle the solid is, and see() and
    // the other pairs of each part use these results.
    const double smaller = std::min(a.surface().volume(), b.surface().volume());
    const VolumeBounds bounds = volume_bounds(PartView(frame, common), a, b);
    const int exponent = 3 * frame.exponent();
    CommonVolume out{kernel::scaled_down(bounds.lower, exponent), kernel::scaled_up(bounds.upper, exponent),
                     0};
    if (smaller > 0 && smaller < std::numeric_limits<double>::infinity())
        out.fraction = std::min(1.0, (out.lower / smaller + out.upper / smaller) / 2);
    return out;
}

}  // namespace allide::query
