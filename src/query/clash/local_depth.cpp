#include "query/clash/local_depth.hpp"

#include "base/cancel.hpp"
#include "base/infinity.hpp"
#include "kernel/pose/vec.hpp"
#include "model/model_data.hpp"
#include "query/clash/convex_depth.hpp"
#include "query/clash/convex_solid.hpp"
#include "query/clash/cut_triangle.hpp"
#include "query/clash/depth_record.hpp"
#include "query/clash/piece_bounds.hpp"
#include "query/clash/triangle_regions.hpp"

#include <allide/probe.hpp>

#include <algorithm>
#include <cmath>
#include <map>
#include <queue>

namespace allide::query {
namespace {

using kernel::cross;
using kernel::dot;
using kernel::operator+;
using kernel::operator-;
using kernel::operator*;

double length_of(const Vec3& x) {
    return std::sqrt(dot(x, x));
}

// One of the two directions of the search: how deep the surface of `inner` lies inside `outer`, which is
// closed.
struct Direction {
    const ClashPart& inner;
    const ClashPart& outer;
    bool inner_is_a;
    Box outer_box;  // bounding box of the outer part, in the frame

    bool is_convex(const OverlapFrame& frame) const {
        return frame.exponent() == 0 && outer.is_at_rest() && outer.surface().convex().is_convex();
    }
};

class SinkSearch {
  public:
    SinkSearch(const Direction& direction, ContactIntersections& intersections, const OverlapFrame& frame,
               const Box& common, double reach, double flatness, TriangleRegions& regions,
               DepthRecord& record)
        : direction_(direction),
          intersections_(intersections),
          frame_(frame),
          regions_(regions),
          record_(record),
          mesh_(direction.inner.model.mesh()),
          surface_(direction.inner.surface()),
          solid_model_(direction.outer.surface().solid()),
          solid_(solid_model_.at(direction.outer.placed.pose())),
          common_(common),
          outer_box_(direction.outer_box),
          reach_(reach),
          facets_(direction.outer.surface(), direction.outer.placed, frame, common, reach_, flatness),
          bounds_(facets_) {}

    // If `trusting`, pieces cut from a piece that was found inside are assumed to be inside as well.
    void run(bool trusting) {
        trusting_ = trusting;
        push_triangles();
        const base::CancelCheck check_cancelled;
        while (!waiting_.empty() && !needs_flat_facets_) {
            check_cancelled();
            const auto [upper, number] = waiting_.top();
            waiting_.pop();
            Node node = nodes_[number];
            free_.push_back(number);
            if (++pieces_ > most_pieces || !matters(node, upper))
                raise_upper(node, upper);
            else
                work_on(node, upper);
        }
    }

    // True if the search was given up because facets that are not flat make the bounds too wide.
    bool needs_flat_facets() const { return needs_flat_facets_; }

    // Replaces a lower bound that this search has found by a certified one: exact arithmetic decides that its
    // point is inside, and bounds its distance to the surface. False if the point is not inside.
    bool certify(DepthBounds& bounds, double lower_before) {
        if (bounds.lower <= lower_before) return true;
        const double distance = certified_depth(bounds.point);
        if (distance < 0) return false;
        bounds.lower = std::max(lower_before, std::min(bounds.lower, distance));
        return true;
    }

  private:
    enum class Stage : std::uint8_t { triangle, unlocated, inside, doubtful };
    struct NearRange {  // a range of near_
        std::uint32_t first = 0, count = 0;
    };
    struct Node {
        SurfacePiece piece;
        std::uint32_t triangle = 0;
        std::uint32_t regions = 0;  // the number of a set in TriangleRegions
        Stage stage = Stage::triangle;
        NearRange near = {};  // facets that can be nearest to a point of the piece
        Vec3 cut_along = {};  // where to divide it: the plane { cut_along · x = cut_at }
        double cut_at = 0;
    };
    struct Waiting {
        double upper;
        std::uint32_t node;
        friend bool operator<(const Waiting& x, const Waiting& y) {
            return x.upper != y.upper ? x.upper < y.upper : x.node > y.node;
        }
    };
    // After so many pieces, the search stops, and the bounds may be wider than asked for.
    static constexpr std::size_t most_pieces = 100000;

    // ---- The queue.

    bool matters(const Node& node, double upper) const {
        return record_.matters(upper, regions_.set(node.regions));
    }
    void raise_upper(const Node& node, double upper) {
        record_.raise_upper(upper, regions_.set(node.regions));
    }
    void push(const Node& node, double upper) {
        if (!matters(node, upper)) return raise_upper(node, upper);
        std::uint32_t number;
        if (free_.empty()) {
            number = static_cast<std::uint32_t>(nodes_.size());
            nodes_.push_back(node);
        } else {
            number = free_.back();
            free_.pop_back();
            nodes_[number] = node;
        }
        waiting_.push({upper, number});
    }
    void work_on(Node& node, double upper) {
        switch (node.stage) {
            case Stage::triangle:
                return cut(node, upper);
            case Stage::unlocated:
                bounds_.measure(node.piece, near(node), upper);
                return locate(node);
            case Stage::inside:
            case Stage::doubtful:
                return divide(node, upper);
        }
    }
    std::span<const std::uint32_t> near(const Node& node) const {
        return std::span(near_).subspan(node.near.first, node.near.count);
    }
    // Stores the list of near facets with the node, unless it is hardly shorter than the list that the node
    // has.
    void keep_near(Node& node) {
        const std::span<const std::uint32_t> found = bounds_.near();
        if (node.near.count != 0 && 4 * found.size() > 3 * node.near.count) return;
        node.near = {static_cast<std::uint32_t>(near_.size()), static_cast<std::uint32_t>(found.size())};
        near_.insert(near_.end(), found.begin(), found.end());
    }

    // ---- Triangles.

    bool counts(std::uint32_t triangle) const {
        return surface_.bounding(triangle) == triangle ||
               std::binary_search(surface_.sheets().begin(), surface_.sheets().end(), triangle);
    }

    void push_triangles() {
        const auto count = static_cast<std::uint32_t>(mesh_.triangles().size());
        const base::CancelCheck check_cancelled;
        for (std::uint32_t t = 0; t < count; ++t) {
            check_cancelled();
            const std::array<Vec3, 3> placed = placed_corners(t);
            Box box = Box::empty();
            for (const Vec3& x : placed) box.grow(x);
            if (!box.overlaps(common_) || !counts(t)) continue;
            Node node{.piece = SurfacePiece(placed), .triangle = t};
            if (!common_.contains(box)) clip_to_common(node.piece);
            if (node.piece.size() < 3) continue;
            node.regions = regions_.of_triangle(t);
            push(node, bound_by_box(node.piece));
        }
    }
    std::array<Vec3, 3> placed_corners(std::uint32_t triangle) const {
        const std::array<Vec3, 3> corners = mesh_.corners(triangle);
        std::array<Vec3, 3> placed;
        for (std::size_t k = 0; k < 3; ++k)
            placed[k] =
                frame_.vertex(direction_.inner.placed.pose(), direction_.inner.is_at_rest(), corners[k]);
        return placed;
    }
    // Cuts off what lies outside the outer part's bounding box, since no point there is inside the part.
    void clip_to_common(SurfacePiece& piece) const {
        const auto clip = [&](const Vec3& along, double offset) {
            if (piece.size() >= 3) piece = piece.split(along, offset, 0).first;
        };
        clip({1, 0, 0}, common_.lo.x);
        clip({-1, 0, 0}, -common_.hi.x);
        clip({0, 1, 0}, common_.lo.y);
        clip({0, -1, 0}, -common_.hi.y);
        clip({0, 0, 1}, common_.lo.z);
        clip({0, 0, -1}, -common_.hi.z);
    }
    // A point inside the outer part is no farther from its surface than from each side of its box.
    double bound_by_box(const SurfacePiece& piece) const {
        const Box& box = outer_box_;
        double least = reach_;
        const auto margin = [&](double Vec3::*axis) {
            double low = 0, high = 0;
            for (const Vec3& x : piece) {
                low = std::max(low, x.*axis - box.lo.*axis);
                high = std::max(high, box.hi.*axis - x.*axis);
            }
            least = std::min({least, low, high});
        };
        margin(&Vec3::x);
        margin(&Vec3::y);
        margin(&Vec3::z);
        return least + 2 * frame_.error();
    }

    // Bounds a triangle as a whole. If its bound is too large, cuts the triangle along its
    // contacts.
    void cut(Node& node, double upper) {
        Box box = Box::empty();
        for (const Vec3& x : node.piece) box.grow(x);
        upper = std::min(upper, bound_by_nearest_facet(node.piece));
        if (!matters(node, upper)) return raise_upper(node, upper);
        bounds_.measure(node.piece, facets_.within(box, upper), upper);
        upper = bounds_.upper();
        if (!matters(node, upper)) return raise_upper(node, upper);
        keep_near(node);
        node.stage = Stage::unlocated;
        const std::vector<ContactSegment> segments = segments_of(node.triangle);
        if (segments.empty()) return locate(node);
        for (const CutPiece& one :
             cut_triangle(node.piece, normal_of(node.triangle), segments, cut_error())) {
            Node child = node;
            child.piece = one.piece;
            if (regions_.count() > 0) child.regions = regions_.set_of(one.regions);
            child.stage = one.is_cut ? Stage::unlocated : Stage::doubtful;
            if (child.stage == Stage::doubtful) plan_cut_across(child);
            push(child, std::min(upper, bound_by_box(child.piece)));
        }
    }
    double bound_by_nearest_facet(const SurfacePiece& piece) const {
        if (facets_.size() == 0) return reach_;
        const std::uint32_t facet = facets_.nearest(piece.centre());
        double farthest = 0;
        for (const Vec3& x : piece) farthest = std::max(farthest, facets_.distance(facet, x));
        return farthest + facets_.error(facet);
    }
    Vec3 normal_of(std::uint32_t triangle) const {
        const std::array<Vec3, 3> corners = placed_corners(triangle);
        const Vec3 normal = cross(corners[1] - corners[0], corners[2] - corners[0]);
        const double length = length_of(normal);
        return length > 0 ? (1 / length) * normal : normal;
    }
    std::vector<ContactSegment> segments_of(std::uint32_t triangle) {
        std::vector<ContactSegment> out;
        for (const auto& [same, contact] : regions_.contacts_of(triangle)) {
            const std::vector<Vec3> outline = outline_of(intersections_.of(contact));
            const std::uint32_t region = regions_.region_of(contact);
            const std::size_t n = outline.size();
            for (std::size_t i = 0; n >= 2 && i < (n == 2 ? 1 : n); ++i)
                out.push_back(
                    {frame_.from_world(outline[i]), frame_.from_world(outline[(i + 1) % n]), region});
        }
        return out;
    }
    // Error bound of the corners of pieces, which are computed from rounded corners of intersections.
    double cut_error() const { return 4 * frame_.error(); }

    // ---- Locating pieces.

    PointLocation location_of(const Vec3& point) const {
        const Vec3 world = frame_.to_world(point);
        return kernel::finite(world) ? contains(solid_, world) : PointLocation::open;
    }
    // A certified lower bound of the depth of a point; negative if the point is not inside.
    double certified_depth(const Vec3& point) {
        for (const auto& [known, depth] : certified_)
            if (known == point) return depth;
        const bool is_inside = location_of(point) == PointLocation::inside;
        const double depth =
            is_inside ? frame_.from_world_length(nearest(solid_, frame_.to_world(point))->lower) : -1;
        certified_.emplace_back(point, is_inside ? std::max(0.0, depth - 2 * frame_.error()) : -1);
        return certified_.back().second;
    }

    // Locates a piece that has been measured: drops it if it is outside, and otherwise keeps it with its
    // bound.
    void locate(Node& node) {
        const double upper = bounds_.upper();
        if (!matters(node, upper)) return raise_upper(node, upper);
        const Vec3 centre = node.piece.centre();
        const double gap = bounds_.gap_to_near(centre);
        node.stage = Stage::doubtful;
        if (gap <= 8 * frame_.error()) return keep(node, upper);
        const PointLocation where = location(node, centre);
        if (where == PointLocation::inside) {
            if (trusting_) node.stage = Stage::inside;
            record_.raise_lower(std::min(gap, upper), centre, regions_.set(node.regions));
            return keep(node, upper);
        }
        if (where != PointLocation::outside) return keep(node, upper);
        if (regions_.contacts_of(node.triangle).empty() && surface_.bounding(node.triangle) == node.triangle)
            return;
        keep_outside(node, centre, gap, upper);
    }
    PointLocation location(const Node& node, const Vec3& centre) {
        if (!regions_.contacts_of(node.triangle).empty() || surface_.bounding(node.triangle) != node.triangle)
            return location_of(centre);
        const auto [known, is_new] =
            location_of_component_.try_emplace(regions_.component_of(node.triangle), PointLocation::outside);
        if (is_new) known->second = location_of(centre);
        return known->second;
    }
    // Queues what may be inside of a piece whose centre is outside. `gap` is the centre's distance to the
    // facets that the piece can meet. The other surface runs at most along the sides of the piece, so its
    // inset, the piece without a strip along its sides, is outside too.
    void keep_outside(Node& node, const Vec3& centre, double gap, double upper) {
        const InsetDistance inset = distance_to_inset(node.piece, centre, 4 * cut_error());
        const double bound = std::min(
            upper, std::max(0.0, std::min(node.piece.radius_around(centre) - gap, inset.farthest())));
        if (!matters(node, bound)) return raise_upper(node, bound);
        if (matters(node, std::min(bound, inset.elsewhere))) return keep(node, bound);
        raise_upper(node, std::min(bound, inset.elsewhere));
        keep_near(node);
        for (const SharpCorner& corner : inset.sharp_corners()) {
            Node tip = node;
            tip.piece = node.piece.split(corner.inward, corner.at, 0).second;
            if (tip.piece.size() < 3) continue;
            plan_cut_across(tip);
            push(tip, std::min(bound, corner.reach));
        }
    }

    // ---- Bounding and dividing.

    // Queues a piece that has been measured and located. If its bound is small enough, or smaller pieces
    // would hardly have better bounds, raises the upper bounds to it instead.
    void keep(Node& node, double upper) {
        if (node.stage == Stage::inside) raise_lower(node);
        if (!matters(node, upper) || bounds_.lies_on_facet()) return raise_upper(node, upper);
        if (bounds_.uneven_by() > 0 && node.piece.radius_around(node.piece.centre()) < bounds_.uneven_by())
            needs_flat_facets_ = true;
        keep_near(node);
        plan_cut(node);
        push(node, upper);
    }
    void raise_lower(const Node& node) {
        const DepthRecord::Regions& regions = regions_.set(node.regions);
        for (std::size_t i = 0; i < node.piece.size(); ++i)
            record_.raise_lower(bounds_.lower_at_corner(i), node.piece[i], regions);
        if (const PieceBounds::Ridge* ridge = bounds_.ridge())
            record_.raise_lower(bounds_.lower_at(ridge->point), ridge->point, regions);
        if (!record_.matters(bounds_.upper(), regions)) return;
        const Vec3 point = bounds_.promising_point(node.piece, node.piece.centre());
        record_.raise_lower(bounds_.lower_at(point), point, regions);
    }

    // Chooses the plane that divides a piece, at the place where its upper bound is probably least tight.
    void plan_cut(Node& node) const {
        if (plan_cut_along_side(node)) return;
        const PieceBounds::Ridge* ridge = bounds_.ridge();
        if (ridge == nullptr) return plan_cut_across(node);
        const Vec3 along = ridge->to - ridge->from;
        const double length = length_of(along);
        if (!(length > 0)) return plan_cut_across(node);
        node.cut_along = (1 / length) * along;
        const double at = dot(node.cut_along, ridge->point - ridge->from) / length;
        node.cut_at = dot(node.cut_along, ridge->from) + std::clamp(at, 0.2, 0.8) * length;
    }
    // If a piece lies close to a facet and extends beyond one of its sides, divides the piece at that side:
    // there the distance to the facet is not linear.
    bool plan_cut_along_side(Node& node) const {
        if (bounds_.near().empty()) return false;
        const Vec3 centre = node.piece.centre();
        const std::uint32_t facet = bounds_.nearest_facet(centre);
        if (facets_.distance(facet, centre) > 0.1 * node.piece.radius_around(centre)) return false;
        const auto plane = facets_.plane_through_side(facet, node.piece);
        if (!plane) return false;
        node.cut_along = plane->along;
        node.cut_at = plane->at;
        return true;
    }
    // Halves the piece across its longest extent.
    static void plan_cut_across(Node& node) {
        const Vec3 centre = node.piece.centre();
        double size = 0;
        node.cut_along = {1, 0, 0};
        for (const Vec3& x : node.piece)
            if (const double d = length_of(x - centre); d > size) {
                size = d;
                node.cut_along = (1 / d) * (x - centre);
            }
        const auto [low, high] = extent(node);
        node.cut_at = low + (high - low) / 2;
    }
    static std::pair<double, double> extent(const Node& node) {
        double low = base::infinity, high = -base::infinity;
        for (const Vec3& x : node.piece) {
            low = std::min(low, dot(node.cut_along, x));
            high = std::max(high, dot(node.cut_along, x));
        }
        return {low, high};
    }

    void divide(const Node& node, double upper) {
        const auto [low, high] = extent(node);
        // A piece too small to divide keeps its bound.
        if (!(high - low > 64 * frame_.error())) return raise_upper(node, upper);
        const auto [one, other] =
            node.piece.is_crowded() ? node.piece.halved() : node.piece.split(node.cut_along, node.cut_at, 0);
        for (const SurfacePiece& half : {one, other}) {
            if (half.size() < 3) continue;
            Node child = node;
            child.piece = half;
            bounds_.measure(half, near(node), upper);
            keep(child, node.stage == Stage::doubtful ? bound_of_doubtful(child) : bounds_.upper());
        }
    }
    // The upper bound of a piece through which the other surface may run. Locates the centre of the piece.
    double bound_of_doubtful(const Node& node) {
        const Vec3 centre = node.piece.centre();
        const double gap = bounds_.gap_to_near(centre), upper = bounds_.upper();
        if (gap <= 8 * frame_.error() || !matters(node, upper)) return upper;
        const PointLocation where = location_of(centre);
        if (where == PointLocation::inside)
            record_.raise_lower(std::min(gap, upper), centre, regions_.set(node.regions));
        if (where != PointLocation::outside) return upper;
        return std::min(upper, std::max(0.0, node.piece.radius_around(centre) - gap));
    }

    const Direction direction_;
    ContactIntersections& intersections_;
    const OverlapFrame& frame_;
    TriangleRegions& regions_;
    DepthRecord& record_;
    const Mesh& mesh_;
    const SolidSurface& surface_;
    const Model solid_model_;
    const Placed solid_;
    const Box common_, outer_box_;
    const double reach_;
    const FacetDistances facets_;
    PieceBounds bounds_;
    bool trusting_ = true, needs_flat_facets_ = false;

    std::map<std::uint32_t, PointLocation> location_of_component_;
    std::vector<std::pair<Vec3, double>> certified_;  // points and their certified depths
    std::vector<Node> nodes_;
    std::vector<std::uint32_t> free_;  // numbers in nodes_ that are not in use
    std::vector<std::uint32_t> near_;
    std::priority_queue<Waiting> waiting_;
    std::size_t pieces_ = 0;
};

Box padded(const Box& box, double by) {
    return {{box.lo.x - by, box.lo.y - by, box.lo.z - by}, {box.hi.x + by, box.hi.y + by, box.hi.z + by}};
}

// Searches in a convex outer part. Returns false if its planes give bounds wider than allowed.
bool search_convex(const Direction& direction, const OverlapFrame& frame, const Box& common,
                   TriangleRegions& regions, DepthRecord& record) {
    if (!direction.is_convex(frame)) return false;
    const ConvexInFrame outer(direction.outer.surface().convex(), frame);
    DepthRecord found = record;
    ConvexDepthSearch(direction.inner, outer, frame, common, regions).run(found);
    if (found.is_narrow())
        record = std::move(found);
    else
        record.raise_lower(found);
    return found.is_narrow();
}

// Searches in one direction. If a point that was assumed to be inside is not, searches again without that
// assumption; if facets are not flat enough for the wanted bounds, searches again with their triangles.
void search(const Direction& direction, ContactIntersections& intersections, const OverlapFrame& frame,
            const Box& common, const DepthQuestion& question, DepthRecord& record) {
    TriangleRegions regions(direction.inner.surface(), direction.outer.surface(), direction.inner_is_a,
                            intersections, question.region_of, question.regions);
    if (search_convex(direction, frame, common, regions, record)) return;
    const double reach = frame.from_world_length(question.reach) + 4 * frame.error();
    double flatness = 0x1p-7 * reach;
    for (bool trusting = true;;) {
        DepthRecord found = record;
        SinkSearch sink(direction, intersections, frame, common, reach, flatness, regions, found);
        sink.run(trusting);
        if (sink.needs_flat_facets()) {
            flatness = 4 * frame.error();
            continue;
        }
        bool sound = sink.certify(found.all(), record.all().lower);
        for (std::size_t r = 0; r < found.regions().size(); ++r)
            sound = sink.certify(found.regions()[r], record.regions()[r].lower) && sound;
        if (!sound && trusting) {
            trusting = false;
            continue;
        }
        if (!sound) found.forget_lower();
        record = std::move(found);
        return;
    }
}

LocalDepth in_world(const DepthBounds& bounds, const OverlapFrame& frame, double reach) {
    const double upper = std::min(frame.world_rounded_up(bounds.upper), reach);
    const double lower = std::min(frame.world_rounded_down(bounds.lower), upper);
    return {lower, upper, lower > 0 ? frame.to_world(bounds.point) : Vec3{}};
}

}  // namespace

std::optional<FoundDepths> local_depths(const ClashPart& a, const ClashPart& b,
                                        ContactIntersections& intersections, const OverlapFrame& frame,
                                        const DepthQuestion& question) {
    const bool a_closed = a.surface().closed(), b_closed = b.surface().closed();
    if (!a_closed && !b_closed) return std::nullopt;
    const Box box_a = padded(frame.from_world(question.box_a), 2 * frame.error()),
              box_b = padded(frame.from_world(question.box_b), 2 * frame.error());
    const Box common{{std::max(box_a.lo.x, box_b.lo.x), std::max(box_a.lo.y, box_b.lo.y),
                      std::max(box_a.lo.z, box_b.lo.z)},
                     {std::min(box_a.hi.x, box_b.hi.x), std::min(box_a.hi.y, box_b.hi.y),
                      std::min(box_a.hi.z, box_b.hi.z)}};
    DepthRecord record(question.regions, question.relative,
                       std::max(frame.from_world_length(question.absolute), 256 * frame.error()));
    const Direction a_in_b{a, b, true, box_b}, b_in_a{b, a, false, box_a};
    // The direction with a convex outer part comes first: it quickly gives lower bounds, which save work in
    // the other direction.
    const bool swapped = a_closed && b_closed && b_in_a.is_convex(frame) && !a_in_b.is_convex(frame);
    if (swapped) search(b_in_a, intersections, frame, common, question, record);
    if (b_closed) search(a_in_b, intersections, frame, common, question, record);
    if (a_closed && !swapped) search(b_in_a, intersections, frame, common, question, record);
    record.add_rounding(4 * frame.error());
    FoundDepths found{.all = in_world(record.all(), frame, question.reach), .regions = {}};
    for (const DepthBounds& one : record.regions())
        found.regions.push_back(in_world(one, frame, question.reach));
    return found;
}

}  // namespace allide::query
