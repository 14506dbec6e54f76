#include "kernel/triangle/exact_closest_points.hpp"

#include <cstddef>
#include <utility>

namespace allide::kernel {
namespace {

using ExactVector = NumberPoint<Exact>;
using ExactFace = NumberTriangle<Exact>;

Exact exact_one() {
    return Exact(1.0);
}

bool vanishes(const ExactVector& v) {
    return v[0].sign() == 0 && v[1].sign() == 0 && v[2].sign() == 0;
}

ExactWeights weight_at_corner(std::size_t i) {
    ExactWeights weights;
    weights[i] = exact_one();
    return weights;
}

// The weights of the point corner[i] + (along / length) · (corner[i + 1] − corner[i]). Their sum is `length`.
ExactWeights weights_on_edge(std::size_t i, const Exact& along, const Exact& length) {
    ExactWeights weights;
    weights[i] = length - along;
    weights[(i + 1) % 3] = along;
    return weights;
}

bool is_from_zero_to(const Exact& x, const Exact& end) {
    return x.sign() >= 0 && !(end < x);
}

// Tries every pair of features whose closest points lie within them, borders included, and keeps the closest.
// run() exchanges the two triangles halfway, so that each function needs to handle only one of the two roles.
class ClosestSearch {
  public:
    ClosestSearch(const ExactFace& p, const ExactFace& q) : p_(p), q_(q) {}

    ExactClosestPoints run() {
        corners_and_faces();
        corners_and_edges();
        corners();
        edges();
        edges_through_faces();
        swap_sides();
        corners_and_faces();
        corners_and_edges();
        edges_through_faces();
        swap_sides();
        if (best_.squared.numerator.sign() == 0) best_.direction = {};
        return best_;
    }

  private:
    void swap_sides() {
        std::swap(p_, q_);
        std::swap(best_.weights_p, best_.weights_q);
        best_.direction = {-best_.direction[0], -best_.direction[1], -best_.direction[2]};
    }

    void keep(const ExactRatio& squared, ExactWeights on_p, ExactWeights on_q, ExactVector direction) {
        if (found_ && compare(squared, best_.squared) >= 0) return;
        found_ = true;
        best_ = {std::move(on_p), std::move(on_q), squared, std::move(direction)};
    }

    void corners() {
        for (std::size_t i = 0; i < 3; ++i)
            for (std::size_t j = 0; j < 3; ++j) {
                const ExactVector w = minus(q_[j], p_[i]);
                keep({dot_of(w, w), exact_one()}, weight_at_corner(i), weight_at_corner(j), w);
            }
    }

    // Tries the corners of p with the edges of q.
    void corners_and_edges() {
        for (std::size_t j = 0; j < 3; ++j) {
            const ExactVector e = minus(q_[(j + 1) % 3], q_[j]);
            const Exact length = dot_of(e, e);
            if (length.sign() == 0) continue;
            for (std::size_t i = 0; i < 3; ++i) {
                const ExactVector w = minus(p_[i], q_[j]);
                const Exact along = dot_of(e, w);
                if (!is_from_zero_to(along, length)) continue;
                const ExactVector across = minus(product_of(along, e), product_of(length, w));
                const ExactVector product = cross_of(e, w);
                keep({dot_of(product, product), length}, weight_at_corner(i),
                     weights_on_edge(j, along, length), across);
            }
        }
    }

    // Tries the corners of p that lie over the face of q with that face.
    void corners_and_faces() {
        const ExactVector normal = cross_of(minus(q_[1], q_[0]), minus(q_[2], q_[0]));
        if (vanishes(normal)) return;
        const Exact length = dot_of(normal, normal);
        for (std::size_t i = 0; i < 3; ++i) {
            ExactWeights weights;
            bool is_over = true;
            for (std::size_t j = 0; is_over && j < 3; ++j) {
                const ExactVector edge = minus(q_[(j + 1) % 3], q_[j]);
                weights[(j + 2) % 3] = dot_of(cross_of(edge, minus(p_[i], q_[j])), normal);
                is_over = weights[(j + 2) % 3].sign() >= 0;
            }
            if (!is_over) continue;
            const Exact height = dot_of(normal, minus(q_[0], p_[i]));
            keep({height * height, length}, weight_at_corner(i), weights, along(normal, height));
        }
    }

    static ExactVector along(const ExactVector& normal, const Exact& height) {
        return height.sign() < 0 ? ExactVector{-normal[0], -normal[1], -normal[2]} : normal;
    }

    // For edges e and f, n = e × f, and the vector w between their first corners: the common perpendicular
    // meets e at the fraction (w × f) · n / |n|² of its length, and f at the fraction (w × e) · n / |n|².
    void edges() {
        for (std::size_t i = 0; i < 3; ++i)
            for (std::size_t j = 0; j < 3; ++j) {
                const ExactVector e = minus(p_[(i + 1) % 3], p_[i]), f = minus(q_[(j + 1) % 3], q_[j]);
                const ExactVector w = minus(q_[j], p_[i]), normal = cross_of(e, f);
                if (vanishes(normal)) continue;
                const Exact length = dot_of(normal, normal);
                const Exact on_p = dot_of(cross_of(w, f), normal), on_q = dot_of(cross_of(w, e), normal);
                if (!is_from_zero_to(on_p, length) || !is_from_zero_to(on_q, length)) continue;
                const Exact height = dot_of(normal, w);
                keep({height * height, length}, weights_on_edge(i, on_p, length),
                     weights_on_edge(j, on_q, length), along(normal, height));
            }
    }

    // Edges of p that cross the face of q from one side to the other. The barycentric weight of a corner of q
    // at the crossing is the signed volume that the edge spans with the opposite edge of q.
    void edges_through_faces() {
        const ExactVector normal = cross_of(minus(q_[1], q_[0]), minus(q_[2], q_[0]));
        for (std::size_t i = 0; i < 3; ++i) {
            const ExactVector &from = p_[i], &to = p_[(i + 1) % 3];
            const Exact above = dot_of(normal, minus(from, q_[0])), below = dot_of(normal, minus(to, q_[0]));
            if (above.sign() * below.sign() >= 0) continue;
            ExactWeights weights;
            bool is_through = true;
            for (std::size_t j = 0; is_through && j < 3; ++j) {
                const ExactVector a = minus(q_[(j + 1) % 3], from), b = minus(q_[(j + 2) % 3], from);
                weights[j] = dot_of(cross_of(a, b), minus(to, from));
                if (above.sign() > 0) weights[j] = -weights[j];
                is_through = weights[j].sign() >= 0;
            }
            if (!is_through) continue;
            const Exact start = above.sign() > 0 ? above : -above, end = below.sign() > 0 ? below : -below;
            keep({Exact(), exact_one()}, weights_on_edge(i, start, start + end), weights, {});
        }
    }

    ExactFace p_, q_;
    ExactClosestPoints best_;
    bool found_ = false;
};

}  // namespace

ExactClosestPoints exact_closest_points(const NumberTriangle<Exact>& p, const NumberTriangle<Exact>& q) {
    return ClosestSearch(p, q).run();
}

}  // namespace allide::kernel
