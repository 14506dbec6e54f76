#include "kernel/doubtful_pair.hpp"

#include "kernel/vec.hpp"

#include <algorithm>
#include <cmath>

namespace allide::kernel {
namespace {

constexpr double unit = 0x1p-53;
// Between them no product of four lengths overflows, and what underflows is far below every bound.
constexpr double smallest = 0x1p-200, largest_allowed = 0x1p200;

double norm_1(const Vec3& v) {
    return std::abs(v.x) + std::abs(v.y) + std::abs(v.z);
}

class DoubtfulPair {
  public:
    // Both triangles as differences from A's first corner.
    DoubtfulPair(const std::array<Vec3, 3>& a, const std::array<Vec3, 3>& b, const RelativePose& b_in_a) {
        double norm_b = 0;
        for (std::size_t i = 0; i < 3; ++i) {
            p_[i] = a[i] - a[0];
            q_[i] = b_in_a.identical ? b[i] - a[0] : b_in_a.map(b[i]) - a[0];
            norm_b = std::max(norm_b, norm_1(b[i]));
        }
        for (std::size_t i = 0; i < 3; ++i) {
            reach_ = std::max({reach_, largest(p_[i]), largest(q_[i])});
            p_edge_[i] = p_[(i + 1) % 3] - p_[i];
            q_edge_[i] = q_[(i + 1) % 3] - q_[i];
            p_size_ = std::max(p_size_, largest(p_edge_[i]));
            q_size_ = std::max(q_size_, largest(q_edge_[i]));
        }
        // Of a coordinate of p or q: the map's error, and the rounding of the difference.
        error_ = b_in_a.map_error(norm_b) + 2 * unit * reach_;
    }

    PairVerdict verdict() const {
        if (!(reach_ <= largest_allowed && error_ <= reach_ && std::min(p_size_, q_size_) >= smallest))
            return PairVerdict::undecided;
        if (some_direction_parts()) return PairVerdict::disjoint;
        return some_edge_crosses() ? PairVerdict::touching : PairVerdict::undecided;
    }

  private:
    bool some_direction_parts() const {
        const Vec3 p_normal = cross(p_edge_[0], p_edge_[1]), q_normal = cross(q_edge_[0], q_edge_[1]);
        if (parts(p_normal) || parts(q_normal)) return true;
        for (const Vec3& e : p_edge_)
            for (const Vec3& f : q_edge_)
                if (parts(cross(e, f))) return true;
        for (std::size_t i = 0; i < 3; ++i)
            if (parts(cross(p_normal, p_edge_[i])) || parts(cross(q_normal, q_edge_[i]))) return true;
        return false;
    }

    // Whatever the direction is, and however it was rounded: if the corners' shadows on it are certainly
    // apart, so are the triangles. A shadow's error is at most |n|₁ (error + 3.01 u reach), twice that for a
    // gap.
    bool parts(const Vec3& direction) const {
        const double norm = norm_1(direction);
        if (!(norm >= 0x1p-720)) return false;
        const auto shadow = [&](const std::array<Vec3, 3>& corners) {
            const double x = dot(direction, corners[0]), y = dot(direction, corners[1]),
                         z = dot(direction, corners[2]);
            return std::pair(std::min({x, y, z}), std::max({x, y, z}));
        };
        const auto [p_low, p_high] = shadow(p_);
        const auto [q_low, q_high] = shadow(q_);
        return std::max(p_low - q_high, q_low - p_high) > norm * (4 * error_ + 16 * unit * reach_);
    }

    // Volumes of six differences, each off by at most 2 error + 3 u reach: with |x₁|, |x₂|, |x₃| ≤ s₁, s₂, s₃
    // the exact determinant of the rounded rows is off by 6 (s₁s₂ + s₁s₃ + s₂s₃) times that (a determinant
    // has six products), and its evaluation by at most 8 u · 6 s₁s₂s₃.
    int side(const Vec3& x1, const Vec3& x2, const Vec3& x3) const {
        const double s1 = largest(x1), s2 = largest(x2), s3 = largest(x3);
        const double off = 2 * error_ + 3 * unit * reach_;
        const double bound = 8 * (s1 * s2 + s1 * s3 + s2 * s3 + off * (s1 + s2 + s3) + off * off) * off +
                             64 * unit * s1 * s2 * s3;
        const double volume = dot(x1, cross(x2, x3));
        return volume > bound ? 1 : volume < -bound ? -1 : 0;
    }

    // An edge of one from side to side of the other, inside all its edges, all of it certain.
    bool some_edge_crosses() const {
        int around[3][3];
        for (std::size_t i = 0; i < 3; ++i)
            for (std::size_t j = 0; j < 3; ++j) around[i][j] = side(p_edge_[i], q_[j] - p_[i], q_edge_[j]);
        const auto same = [](int x, int y, int z) { return x != 0 && x == y && x == z; };
        int p_side[3], q_side[3];
        for (std::size_t i = 0; i < 3; ++i) {
            p_side[i] = side(q_edge_[0], q_edge_[1], p_[i] - q_[0]);
            q_side[i] = side(p_edge_[0], p_edge_[1], q_[i]);
        }
        for (std::size_t i = 0; i < 3; ++i) {
            const std::size_t next = (i + 1) % 3;
            if (p_side[i] * p_side[next] < 0 && same(around[i][0], around[i][1], around[i][2])) return true;
            if (q_side[i] * q_side[next] < 0 && same(around[0][i], around[1][i], around[2][i])) return true;
        }
        return false;
    }

    std::array<Vec3, 3> p_, q_, p_edge_, q_edge_;
    double reach_ = 0, p_size_ = 0, q_size_ = 0, error_ = 0;
};

}  // namespace

PairVerdict look_again(const std::array<Vec3, 3>& a, const std::array<Vec3, 3>& b,
                       const RelativePose& b_in_a) {
    return DoubtfulPair(a, b, b_in_a).verdict();
}

}  // namespace allide::kernel
