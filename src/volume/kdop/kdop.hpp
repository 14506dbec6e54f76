// Discrete orientation polytopes (k-DOPs): each is the set of points between k/2 pairs of parallel planes
// with fixed normals.
#pragma once

#include "base/infinity.hpp"
#include "kernel/pose/vec.hpp"
#include "volume/hull/directions.hpp"

#include <algorithm>
#include <array>
#include <span>

namespace allide::volume {

// The points x with offset[i] ≤ D_i · x ≤ offset[K/2 + i] for the first K/2 directions D_i. An infinite
// offset means that there is no plane on that side.
template <int K>
struct Kdop {
    static constexpr int planes = K;
    static constexpr std::size_t slabs = K / 2;
    std::array<double, K> offset;

    double lo(std::size_t i) const { return offset[i]; }
    double hi(std::size_t i) const { return offset[slabs + i]; }
    double& lo(std::size_t i) { return offset[i]; }
    double& hi(std::size_t i) { return offset[slabs + i]; }
    double width(std::size_t i) const { return hi(i) - lo(i); }
    // The size decides which of two overlapping volumes is descended first: the larger one. The widest of
    // three slabs is a sufficient measure.
    double size() const { return std::max({width(0), width(1), width(2)}); }

    static Kdop empty() {
        Kdop dop;
        for (std::size_t i = 0; i < slabs; ++i) {
            dop.lo(i) = base::infinity;
            dop.hi(i) = -dop.lo(i);
        }
        return dop;
    }
    static Kdop everything() {
        Kdop dop = empty();
        for (double& offset : dop.offset) offset = -offset;
        return dop;
    }
    void add(const Vec3& point) {
        const auto& all = directions<K>();
        for (std::size_t i = 0; i < slabs; ++i) {
            const double along = kernel::dot(all[i], point);
            lo(i) = std::min(lo(i), along);
            hi(i) = std::max(hi(i), along);
        }
    }
    void add(const Kdop& other) {
        for (std::size_t i = 0; i < slabs; ++i) {
            lo(i) = std::min(lo(i), other.lo(i));
            hi(i) = std::max(hi(i), other.hi(i));
        }
    }
    // Moves every plane outward.
    void inflate(double distance) {
        for (std::size_t i = 0; i < slabs; ++i) {
            lo(i) -= distance;
            hi(i) += distance;
        }
    }
    // Comparisons with NaN count as overlapping: only volumes that are certainly disjoint are separated.
    bool overlaps(const Kdop& other) const {
        for (std::size_t i = 0; i < slabs; ++i)
            if (lo(i) > other.hi(i) || hi(i) < other.lo(i)) return false;
        return true;
    }
    // The widest gap between two parallel separating planes, 0 if there is none. It is a lower bound of the
    // distance up to rounding, because the directions are unit vectors (Fünfzig, Fellner 2003, section 5).
    double gap(const Kdop& other) const {
        double widest = 0;
        for (std::size_t i = 0; i < slabs; ++i) {
            const double above = other.lo(i) - hi(i), below = lo(i) - other.hi(i);
            if (above > widest) widest = above;
            if (below > widest) widest = below;
        }
        return widest;
    }
    friend bool operator==(const Kdop&, const Kdop&) = default;
};

template <int K>
Kdop<K> fit_kdop(std::span<const Vec3> points) {
    Kdop<K> dop = Kdop<K>::empty();
    for (const Vec3& point : points) dop.add(point);
    return dop;
}

// The largest distance by which rounding can make a point that the k-DOP contains seem to be outside, if |x|₁
// ≤ norm for all its points.
inline double kdop_fit_tolerance(double norm) {
    return 8 * 0x1p-53 * norm + 0x1p-1060;
}

}  // namespace allide::volume
