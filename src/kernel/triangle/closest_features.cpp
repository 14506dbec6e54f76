#include "kernel/triangle/closest_features.hpp"

#include "base/infinity.hpp"
#include "kernel/pose/vec.hpp"

namespace allide::kernel {
namespace {

using Weights = std::array<double, 3>;

Weights at_corner(std::size_t i) {
    Weights weights{};
    weights[i] = 1;
    return weights;
}
Weights on_edge(std::size_t i, double t) {
    Weights weights{};
    weights[i] = 1 - t;
    weights[(i + 1) % 3] = t;
    return weights;
}

// The closest pair of features found so far.
class Best {
  public:
    bool improves(double squared) const { return squared < squared_; }
    void take(double squared, const Weights& a, const Weights& b) {
        squared_ = squared;
        features_ = {a, b};
    }
    const ClosestFeatures& features() const { return features_; }

  private:
    double squared_ = base::infinity;
    ClosestFeatures features_;
};

// Calls take(squared_distance, corner, edge, t) for each corner against each edge, the ends of the edges
// included; t is the position along the edge.
template <typename Take>
void corners_and_edges(const Triangle& corners, const Triangle& triangle, Take&& take) {
    for (std::size_t j = 0; j < 3; ++j) {
        const Vec3 edge = triangle[(j + 1) % 3] - triangle[j];
        const double length = dot(edge, edge);
        for (std::size_t i = 0; i < 3; ++i) {
            const Vec3 w = corners[i] - triangle[j];
            const double along = dot(edge, w);
            const double t = !(along > 0) ? 0 : along < length ? along / length : 1;
            const Vec3 gap = w - t * edge;
            take(dot(gap, gap), i, j, t);
        }
    }
}

// Calls take(squared_distance, corner, weights) for each corner whose projection lies inside the face.
template <typename Take>
void corners_and_face(const Triangle& corners, const Triangle& triangle, Take&& take) {
    const Vec3 e = triangle[1] - triangle[0], f = triangle[2] - triangle[0], normal = cross(e, f);
    const double length = dot(normal, normal);
    if (!(length > 0)) return;
    for (std::size_t i = 0; i < 3; ++i) {
        const Vec3 w = corners[i] - triangle[0];
        const double along_e = dot(cross(w, f), normal) / length, along_f = dot(cross(e, w), normal) / length;
        if (!(along_e > 0 && along_f > 0 && along_e + along_f < 1)) continue;
        const double height = dot(normal, w);
        take(height * height / length, i, Weights{1 - along_e - along_f, along_e, along_f});
    }
}

// Considers only pairs whose common perpendicular meets both edges in their interior. Nearly parallel edges
// are skipped, because one of their end points is as close.
void edges(const Triangle& a, const Triangle& b, Best& best) {
    for (std::size_t i = 0; i < 3; ++i) {
        const Vec3 e = a[(i + 1) % 3] - a[i];
        for (std::size_t j = 0; j < 3; ++j) {
            const Vec3 f = b[(j + 1) % 3] - b[j], w = b[j] - a[i], normal = cross(e, f);
            const double length = dot(normal, normal);
            if (!(length > 1e-20 * dot(e, e) * dot(f, f))) continue;
            const double height = dot(normal, w), squared = height * height / length;
            if (!best.improves(squared)) continue;
            const double s = dot(cross(w, f), normal) / length, t = dot(cross(w, e), normal) / length;
            if (s > 0 && s < 1 && t > 0 && t < 1) best.take(squared, on_edge(i, s), on_edge(j, t));
        }
    }
}

}  // namespace

ClosestFeatures closest_features(const Triangle& a, const Triangle& b) {
    Best best;
    corners_and_edges(a, b, [&](double squared, std::size_t corner, std::size_t edge, double t) {
        if (best.improves(squared)) best.take(squared, at_corner(corner), on_edge(edge, t));
    });
    corners_and_edges(b, a, [&](double squared, std::size_t corner, std::size_t edge, double t) {
        if (best.improves(squared)) best.take(squared, on_edge(edge, t), at_corner(corner));
    });
    corners_and_face(a, b, [&](double squared, std::size_t corner, const Weights& weights) {
        if (best.improves(squared)) best.take(squared, at_corner(corner), weights);
    });
    corners_and_face(b, a, [&](double squared, std::size_t corner, const Weights& weights) {
        if (best.improves(squared)) best.take(squared, weights, at_corner(corner));
    });
    edges(a, b, best);
    return best.features();
}

}  // namespace allide::kernel
