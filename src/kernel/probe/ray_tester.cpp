#include "kernel/probe/ray_tester.hpp"

#include "kernel/pose/vec.hpp"

namespace allide::kernel {
namespace {

// Factors that make a computed quotient of two bounds a proven bound: they cover its four roundings.
constexpr double up = 1 + 0x1p-50, down = 1 - 0x1p-50;

NumberPoint<BoundedDouble> rotated_into_model(const RelativePose& world_in_model, const Vec3& direction) {
    if (world_in_model.identical) return as_given<BoundedDouble>(direction);
    const Vec3 d = world_in_model.rotate(direction);
    const double norm = std::abs(direction.x) + std::abs(direction.y) + std::abs(direction.z);
    const double usual = 40 * 0x1p-53 * norm + 0x1p-1060;
    const auto& exact = world_in_model.exact_axis;
    return {BoundedDouble(d.x, exact[0] ? 0 : usual), BoundedDouble(d.y, exact[1] ? 0 : usual),
            BoundedDouble(d.z, exact[2] ? 0 : usual)};
}

NumberTriangle<BoundedDouble> bounded_corners(const Triangle& t) {
    return {as_given<BoundedDouble>(t[0]), as_given<BoundedDouble>(t[1]), as_given<BoundedDouble>(t[2])};
}

// Sign of direction · m, where m is the cross product of an edge's ends. The direction d is perturbed
// symbolically to d + ε e_x + ε² e_y + ε³ e_z: if d · m is 0, the first non-zero component of m decides. The
// sign depends only on the edge, not on its triangle; reversing the edge negates the sign.
template <typename Number>
int perturbed_sign(const NumberPoint<Number>& direction, const NumberPoint<Number>& m, bool& doubt) {
    int sign = sign_of(dot_of(direction, m), doubt);
    for (std::size_t k = 0; k < 3 && sign == 0 && !doubt; ++k) sign = sign_of(m[k], doubt);
    return sign;
}

// True if the triangle contains the origin. Its plane must contain the origin, or it must have no area.
template <typename Number>
bool contains_origin_in_plane(const NumberTriangle<Number>& corner, bool& doubt) {
    const NumberPoint<Number> normal = cross_of(minus(corner[1], corner[0]), minus(corner[2], corner[0]));
    bool inside = false, has_area = false;
    for (const Number& n : normal) has_area = has_area || sign_of(n, doubt) != 0;
    if (has_area) {
        inside = true;
        for (std::size_t i = 0; i < 3; ++i)
            inside = inside && sign_of(dot_of(normal, cross_of(corner[i], corner[(i + 1) % 3])), doubt) >= 0;
        return inside;
    }
    for (std::size_t i = 0; i < 3; ++i) {
        const auto &a = corner[i], &b = corner[(i + 1) % 3];
        bool on_line = true;
        for (const Number& m : cross_of(a, b)) on_line = on_line && sign_of(m, doubt) == 0;
        if (on_line && sign_of(dot_of(a, b), doubt) <= 0) return true;
    }
    return false;
}

template <typename Number>
Crossing crossing_of(const NumberRay<Number>& ray, const NumberTriangle<Number>& t, bool& doubt) {
    const NumberTriangle<Number> corner{minus(t[0], ray.origin), minus(t[1], ray.origin),
                                        minus(t[2], ray.origin)};
    const NumberTriangle<Number> across{cross_of(corner[0], corner[1]), cross_of(corner[1], corner[2]),
                                        cross_of(corner[2], corner[0])};
    // If two signs are proven to be opposite, the line misses the triangle, whatever the third sign is.
    bool left = false, right = false, not_proven = false;
    for (const auto& m : across) {
        const int side = sign_of(dot_of(ray.direction, m), not_proven);
        left = left || side > 0;
        right = right || side < 0;
    }
    if (left && right) return Crossing::none;
    const int solid = sign_of(dot_of(across[0], corner[2]), doubt);
    if (doubt) return Crossing::none;
    if (solid == 0) return contains_origin_in_plane(corner, doubt) ? Crossing::on_triangle : Crossing::none;
    for (const auto& m : across)
        if (perturbed_sign(ray.direction, m, doubt) != solid) return Crossing::none;
    return solid > 0 ? Crossing::up : Crossing::down;
}

}  // namespace

RayTester::RayTester(const Pose& pose, const RaySource& source) : pose_(pose), source_(source) {
    if (pose == Pose::identity() && source.origin_pose == Pose::identity()) {
        bounded_.origin = as_given<BoundedDouble>(source.origin);
        bounded_.direction = source.end ? minus(as_given<BoundedDouble>(*source.end), bounded_.origin)
                                        : as_given<BoundedDouble>(source.direction);
    } else {
        place_in_model();
    }
    if (source.max_t) bounded_.max_t = BoundedDouble(*source.max_t);
    origin_ = {bounded_.origin[0].value, bounded_.origin[1].value, bounded_.origin[2].value};
    direction_ = {bounded_.direction[0].value, bounded_.direction[1].value, bounded_.direction[2].value};
    for (std::size_t k = 0; k < 3; ++k) {
        origin_error_ = std::max(origin_error_, bounded_.origin[k].error);
        direction_error_ = std::max(direction_error_, bounded_.direction[k].error);
    }
}

void RayTester::place_in_model() {
    const RelativePose world_in_model(pose_, Pose::identity());
    bounded_.origin = mapped(RelativePose(pose_, source_.origin_pose), source_.origin);
    bounded_.direction = source_.end ? minus(mapped(world_in_model, *source_.end), bounded_.origin)
                                     : rotated_into_model(world_in_model, source_.direction);
}

const NumberRay<Exact>& RayTester::exact_ray() const {
    if (exact_) return *exact_;
    exact_.emplace();
    exact_->origin = image<Exact>(source_.origin_pose, source_.origin);
    exact_->direction = source_.end ? minus(as_given<Exact>(*source_.end), exact_->origin)
                                    : as_given<Exact>(source_.direction);
    if (source_.max_t) exact_->max_t = Exact(*source_.max_t);
    return *exact_;
}

RayTester::Verdict RayTester::rounded(const Triangle& t, RayTime& time) const {
    bool doubt = false;
    const auto found = RayTriangle<BoundedDouble>(bounded_, bounded_corners(t), doubt).first_common();
    if (doubt) return Verdict::doubtful;
    if (!found) return Verdict::miss;
    const auto& [n, d] = *found;
    time = {std::max(n.low() / d.high() * down, 0.0), n.high() / d.low() * up, n.value / d.value};
    // A NaN fails these comparisons, so that the verdict is doubtful.
    return time.low <= time.high && d.low() > 0 && time.high < 0x1p1000 ? Verdict::hit : Verdict::doubtful;
}

// The line meets the plane at t = (arm · n) / (direction · n), with arm from the ray's origin to a corner;
// docs/guarantees.md counts the roundings. Hits near t = 0 or max_t and wide bounds are left to rounded().
RayTester::Verdict RayTester::rounded_pierced(const Triangle& t, RayTime& time) const {
    const Vec3 e = t[1] - t[0], f = t[2] - t[0], arm = t[0] - origin_, n = cross(e, f);
    const double size = largest(e) * largest(f), reach = largest(arm);
    double slope = dot(direction_, n), height = dot(arm, n);
    if (slope < 0) {
        slope = -slope;
        height = -height;
    }
    const double unit = 0x1p-53;
    const double slope_error = size * (48 * unit * largest(direction_) + 8 * direction_error_);
    const double height_error = size * (56 * unit * reach + 8 * origin_error_);
    const double max_t = this->max_t();
    const bool in_range = size > 0x1p-400 && size < 0x1p400 && reach < 0x1p400 && slope < 0x1p900;
    if (!in_range || !(slope > 1024 * slope_error) || !(std::abs(height) > 1024 * height_error))
        return rounded(t, time);
    if (height < 0) return Verdict::miss;
    time = {(height - height_error) / (slope + slope_error) * down,
            (height + height_error) / (slope - slope_error) * up, height / slope};
    if (time.low > max_t) return Verdict::miss;
    return time.high < max_t && time.high < 0x1p1000 ? Verdict::hit : rounded(t, time);
}

std::optional<ExactRatio> RayTester::exact(const Triangle& t) const {
    bool never = false;
    const auto found = RayTriangle<Exact>(exact_ray(), image<Exact>(pose_, t), never).first_common();
    if (!found) return std::nullopt;
    return ExactRatio{found->numerator, found->denominator};
}

std::optional<Crossing> RayTester::fast_crossing(const Triangle& t) const {
    const Vec3 a = t[0] - origin_, b = t[1] - origin_, c = t[2] - origin_;
    const Vec3 ab = cross(a, b), bc = cross(b, c), ca = cross(c, a);
    const double reach = std::max({largest(a), largest(b), largest(c)}) + origin_error_,
                 ahead = largest(direction_), unit = 0x1p-53;
    const auto in_range = [](double x) { return x >= 0x1p-300 && x <= 0x1p300; };
    if (!in_range(reach) || !in_range(ahead)) return std::nullopt;
    // Error bounds of 3×3 determinants (six terms with up to seven roundings each), plus the ray's errors.
    const double side_bound =
        reach * (reach * (56 * unit * ahead + 8 * direction_error_) + 16 * ahead * origin_error_);
    const double solid_bound = reach * reach * (56 * unit * reach + 24 * origin_error_);
    int left = 0, right = 0;
    for (const double side : {dot(direction_, ab), dot(direction_, bc), dot(direction_, ca)}) {
        left += side > side_bound ? 1 : 0;
        right += side < -side_bound ? 1 : 0;
    }
    if (left > 0 && right > 0) return Crossing::none;
    const double solid = dot(ab, c);
    if (!(std::abs(solid) > solid_bound)) return std::nullopt;
    if ((solid > 0 ? right : left) > 0) return Crossing::none;
    if ((solid > 0 ? left : right) < 3) return std::nullopt;
    return solid > 0 ? Crossing::up : Crossing::down;
}

Crossing RayTester::crossing(const Triangle& t) const {
    if (const auto rough = fast_crossing(t)) return *rough;
    bool doubt = false;
    const Crossing rounded = crossing_of(bounded_, bounded_corners(t), doubt);
    if (!doubt) return rounded;
    bool never = false;
    return crossing_of(exact_ray(), image<Exact>(pose_, t), never);
}

}  // namespace allide::kernel
