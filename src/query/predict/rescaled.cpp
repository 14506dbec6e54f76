#include "query/predict/rescaled.hpp"

#include "base/infinity.hpp"
#include "kernel/pose/vec.hpp"
#include "model/model_data.hpp"
#include "model/moving_segment.hpp"

#include <algorithm>
#include <cmath>

namespace allide::query {
namespace {

// A query is rescaled if its largest length exceeds 2 to this power, or is below 2 to minus this power.
constexpr int far_out = 400;

// Without rotation, the point of the axis does not affect the motion and is ignored, however far away it is.
bool has_point(const MotionSegment& segment) {
    return segment.screw.angle.in_radians() != 0;
}

double longest_of(const Moving& mover) {
    double most = std::visit([](const auto& tree) { return double{tree.norm}; }, data_of(mover).tree);
    for (const MotionSegment& segment : mover.motion().segments()) {
        const auto& m = segment.start.matrix();
        most = std::max({most, std::abs(m[3]), std::abs(m[7]), std::abs(m[11])});
        most = std::max(
            most, segment.is_linear ? kernel::largest(segment.translation) : std::abs(segment.screw.advance));
        if (has_point(segment)) most = std::max(most, kernel::largest(segment.screw.point));
    }
    return most;
}

// Exponent of the power of two that scales `longest` to 2^far_out or 2^−far_out; 0 if it is in between.
int exponent_for(double longest) {
    if (longest == 0) return 0;
    const int exponent = std::isfinite(longest) ? std::ilogb(longest) : 1027;
    return exponent > far_out ? far_out - exponent : exponent < -far_out ? -far_out - exponent : 0;
}

// Multiplies lengths by a power of two and records if that lost a digit.
class Scaling {
  public:
    explicit Scaling(int exponent) : exponent_(exponent) {}
    bool is_exact() const { return is_exact_; }

    double operator()(double length) {
        const double scaled = std::ldexp(length, exponent_);
        is_exact_ = is_exact_ && std::ldexp(scaled, -exponent_) == length;
        return scaled;
    }
    Vec3 operator()(const Vec3& x) { return {(*this)(x.x), (*this)(x.y), (*this)(x.z)}; }
    MotionSegment operator()(MotionSegment segment) {
        auto rows = segment.start.matrix();
        for (const std::size_t i : {3, 7, 11}) rows[i] = (*this)(rows[i]);
        segment.start = detail::SegmentAccess::pose(rows);
        segment.translation = (*this)(segment.translation);
        segment.screw.point = has_point(segment) ? (*this)(segment.screw.point) : Vec3{};
        segment.screw.advance = (*this)(segment.screw.advance);
        return segment;
    }
    Motion operator()(const Motion& motion) {
        std::vector<MotionSegment> segments;
        for (const MotionSegment& segment : motion.segments()) segments.push_back((*this)(segment));
        return detail::SegmentAccess::motion(std::move(segments));
    }
    Mesh operator()(const Mesh& mesh) {
        MeshData data;
        for (const Vec3& x : mesh.vertices()) data.vertices.push_back((*this)(x));
        data.triangles.assign(mesh.triangles().begin(), mesh.triangles().end());
        return Mesh::from(std::move(data)).value();
    }

  private:
    int exponent_;
    bool is_exact_ = true;
};

}  // namespace

Rescaled::Rescaled(Model a, Motion motion_a, Model b, Motion motion_b, const PredictOptions& options,
                   int exponent)
    : a_(std::move(a)),
      b_(std::move(b)),
      motion_a_(std::move(motion_a)),
      motion_b_(std::move(motion_b)),
      options_(options),
      exponent_(exponent) {}

std::optional<Rescaled> Rescaled::of(const Moving& a, const Moving& b, const PredictOptions& options) {
    const int exponent = exponent_for(std::max({longest_of(a), longest_of(b), options.clearance}));
    if (exponent == 0) return {};
    Scaling scaled(exponent);
    PredictOptions its_options = options;
    its_options.clearance = scaled(options.clearance);
    const Motion motion_a = scaled(a.motion()), motion_b = scaled(b.motion());
    const Mesh mesh_a = scaled(data_of(a).mesh), mesh_b = scaled(data_of(b).mesh);
    if (!scaled.is_exact()) return {};
    auto model_a = Model::build(mesh_a), model_b = Model::build(mesh_b);
    if (!model_a || !model_b) return {};
    return Rescaled(*std::move(model_a), motion_a, *std::move(model_b), motion_b, its_options, exponent);
}

Prediction Rescaled::back(Prediction answer) const {
    if (answer.impact) {
        Vec3& x = answer.impact->point;
        x = {std::ldexp(x.x, -exponent_), std::ldexp(x.y, -exponent_), std::ldexp(x.z, -exponent_)};
    }
    const double delta = std::ldexp(answer.delta, -exponent_);
    // Round up if the scaling rounded down.
    const bool is_below = std::ldexp(delta, exponent_) < answer.delta;
    answer.delta = is_below ? std::nextafter(delta, base::infinity) : delta;
    return answer;
}

}  // namespace allide::query
