#include "kernel/probe/region_tester.hpp"

#include <algorithm>

namespace allide::kernel {
namespace {

// Maps planes into the model's frame, once per query, so that triangles need no mapping. The half-space
// normal · (R x + t) ≤ offset becomes (Rᵀ normal) · x ≤ offset − normal · t.
template <typename Number>
std::vector<RegionTester::Local<Number>> into_model(const Pose& pose, std::span<const Plane> planes) {
    const auto& m = pose.matrix();
    std::vector<RegionTester::Local<Number>> out(planes.size());
    for (std::size_t i = 0; i < planes.size(); ++i) {
        const NumberPoint<Number> n = as_given<Number>(planes[i].normal);
        out[i].offset = Number(planes[i].offset);
        for (std::size_t j = 0; j < 3; ++j) {
            for (std::size_t k = 0; k < 3; ++k)
                if (m[4 * k + j] != 0) out[i].normal[j] = out[i].normal[j] + Number(m[4 * k + j]) * n[k];
            if (m[4 * j + 3] != 0) out[i].offset = out[i].offset - n[j] * Number(m[4 * j + 3]);
        }
    }
    return out;
}

// A triangle clipped by one plane after the other, in barycentric coordinates of its corners. In these
// coordinates even a degenerate triangle has area, and a plane becomes a line: its coefficients are the
// signed heights of the three corners over the plane. Every corner of the clipped polygon is the cross
// product of two such lines, so the degree of the expressions does not grow with the number of planes.
template <typename Number>
class Clipped {
  public:
    Clipped() {
        const Number one(1.0);
        for (std::size_t i = 0; i < 3; ++i) {
            Corner corner;
            corner.at[i] = one;
            // On the edge to the next corner the third weight is 0.
            corner.line[(i + 2) % 3] = one;
            corners_.push_back(corner);
        }
    }

    // Keeps the part of the polygon with height ≤ 0. Returns false if nothing is left or `doubt` is set.
    bool cut(const NumberPoint<Number>& height, bool& doubt) {
        std::vector<int> side;
        for (const Corner& corner : corners_) side.push_back(sign_of(dot_of(height, corner.at), doubt));
        if (doubt) return false;
        std::vector<Corner> left;
        for (std::size_t i = 0; i < corners_.size(); ++i) {
            const std::size_t next = (i + 1) % corners_.size();
            Corner corner = corners_[i];
            const NumberPoint<Number> line = corner.line;
            if (side[i] <= 0) {
                if (side[i] == 0 && side[next] > 0) corner.line = height;
                left.push_back(corner);
            }
            if (side[i] * side[next] >= 0) continue;
            left.push_back({product(line, height, doubt), side[i] < 0 ? height : line});
        }
        corners_ = std::move(left);
        return !corners_.empty() && !doubt;
    }

  private:
    struct Corner {
        NumberPoint<Number> at;    // barycentric weights, up to a positive factor
        NumberPoint<Number> line;  // the line that contains the edge to the next corner
    };

    // Intersection of two lines, as weights. The weights of a point of the triangle all have the same sign;
    // if that sign is negative, the result is negated.
    static NumberPoint<Number> product(const NumberPoint<Number>& a, const NumberPoint<Number>& b,
                                       bool& doubt) {
        NumberPoint<Number> at = cross_of(a, b);
        if (sign_of(at[0] + at[1] + at[2], doubt) >= 0) return at;
        return {-at[0], -at[1], -at[2]};
    }

    std::vector<Corner> corners_;
};

template <typename Number>
bool decide(const std::vector<RegionTester::Local<Number>>& planes, const NumberTriangle<Number>& t,
            bool& doubt) {
    std::array<bool, 3> inside{true, true, true};
    std::vector<NumberPoint<Number>> cutting;
    for (const auto& plane : planes) {
        NumberPoint<Number> height;
        bool above = true, below = true;
        for (std::size_t i = 0; i < 3; ++i) {
            bool not_proven = false;
            height[i] = dot_of(plane.normal, t[i]) - plane.offset;
            const int side = sign_of(height[i], not_proven);
            above = above && side > 0;
            inside[i] = inside[i] && side <= 0 && !not_proven;
            below = below && side <= 0 && !not_proven;
        }
        if (above) return false;
        if (!below) cutting.push_back(height);
    }
    if (inside[0] || inside[1] || inside[2]) return true;
    Clipped<Number> rest;
    for (const auto& height : cutting)
        if (!rest.cut(height, doubt)) return false;
    return true;
}

template <typename Number>
NumberTriangle<Number> numbers(const Triangle& t) {
    return {as_given<Number>(t[0]), as_given<Number>(t[1]), as_given<Number>(t[2])};
}

}  // namespace

RegionTester::RegionTester(const Pose& pose, std::span<const Plane> planes)
    : pose_(pose), planes_(planes.begin(), planes.end()), bounded_(into_model<BoundedDouble>(pose, planes)) {}

bool RegionTester::meets(const Triangle& t) const {
    bool doubt = false;
    const bool rounded = decide(bounded_, numbers<BoundedDouble>(t), doubt);
    if (!doubt) return rounded;
    if (!exact_) exact_ = into_model<Exact>(pose_, planes_);
    bool never = false;
    return decide(*exact_, numbers<Exact>(t), never);
}

}  // namespace allide::kernel
