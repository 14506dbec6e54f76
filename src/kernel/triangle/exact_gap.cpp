#include "kernel/triangle/exact_gap.hpp"

#include <optional>

namespace allide::kernel {
namespace {

using ExactCorner = NumberPoint<Exact>;
using ExactCorners = NumberTriangle<Exact>;

ExactCorner scaled_by(const Exact& s, const ExactCorner& x) {
    return {s * x[0], s * x[1], s * x[2]};
}
ExactCorner reversed(const ExactCorner& x) {
    return {-x[0], -x[1], -x[2]};
}

// The distance is attained between two corners, between a corner and an edge or face over whose interior it
// lies, or between two edges that their common perpendicular meets; the smallest of these distances is kept.
// The only other case is an edge that passes through the interior of a face; the distance is then 0.
class GapSearch {
  public:
    GapSearch(const ExactCorners& a, const ExactCorners& b) : a_(a), b_(b) {
        for (std::size_t i = 0; i < 3; ++i) {
            edges_a_[i] = minus(a[(i + 1) % 3], a[i]);
            edges_b_[i] = minus(b[(i + 1) % 3], b[i]);
        }
        if (goes_through(a_, b_, edges_b_) || goes_through(b_, a_, edges_a_)) {
            best_ = ExactGap{};
            return;
        }
        corners();
        corners_and_edges(a_, b_, edges_b_, true);
        corners_and_edges(b_, a_, edges_a_, false);
        edges();
        corners_and_faces(a_, b_, edges_b_, true);
        corners_and_faces(b_, a_, edges_a_, false);
    }
    ExactGap best() const { return *best_; }

  private:
    // True if an edge of t passes through the interior of the face.
    static bool goes_through(const ExactCorners& t, const ExactCorners& face, const ExactCorners& edges) {
        const ExactCorner normal = cross_of(edges[0], edges[1]);
        std::array<int, 3> side{};
        for (std::size_t i = 0; i < 3; ++i) side[i] = dot_of(normal, minus(t[i], face[0])).sign();
        for (std::size_t i = 0; i < 3; ++i) {
            const std::size_t next = (i + 1) % 3;
            if (side[i] * side[next] >= 0) continue;
            const ExactCorner along = minus(t[next], t[i]);
            int low = 1, high = -1;
            for (std::size_t k = 0; k < 3; ++k) {
                const int sign = dot_of(cross_of(edges[k], minus(t[i], face[k])), along).sign();
                low = std::min(low, sign);
                high = std::max(high, sign);
            }
            if (low * high > 0) return true;
        }
        return false;
    }

    void take(const ExactRatio& squared, const ExactCorner& direction) {
        if (!best_ || compare(squared, best_->squared) < 0) best_ = ExactGap{squared, direction};
    }

    void corners() {
        for (const ExactCorner& p : a_)
            for (const ExactCorner& q : b_) {
                const ExactCorner w = minus(q, p);
                take({dot_of(w, w)}, w);
            }
    }
    void corners_and_edges(const ExactCorners& points, const ExactCorners& t, const ExactCorners& edges,
                           bool points_of_a) {
        for (std::size_t i = 0; i < 3; ++i) {
            const Exact length = dot_of(edges[i], edges[i]);
            for (const ExactCorner& point : points) {
                const ExactCorner w = minus(point, t[i]);
                const Exact along = dot_of(edges[i], w);
                if (along.sign() <= 0 || !(along < length)) continue;
                const ExactCorner product = cross_of(edges[i], w);
                const ExactCorner to_edge = minus(scaled_by(along, edges[i]), scaled_by(length, w));
                take({dot_of(product, product), length}, points_of_a ? to_edge : reversed(to_edge));
            }
        }
    }
    void edges() {
        for (std::size_t i = 0; i < 3; ++i)
            for (std::size_t j = 0; j < 3; ++j) {
                const ExactCorner w = minus(b_[j], a_[i]), normal = cross_of(edges_a_[i], edges_b_[j]);
                const Exact length = dot_of(normal, normal);
                if (length.sign() == 0) continue;
                const auto inside = [&](const ExactCorner& product) {
                    const Exact at = dot_of(product, normal);
                    return at.sign() > 0 && at < length;
                };
                if (!inside(cross_of(w, edges_b_[j])) || !inside(cross_of(w, edges_a_[i]))) continue;
                const Exact height = dot_of(normal, w);
                take({height * height, length}, height.sign() < 0 ? reversed(normal) : normal);
            }
    }
    void corners_and_faces(const ExactCorners& points, const ExactCorners& t, const ExactCorners& edges,
                           bool points_of_a) {
        const ExactCorner normal = cross_of(edges[0], edges[1]);
        const Exact length = dot_of(normal, normal);
        if (length.sign() == 0) return;
        for (const ExactCorner& point : points) {
            bool above = true;
            for (std::size_t k = 0; above && k < 3; ++k)
                above = dot_of(cross_of(edges[k], minus(point, t[k])), normal).sign() > 0;
            if (!above) continue;
            const Exact height = dot_of(normal, minus(point, t[0]));
            const bool along_normal = (height.sign() < 0) == points_of_a;
            take({height * height, length}, along_normal ? normal : reversed(normal));
        }
    }

    const ExactCorners &a_, &b_;
    ExactCorners edges_a_, edges_b_;
    std::optional<ExactGap> best_;
};

}  // namespace

ExactGap exact_gap(const NumberTriangle<Exact>& a, const NumberTriangle<Exact>& b) {
    return GapSearch(a, b).best();
}

}  // namespace allide::kernel
