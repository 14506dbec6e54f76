#include "query/manifold/manifold_points.hpp"

#include "base/infinity.hpp"
#include "kernel/pose/vec.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace allide::query {
namespace {

using kernel::cross;
using kernel::dot;
using kernel::operator-;
using kernel::operator+;
using kernel::operator*;

struct Flat {
    double x = 0, y = 0;
};
double cross_of(const Flat& a, const Flat& b) {
    return a.x * b.y - a.y * b.x;
}
Flat operator-(const Flat& a, const Flat& b) {
    return {a.x - b.x, a.y - b.y};
}

enum class Source : std::uint64_t { corner_a = 0, corner_b = 1, crossing = 2, witness = 3 };

std::uint64_t feature_number(Source source, std::uint64_t of_a, std::uint64_t of_b) {
    return static_cast<std::uint64_t>(source) << 62 | (of_a & 0x7fffffff) << 31 | (of_b & 0x7fffffff);
}

// A feature projected along the normal onto a plane.
class FlatFeature {
  public:
    FlatFeature(const SupportFeature& feature, const TangentPlane& plane, const Vec3& normal,
                const Vec3& origin)
        : feature_(feature), normal_(normal) {
        for (const FeatureCorner& c : feature.corners) {
            const Vec3 arm = c.point - origin;
            at_.push_back({dot(arm, plane.u), dot(arm, plane.v)});
            height_.push_back(dot(arm, normal));
        }
        // Both features are traversed counter-clockwise seen along the normal.
        double area = 0;
        for (std::size_t i = 0; i < size(); ++i) area += cross_of(at_[i], at_[(i + 1) % size()]);
        if (area < 0) {
            std::reverse(at_.begin(), at_.end());
            std::reverse(height_.begin(), height_.end());
            is_reversed_ = true;
        }
        fit_plane();
    }

    std::size_t size() const { return at_.size(); }
    const Flat& at(std::size_t i) const { return at_[i]; }
    std::uint32_t number(std::size_t i) const {
        return feature_.corners[is_reversed_ ? size() - 1 - i : i].number;
    }
    double height(const Flat& p) const {
        return base_ + slope_x_ * (p.x - at_[0].x) + slope_y_ * (p.y - at_[0].y);
    }

  private:
    // Prepares the interpolation of heights: along a segment, or on the largest triangle of a polygon.
    void fit_plane() {
        if (at_.empty()) return;
        base_ = height_[0];
        if (size() == 2) {
            const Flat d = at_[1] - at_[0];
            const double squared = d.x * d.x + d.y * d.y, rise = height_[1] - height_[0];
            if (squared > 0) {
                slope_x_ = rise * d.x / squared;
                slope_y_ = rise * d.y / squared;
            }
            return;
        }
        double largest = 0;
        for (std::size_t i = 1; i + 1 < size(); ++i) {
            for (std::size_t j = i + 1; j < size(); ++j) {
                const Flat d = at_[i] - at_[0], e = at_[j] - at_[0];
                const double area = cross_of(d, e);
                if (!(area > largest)) continue;
                largest = area;
                const double p = height_[i] - height_[0], q = height_[j] - height_[0];
                slope_x_ = (p * e.y - q * d.y) / area;
                slope_y_ = (q * d.x - p * e.x) / area;
            }
        }
    }

    const SupportFeature& feature_;
    Vec3 normal_;
    std::vector<Flat> at_;
    std::vector<double> height_;
    bool is_reversed_ = false;
    double base_ = 0, slope_x_ = 0, slope_y_ = 0;
};

struct ClippedCorner {
    Flat at;
    std::uint64_t feature = 0;
    std::uint64_t edge = 0;  // number of the polygon's edge that starts at this corner
};

// Cuts the subject, a polygon or a segment, at the edges of the clipping polygon (Sutherland and Hodgman).
std::vector<ClippedCorner> clipped(const FlatFeature& subject, const FlatFeature& by, bool subject_is_a) {
    const auto feature_of = [&](Source source, std::uint64_t own, std::uint64_t other) {
        return subject_is_a ? feature_number(source, own, other) : feature_number(source, other, own);
    };
    std::vector<ClippedCorner> rest;
    for (std::size_t i = 0; i < subject.size(); ++i)
        rest.push_back({subject.at(i),
                        feature_of(subject_is_a ? Source::corner_a : Source::corner_b, subject.number(i), 0),
                        subject.number(i)});
    const bool is_ring = subject.size() > 2;
    for (std::size_t k = 0; k < by.size() && !rest.empty(); ++k) {
        const Flat &from = by.at(k), along = by.at((k + 1) % by.size()) - from;
        const std::uint64_t cutter = by.number(k);
        std::vector<ClippedCorner> next;
        const auto side = [&](const ClippedCorner& c) { return cross_of(along, c.at - from); };
        const std::size_t edges = is_ring ? rest.size() : rest.size() - 1;
        if (!is_ring && side(rest[0]) >= 0) next.push_back(rest[0]);
        for (std::size_t i = 0; i < edges; ++i) {
            const ClippedCorner &p = rest[i], &q = rest[(i + 1) % rest.size()];
            const double sp = side(p), sq = side(q);
            if ((sp < 0) != (sq < 0)) {
                const double share = sp / (sp - sq);
                const bool leaves = sq < 0;
                next.push_back({{p.at.x + share * (q.at.x - p.at.x), p.at.y + share * (q.at.y - p.at.y)},
                                feature_of(Source::crossing, p.edge, cutter),
                                leaves ? cutter | std::uint64_t{1} << 30 : p.edge});
            }
            if (sq >= 0) next.push_back(q);
        }
        // The corners of a closed polygon now start with the end of the first edge; their cyclic order is
        // unchanged.
        rest = std::move(next);
    }
    return rest;
}

ManifoldPoint point_at(const FlatFeature& a, const FlatFeature& b, const SupportFeature& of_a,
                       const SupportFeature& of_b, const TangentPlane& plane, const Vec3& normal,
                       const Vec3& origin, const Flat& at, std::uint64_t feature) {
    const Vec3 base = origin + at.x * plane.u + at.y * plane.v;
    ManifoldPoint out;
    const double ha = a.height(at), hb = b.height(at);
    out.point_a = base + ha * normal;
    out.point_b = base + hb * normal;
    out.depth = hb - ha;
    out.triangle_a = of_a.face;
    out.triangle_b = of_b.face;
    out.feature = feature;
    return out;
}

// The point in which two segments cross, seen along the normal; empty if they do not cross.
std::vector<ClippedCorner> crossing_of(const FlatFeature& a, const FlatFeature& b) {
    const Flat d = a.at(1) - a.at(0), e = b.at(1) - b.at(0), apart = b.at(0) - a.at(0);
    const double sine = cross_of(d, e), la = d.x * d.x + d.y * d.y, lb = e.x * e.x + e.y * e.y;
    if (std::abs(sine) > 1e-3 * std::sqrt(la * lb)) {
        const double s = cross_of(apart, e) / sine, t = cross_of(apart, d) / sine;
        if (!(s >= -1e-9 && s <= 1 + 1e-9 && t >= -1e-9 && t <= 1 + 1e-9)) return {};
        return {{{a.at(0).x + s * d.x, a.at(0).y + s * d.y},
                 feature_number(Source::crossing, a.number(0), b.number(0)),
                 0}};
    }
    // The segments are nearly parallel, so the result is the part of `a` that lies opposite `b`.
    if (!(la > 0)) return {};
    const auto place = [&](const Flat& p) {
        const Flat arm = p - a.at(0);
        return (arm.x * d.x + arm.y * d.y) / la;
    };
    double first = place(b.at(0)), last = place(b.at(1));
    std::size_t low = 0, high = 1;
    if (first > last) {
        std::swap(first, last);
        std::swap(low, high);
    }
    if (first > 1 || last < 0) return {};
    const auto at = [&](double s) { return Flat{a.at(0).x + s * d.x, a.at(0).y + s * d.y}; };
    std::vector<ClippedCorner> out;
    out.push_back(first > 0 ? ClippedCorner{at(first), feature_number(Source::corner_b, 0, b.number(low)), 0}
                            : ClippedCorner{at(0), feature_number(Source::corner_a, a.number(0), 0), 0});
    if (std::min(last, 1.0) > std::max(first, 0.0))
        out.push_back(last < 1
                          ? ClippedCorner{at(last), feature_number(Source::corner_b, 0, b.number(high)), 0}
                          : ClippedCorner{at(1), feature_number(Source::corner_a, a.number(1), 0), 0});
    return out;
}

}  // namespace

std::vector<ManifoldPoint> overlap_of(const SupportFeature& a, const SupportFeature& b, const Vec3& normal) {
    const TangentPlane plane(normal);
    const Vec3 origin = a.corners.empty() ? b.corners[0].point : a.corners[0].point;
    const FlatFeature flat_a(a, plane, normal, origin), flat_b(b, plane, normal, origin);
    const std::size_t na = flat_a.size(), nb = flat_b.size();
    std::vector<ClippedCorner> corners;
    if (na == 0 || nb == 0) return {};
    if (na == 1 || nb == 1) {
        // One feature is a point: it is paired with the opposite point of the other feature.
        const Flat at = na == 1 ? flat_a.at(0) : flat_b.at(0);
        corners.push_back({at,
                           na == 1 ? feature_number(Source::corner_a, flat_a.number(0), 0)
                                   : feature_number(Source::corner_b, 0, flat_b.number(0)),
                           0});
    } else if (na == 2 && nb == 2) {
        corners = crossing_of(flat_a, flat_b);
    } else if (na == 2) {
        corners = clipped(flat_a, flat_b, true);
    } else if (nb == 2) {
        corners = clipped(flat_b, flat_a, false);
    } else {
        // Clips the polygon of a by that of b. A corner of the result is named by a corner of a or by the two
        // edges that meet in it, also where it is a corner of b.
        corners = clipped(flat_a, flat_b, true);
    }
    std::vector<ManifoldPoint> out;
    for (const ClippedCorner& c : corners)
        out.push_back(point_at(flat_a, flat_b, a, b, plane, normal, origin, c.at, c.feature));
    return out;
}

void keep_best(std::vector<ManifoldPoint>& points, std::size_t count, const Vec3& normal) {
    if (points.empty()) return;
    double size = 0;
    for (const ManifoldPoint& p : points) {
        const Vec3 arm = p.point_b - points[0].point_b;
        size = std::max(size, std::sqrt(dot(arm, arm)));
        size = std::max(size, std::abs(p.depth));
    }
    const double noise = 1e-9 * size;
    std::vector<ManifoldPoint> kept;
    // Moves the point with the largest score to `kept`; scores closer than `least` count as equal.
    const auto take = [&](const auto& score, double least) {
        double most = -base::infinity;
        for (const ManifoldPoint& p : points) most = std::max(most, score(p));
        std::size_t best = points.size();
        for (std::size_t i = 0; i < points.size(); ++i)
            if (score(points[i]) >= most - least &&
                (best == points.size() || points[i].feature < points[best].feature))
                best = i;
        kept.push_back(points[best]);
        points.erase(points.begin() + static_cast<std::ptrdiff_t>(best));
    };
    const auto area = [&](const ManifoldPoint& p, const ManifoldPoint& q, const ManifoldPoint& r) {
        return dot(normal, cross(q.point_b - p.point_b, r.point_b - p.point_b));
    };
    const auto gap = [](const ManifoldPoint& p, const ManifoldPoint& q) {
        const Vec3 arm = p.point_b - q.point_b;
        return std::sqrt(dot(arm, arm));
    };
    take([](const ManifoldPoint& p) { return p.depth; }, noise);
    while (!points.empty() && kept.size() < count) {
        if (kept.size() == 1)
            take([&](const ManifoldPoint& p) { return gap(p, kept[0]); }, noise);
        else if (kept.size() == 2)
            take([&](const ManifoldPoint& p) { return std::abs(area(kept[0], kept[1], p)); }, noise * size);
        else if (kept.size() == 3)
            take(
                [&](const ManifoldPoint& p) {
                    // The area that the point adds to the triangle of the first three points.
                    const double turn = area(kept[0], kept[1], kept[2]) < 0 ? -1 : 1;
                    return std::max({-turn * area(kept[0], kept[1], p), -turn * area(kept[1], kept[2], p),
                                     -turn * area(kept[2], kept[0], p)});
                },
                noise * size);
        else
            take(
                [&](const ManifoldPoint& p) {
                    double least = base::infinity;
                    for (const ManifoldPoint& k : kept) least = std::min(least, gap(p, k));
                    return least;
                },
                noise);
    }
    points = std::move(kept);
}

}  // namespace allide::query
