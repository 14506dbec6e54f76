// Contact manifolds of convex bodies, and of a body and a mesh.
#include "base/float_environment.hpp"
#include "base/joined_sets.hpp"
#include "base/precondition.hpp"
#include "convex/body/body_pair.hpp"
#include "kernel/pose/vec.hpp"
#include "model/model_data.hpp"
#include "query/manifold/manifold_points.hpp"
#include "query/moving_bodies/flat_directions.hpp"

#include <allide/manifold.hpp>
#include <allide/probe.hpp>

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

namespace allide {
namespace {

using kernel::cross;
using kernel::dot;
using kernel::operator-;
using kernel::operator+;
using kernel::operator*;
using query::SupportFeature;

void check(const ManifoldOptions& options) {
    base::expect(options.points >= 1, "a manifold has at least one point");
    base::expect(options.margin >= 0 && std::isfinite(options.margin),
                 "the margin of a manifold must be finite and not negative");
    base::expect(options.flush >= 0 && options.flush <= 0.1,
                 "the angle of flush faces must be from 0 to 0.1 radians");
}

bool is_half_space(const PlacedBody& body) {
    return data_of(body).kind == BodyKind::half_space;
}

Vec3 unit_or(const Vec3& v, const Vec3& other) {
    const double length = std::sqrt(dot(v, v));
    return length > 1e-150 && std::isfinite(length) ? (1 / length) * v : other;
}

// The gap between the bodies along `n`, from b to a: at most their distance, and equal to it for the best
// direction.
double gap_along(const convex::BodyPair& pair, const Vec3& n) {
    return -pair.support(-n).height - pair.radius_sum();
}

// Improves a direction that was computed from two close points and is therefore inexact. The direction
// perpendicular to the faces and edges on which they lie is exact up to rounding.
Vec3 refined(const PlacedBody& a, const PlacedBody& b, const Vec3& n) {
    if (is_half_space(a) || is_half_space(b)) return n;
    const convex::BodyPair pair(a, b);
    Vec3 best = n;
    double most = gap_along(pair, n);
    std::vector<Vec3> directions;
    for (const double part : {1e-3, 1e-6, 1e-9}) {
        directions.clear();
        query::add_flat_directions(a, -n, part * pair.scale(), directions);
        query::add_flat_directions(b, n, part * pair.scale(), directions);
        const Vec3 other = query::perpendicular_part(n, directions);
        if (other == Vec3{}) continue;
        if (const double gap = gap_along(pair, other); gap > most) {
            most = gap;
            best = other;
        }
    }
    return best;
}

// Bounds of the depth, the normal from b to a, and the closest or deepest points.
struct Meeting {
    double lower = 0, upper = 0;
    Vec3 normal, point_a, point_b;
};
std::optional<Meeting> meeting_of(const PlacedBody& a, const PlacedBody& b, double margin) {
    const BodyDistance apart = distance(a, b);
    if (apart.lower > margin) return std::nullopt;
    if (apart.lower > 0)
        return Meeting{-apart.upper, -apart.lower,
                       refined(a, b, unit_or(apart.point_a - apart.point_b, Vec3{0, 0, 1})), apart.point_a,
                       apart.point_b};
    if (overlap_solid(a, b).verdict == BodyVerdict::no) return std::nullopt;
    const BodyPenetration depth = penetration(a, b);
    return Meeting{depth.lower, depth.upper, depth.direction, depth.point_a, depth.point_b};
}

// Pairs each corner of a feature with its projection onto the plane of a half-space.
std::vector<ManifoldPoint> points_on_plane(const SupportFeature& feature, const PlacedBody& half,
                                           const Vec3& normal, bool feature_is_a) {
    const ConvexBody point = ConvexBody::sphere(0).value();
    const Vec3 out = feature_is_a ? normal : -normal;
    std::vector<ManifoldPoint> points;
    for (const query::FeatureCorner& corner : feature.corners) {
        const PlacedBody at = point.at(Pose::translation(corner.point));
        const BodyDistance apart = distance(at, half);
        const double height = apart.lower > 0 ? apart.value : -penetration(at, half).upper;
        ManifoldPoint p;
        const Vec3 on_plane = corner.point - height * out;
        p.point_a = feature_is_a ? corner.point : on_plane;
        p.point_b = feature_is_a ? on_plane : corner.point;
        p.depth = -height;
        (feature_is_a ? p.triangle_a : p.triangle_b) = feature.face;
        p.feature = (feature_is_a ? std::uint64_t{0} : std::uint64_t{1} << 62) |
                    std::uint64_t{corner.number} << (feature_is_a ? 31 : 0);
        points.push_back(p);
    }
    return points;
}

ContactManifold manifold_at(const PlacedBody& a, const PlacedBody& b, const Meeting& meeting,
                            const ManifoldOptions& options) {
    ContactManifold out{
        .normal = meeting.normal + Vec3{}, .depth_lower = meeting.lower, .depth_upper = meeting.upper};
    const SupportFeature of_a = query::support_feature(a, -meeting.normal, options.flush),
                         of_b = query::support_feature(b, meeting.normal, options.flush);
    if (of_a.is_plane && of_b.is_plane)
        out.points.clear();
    else if (of_b.is_plane)
        out.points = points_on_plane(of_a, b, meeting.normal, true);
    else if (of_a.is_plane)
        out.points = points_on_plane(of_b, a, meeting.normal, false);
    else
        out.points = query::overlap_of(of_a, of_b, meeting.normal);
    if (out.points.empty()) {
        // The overlap is empty: the features do not face each other, or rounding has separated them. The
        // closest points serve instead.
        ManifoldPoint p;
        p.point_a = meeting.point_a;
        p.point_b = meeting.point_b;
        p.depth = dot(p.point_b - p.point_a, meeting.normal);
        p.triangle_a = of_a.face;
        p.triangle_b = of_b.face;
        p.feature = std::uint64_t{3} << 62;
        out.points.push_back(p);
    }
    const bool is_face =
        (of_a.is_plane || of_a.corners.size() > 2) && (of_b.is_plane || of_b.corners.size() > 2);
    if (is_face && out.points.size() > 2) {
        std::vector<Vec3>& patch = out.patches.emplace_back();
        double area = 0;
        for (const ManifoldPoint& p : out.points) patch.push_back(p.point_b);
        for (std::size_t i = 2; i < patch.size(); ++i)
            area += dot(meeting.normal, cross(patch[i - 1] - patch[0], patch[i] - patch[0]));
        if (area < 0) std::reverse(patch.begin(), patch.end());
    }
    query::keep_best(out.points, options.points, meeting.normal);
    return out;
}

// Joins touched triangles that have a corner at the same position.
base::JoinedSets joined_triangles(const Mesh& mesh, std::span<const std::uint32_t> triangles) {
    base::JoinedSets sets(triangles.size());
    const auto before = [](const Vec3& p, const Vec3& q) {
        return std::array{p.x, p.y, p.z} < std::array{q.x, q.y, q.z};
    };
    std::map<Vec3, std::uint32_t, decltype(before)> first(before);
    for (std::uint32_t i = 0; i < triangles.size(); ++i)
        for (const Vec3& corner : mesh.corners(triangles[i]))
            sets.join(i, first.try_emplace(corner + Vec3{}, i).first->second);
    return sets;
}

std::array<double, 3> weights_in(const Placed& model, std::uint32_t triangle, const Vec3& point) {
    const auto corners = data_of(model).mesh.corners(triangle);
    const Vec3 p = model.pose().apply(corners[0]), e = model.pose().apply(corners[1]) - p,
               f = model.pose().apply(corners[2]) - p, x = point - p;
    const double ee = dot(e, e), ef = dot(e, f), ff = dot(f, f), xe = dot(x, e), xf = dot(x, f);
    const double whole = ee * ff - ef * ef;
    if (!(whole > 0)) return {1, 0, 0};
    const double v = std::clamp((ff * xe - ef * xf) / whole, 0.0, 1.0),
                 w = std::clamp((ee * xf - ef * xe) / whole, 0.0, 1 - v);
    return {1 - v - w, v, w};
}

struct TriangleMeeting {
    std::uint32_t triangle = 0;
    Meeting meeting;
    ContactManifold manifold;
};

}  // namespace

std::optional<ContactManifold> contact_manifold(const PlacedBody& a, const PlacedBody& b,
                                                const ManifoldOptions& options) {
    check(options);
    const base::DefaultFloatEnvironment environment;
    const auto meeting = meeting_of(a, b, options.margin);
    if (!meeting) return std::nullopt;
    return manifold_at(a, b, *meeting, options);
}

std::vector<ContactManifold> contact_manifolds(const PlacedBody& a, const Placed& b,
                                               const ManifoldOptions& options) {
    check(options);
    const base::DefaultFloatEnvironment environment;
    const BodyContacts touched = contacts(a, b);
    std::vector<std::uint32_t> triangles = touched.triangles;
    triangles.insert(triangles.end(), touched.undecided.begin(), touched.undecided.end());
    std::sort(triangles.begin(), triangles.end());
    base::JoinedSets regions = joined_triangles(data_of(b).mesh, triangles);
    ManifoldOptions every = options;
    every.points = std::size_t{1} << 20;
    // In each region, groups the triangles that push the body in the same direction: a triangle joins the
    // first group whose normal agrees with its own.
    struct Group {
        std::uint32_t region = 0;
        std::vector<TriangleMeeting> members;
    };
    std::vector<Group> groups;
    for (std::uint32_t i = 0; i < triangles.size(); ++i) {
        const ConvexBody flat = ConvexBody::from_points(data_of(b).mesh.corners(triangles[i])).value();
        const auto meeting = meeting_of(a, flat.at(b.pose()), options.margin);
        if (!meeting) continue;
        TriangleMeeting found{triangles[i], *meeting, manifold_at(a, flat.at(b.pose()), *meeting, every)};
        for (ManifoldPoint& p : found.manifold.points) {
            p.triangle_b = triangles[i];
            p.barycentric_b = weights_in(b, triangles[i], p.point_b);
            p.feature ^= (std::uint64_t{triangles[i]} + 1) * 0x9e3779b97f4a7c15u;
        }
        const std::uint32_t region = regions.of(i);
        const auto same = std::find_if(groups.begin(), groups.end(), [&](const Group& group) {
            const Vec3 &m = group.members[0].meeting.normal, &n = meeting->normal;
            const Vec3 sine = cross(m, n);
            return group.region == region && dot(m, n) > 0 &&
                   dot(sine, sine) <= options.flush * options.flush + 1e-18;
        });
        if (same == groups.end())
            groups.push_back({region, {std::move(found)}});
        else
            same->members.push_back(std::move(found));
    }
    std::vector<ContactManifold> out;
    for (const Group& group : groups) {
        const auto deepest = std::max_element(group.members.begin(), group.members.end(),
                                              [](const TriangleMeeting& x, const TriangleMeeting& y) {
                                                  return x.meeting.upper < y.meeting.upper;
                                              });
        ContactManifold manifold{.normal = deepest->meeting.normal,
                                 .depth_lower = deepest->meeting.lower,
                                 .contacts = group.members.size()};
        for (const TriangleMeeting& member : group.members) {
            // A translation by s along the manifold's normal moves the body by at least s·cosine along the
            // member's normal.
            const double cosine = std::min(1.0, dot(manifold.normal, member.meeting.normal));
            const double needed = member.meeting.upper > 0 ? member.meeting.upper / cosine * (1 + 0x1p-48)
                                                           : member.meeting.upper;
            manifold.depth_upper = std::max(manifold.depth_upper, needed);
            manifold.points.insert(manifold.points.end(), member.manifold.points.begin(),
                                   member.manifold.points.end());
            manifold.patches.insert(manifold.patches.end(), member.manifold.patches.begin(),
                                    member.manifold.patches.end());
        }
        query::keep_best(manifold.points, options.points, manifold.normal);
        out.push_back(std::move(manifold));
    }
    return out;
}

std::vector<std::optional<std::size_t>> matching_points(const ContactManifold& before,
                                                        const ContactManifold& now, double distance) {
    const base::DefaultFloatEnvironment environment;
    base::expect(distance >= 0, "the distance of matching points must not be negative");
    std::vector<std::optional<std::size_t>> out(now.points.size());
    std::vector<bool> taken(before.points.size(), false);
    for (std::size_t i = 0; i < out.size(); ++i)
        for (std::size_t j = 0; j < taken.size() && !out[i]; ++j)
            if (!taken[j] && before.points[j].feature == now.points[i].feature) {
                out[i] = j;
                taken[j] = true;
            }
    for (std::size_t i = 0; i < out.size(); ++i) {
        if (out[i]) continue;
        double least = distance;
        for (std::size_t j = 0; j < taken.size(); ++j) {
            if (taken[j]) continue;
            const double apart = length(before.points[j].point_b - now.points[i].point_b);
            if (apart > least || (out[i] && apart == least)) continue;
            least = apart;
            out[i] = j;
        }
        if (out[i]) taken[*out[i]] = true;
    }
    return out;
}

}  // namespace allide
