#include "volume/kdop/kdop_corners.hpp"

#include "base/infinity.hpp"

#include <cmath>

namespace allide::volume {
namespace {

using kernel::cross;
using kernel::dot;
using kernel::operator+;
using kernel::operator-;
using kernel::operator*;

constexpr double parallel = 1e-9;  // up to this |slope|, a plane counts as parallel to a PlanePair's line

// The common line of the planes D_i · x = d_i and D_j · x = d_j, as x = d_i u + d_j v + t along. It meets
// plane l where t slope[l] = d_l − on_i[l] d_i − on_j[l] d_j, with slope[l] = D_l · along, on_i[l] = D_l · u
// and on_j[l] = D_l · v.
template <int K>
struct PlanePair {
    int i, j;
    Vec3 u, v, along;
    std::array<double, K> slope, on_i, on_j;
};

template <int K>
PlanePair<K> plane_pair(int i, int j) {
    const auto& all = directions<K>();
    const Vec3 &a = all[static_cast<std::size_t>(i)], &b = all[static_cast<std::size_t>(j)];
    const double cosine = dot(a, b), squared_sine = 1 - cosine * cosine;
    PlanePair<K> pair;
    pair.i = i;
    pair.j = j;
    pair.u = (1 / squared_sine) * (a - cosine * b);
    pair.v = (1 / squared_sine) * (b - cosine * a);
    pair.along = (1 / std::sqrt(squared_sine)) * cross(a, b);
    for (std::size_t l = 0; l < K; ++l) {
        pair.slope[l] = dot(all[l], pair.along);
        pair.on_i[l] = dot(all[l], pair.u);
        pair.on_j[l] = dot(all[l], pair.v);
    }
    return pair;
}

template <int K>
const std::vector<PlanePair<K>>& plane_pairs() {
    static const std::vector<PlanePair<K>> pairs = [] {
        std::vector<PlanePair<K>> all;
        for (int i = 0; i < K; ++i)
            for (int j = i + 1; j < K; ++j)
                if (j != i + K / 2) all.push_back(plane_pair<K>(i, j));
        return all;
    }();
    return pairs;
}

// The smallest |slope[l]| of all PlanePairs, over the planes l that are not parallel to the line.
template <int K>
double least_slope() {
    static const double least = [] {
        double smallest = 1;
        for (const PlanePair<K>& pair : plane_pairs<K>())
            for (const double slope : pair.slope)
                if (std::abs(slope) > parallel) smallest = std::min(smallest, std::abs(slope));
        return smallest;
    }();
    return least;
}

// Every plane is moved outward by this length, so that even a flat k-DOP has an edge at each of its corners.
double relaxation(double norm) {
    return 32 * 0x1p-53 * norm + 0x1p-1050;
}

// The offsets of all K planes along their outward normals, moved outward by relaxation().
template <int K>
std::array<double, K> plane_offsets(const Kdop<K>& dop, double norm) {
    std::array<double, K> offsets;
    for (std::size_t i = 0; i < K / 2; ++i) {
        offsets[i] = dop.hi(i) + relaxation(norm);
        offsets[i + K / 2] = -dop.lo(i) + relaxation(norm);
    }
    return offsets;
}

struct LineRange {
    double from, to;
    bool empty;
};

template <int K>
LineRange range_on(const PlanePair<K>& pair, const std::array<double, K>& offset, double slack) {
    const double d_i = offset[static_cast<std::size_t>(pair.i)],
                 d_j = offset[static_cast<std::size_t>(pair.j)];
    LineRange range{-base::infinity, base::infinity, false};
    for (std::size_t l = 0; l < K && !range.empty; ++l) {
        const double room = offset[l] - pair.on_i[l] * d_i - pair.on_j[l] * d_j;
        if (std::abs(pair.slope[l]) <= parallel)
            range.empty = room < -slack;
        else if (pair.slope[l] > 0)
            range.to = std::min(range.to, room / pair.slope[l]);
        else
            range.from = std::max(range.from, room / pair.slope[l]);
        range.empty = range.empty || range.from > range.to + slack / least_slope<K>();
    }
    return range;
}

bool near(const Vec3& a, const Vec3& b, double distance) {
    return kernel::largest(a - b) <= distance;
}

}  // namespace

template <int K>
double corner_error(double norm) {
    return 32 * relaxation(norm) / least_slope<K>();
}

template <int K>
std::vector<KdopEdge> edges_of(const Kdop<K>& dop, double norm) {
    const std::array<double, K> offset = plane_offsets<K>(dop, norm);
    std::vector<KdopEdge> edges;
    for (const PlanePair<K>& pair : plane_pairs<K>()) {
        const LineRange range = range_on<K>(pair, offset, relaxation(norm));
        if (range.empty) continue;
        const Vec3 origin = offset[static_cast<std::size_t>(pair.i)] * pair.u +
                            offset[static_cast<std::size_t>(pair.j)] * pair.v;
        edges.push_back({origin + range.from * pair.along, origin + range.to * pair.along});
    }
    return edges;
}

template <int K>
std::vector<Vec3> corners_of(const Kdop<K>& dop, double norm) {
    std::vector<Vec3> corners;
    const double merge = 0.25 * corner_error<K>(norm);
    const auto add = [&](const Vec3& corner) {
        for (const Vec3& known : corners)
            if (near(known, corner, merge)) return;
        corners.push_back(corner);
    };
    for (const KdopEdge& edge : edges_of(dop, norm)) {
        add(edge.from);
        add(edge.to);
    }
    return corners;
}

#define ALLIDE_INSTANTIATE(K)                                           \
    template std::vector<KdopEdge> edges_of<K>(const Kdop<K>&, double); \
    template double corner_error<K>(double);                            \
    template std::vector<Vec3> corners_of<K>(const Kdop<K>&, double);
ALLIDE_FOR_EACH_KDOP(ALLIDE_INSTANTIATE)
#undef ALLIDE_INSTANTIATE

}  // namespace allide::volume
