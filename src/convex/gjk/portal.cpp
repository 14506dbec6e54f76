#include "convex/gjk/portal.hpp"

#include <utility>

namespace allide::convex {
namespace {

using End = GjkAnswer::End;
using kernel::cross;
using kernel::dot;

constexpr int most_portal_steps = 64;

// A point of A − B: the difference of two vertices, with their indices.
struct PortalCorner {
    Vec3 w;
    std::uint32_t corner_a = 0, corner_b = 0;
};

template <bool few>
class Portal {
  public:
    Portal(const BodyPair& pair, const Vec3& inside)
        : pair_(pair), inside_(inside), unit_(few ? pair.coarse_unit() : 0) {}

    End run(BodyHint* hint) {
        if (hint != nullptr && try_hint(*hint)) return end_;
        search();
        if (hint != nullptr) store_hint(*hint);
        return end_;
    }

  private:
    // True if a plane across `direction` certainly separates the bodies. Stores the support point of A − B in
    // `support_`.
    bool separates(const Vec3& direction) {
        double height = 0, error = 0;
        if constexpr (few) {
            const BodyPair::CoarseSupport support = pair_.support_of_few_corners(direction);
            support_ = {support.w, support.corner_a, support.corner_b};
            height = support.height;
            error = unit_ * kernel::norm_1(direction);
        } else {
            const BodyPair::Support support = pair_.support_of_corners(direction);
            support_ = {support.at.w, support.at.corner_a, support.at.corner_b};
            height = support.height;
            error = pair_.height_error(direction);
        }
        if (!(height < -error) || !BodyPair::in_range(direction)) return false;
        end_ = End::separated;
        direction_ = direction;
        return true;
    }

    void search() {
        if (separates(-1 * inside_)) return;
        corner_[0] = support_;
        Vec3 normal = cross(corner_[0].w, inside_);
        if (!BodyPair::in_range(normal)) return;
        if (separates(normal)) return;
        corner_[1] = support_;
        normal = cross(corner_[0].w - inside_, corner_[1].w - inside_);
        if (dot(normal, inside_) > 0) {
            std::swap(corner_[0], corner_[1]);
            normal = -1 * normal;
        }
        if (find_portal(normal)) move_outward();
    }

    // Replaces corners until the ray from the interior point through the origin passes through their
    // triangle. Returns false if that does not succeed.
    bool find_portal(Vec3 normal) {
        for (int step = 0; step < most_portal_steps; ++step) {
            if (!BodyPair::in_range(normal) || separates(normal)) return false;
            corner_[2] = support_;
            if (dot(cross(corner_[0].w, corner_[2].w), inside_) < 0) {
                corner_[1] = corner_[2];
            } else if (dot(cross(corner_[2].w, corner_[1].w), inside_) < 0) {
                corner_[0] = corner_[2];
            } else {
                return true;
            }
            normal = cross(corner_[0].w - inside_, corner_[1].w - inside_);
        }
        return false;
    }

    void move_outward() {
        for (int step = 0; step < most_portal_steps; ++step) {
            const Vec3& first = corner_[0].w;
            const Vec3 normal = cross(corner_[1].w - first, corner_[2].w - first);
            const double height = dot(normal, first);
            if (height >= 0 && is_certain()) {
                end_ = End::inside;
                return;
            }
            if (!BodyPair::in_range(normal) || separates(normal)) return;
            // No point of A − B is beyond the portal, up to rounding: the portal cannot be moved outward.
            if (!(dot(normal, support_.w) > height + pair_.height_error(normal))) return;
            replace();
        }
    }

    // Replaces one corner of the portal by the support point so that the ray passes through the new one.
    void replace() {
        const Vec3 across = cross(support_.w, inside_);
        const bool first = dot(corner_[0].w, across) > 0, second = dot(corner_[1].w, across) > 0,
                   third = dot(corner_[2].w, across) > 0;
        if (first)
            corner_[second ? 0 : 2] = support_;
        else
            corner_[third ? 1 : 0] = support_;
    }

    bool is_certain() const {
        return certainly_inside(pair_, {corner_[0].w, corner_[1].w, corner_[2].w, inside_});
    }

    // Tests the separating direction or portal that decided the last query: it may decide this one.
    bool try_hint(const BodyHint& hint) {
        if (BodyPair::in_range(hint.direction) && separates(hint.direction)) return true;
        if (hint.size != 3) return false;
        const auto &a = data_of(pair_.placed_a()).vertices, &b = data_of(pair_.placed_b()).vertices;
        for (std::size_t i = 0; i < 3; ++i) {
            const auto& corner = hint.corners[i];
            if (corner[0] >= a.size() || corner[1] >= b.size()) return false;
            corner_[i] = {pair_.corners(corner[0], corner[1]).w, corner[0], corner[1]};
        }
        if (!is_certain()) return false;
        end_ = End::inside;
        return true;
    }

    void store_hint(BodyHint& hint) const {
        hint = {};
        if (end_ == End::separated) hint.direction = direction_;
        if (end_ != End::inside) return;
        hint.size = 3;
        for (std::size_t i = 0; i < 3; ++i)
            hint.corners[i] = {pair_.number_a(corner_[i].corner_a), pair_.number_b(corner_[i].corner_b)};
    }

    const BodyPair& pair_;
    const Vec3 inside_;
    const double unit_;  // error bound of a height divided by |direction|₁, for bodies with few vertices
    std::array<PortalCorner, 3> corner_;
    PortalCorner support_;
    Vec3 direction_;
    End end_ = End::open;
};

}  // namespace

GjkAnswer::End search_portal(const BodyPair& pair, const Vec3& inside, BodyHint* hint) {
    return pair.have_few_corners() ? Portal<true>(pair, inside).run(hint)
                                   : Portal<false>(pair, inside).run(hint);
}

}  // namespace allide::convex
