#include "papers/gjk.hpp"

#include <allide/result.hpp>

#ifdef ALLIDE_BENCH_LIBCCD

#include <ccd/ccd.h>

namespace allide::bench {
namespace {

struct PlacedBox {
    std::array<std::array<double, 3>, 3> axis;  // axis[k] is the unit vector along the box's k-th side
    std::array<double, 3> center, half;
};

// libccd's support function: the corner of the box that is farthest along the direction.
void support(const void* object, const ccd_vec3_t* direction, ccd_vec3_t* corner) {
    const auto& box = *static_cast<const PlacedBox*>(object);
    std::array<double, 3> point = box.center;
    for (std::size_t k = 0; k < 3; ++k) {
        double along = 0;
        for (std::size_t i = 0; i < 3; ++i) along += box.axis[k][i] * direction->v[i];
        const double step = along >= 0 ? box.half[k] : -box.half[k];
        for (std::size_t i = 0; i < 3; ++i) point[i] += step * box.axis[k][i];
    }
    ccdVec3Set(corner, point[0], point[1], point[2]);
}

}  // namespace

bool has_gjk() {
    return true;
}

bool boxes_overlap_by_gjk(const BoxPair<double>& p) {
    const PlacedBox a{{{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}}, {0, 0, 0}, p.a};
    PlacedBox b{{}, p.t, p.b};
    for (std::size_t k = 0; k < 3; ++k) b.axis[k] = {p.r[0][k], p.r[1][k], p.r[2][k]};
    ccd_t ccd;
    CCD_INIT(&ccd);
    ccd.support1 = support;
    ccd.support2 = support;
    ccd.max_iterations = 100;
    return ccdGJKIntersect(&a, &b, &ccd) != 0;
}

}  // namespace allide::bench

#else

namespace allide::bench {

bool has_gjk() {
    return false;
}

bool boxes_overlap_by_gjk(const BoxPair<double>&) {
    throw PreconditionError("built without libccd");
}

}  // namespace allide::bench

#endif
