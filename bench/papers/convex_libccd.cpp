// libccd's GJK and MPR on the corners of convex bodies.
#include "papers/convex_peers.hpp"

#ifdef ALLIDE_BENCH_LIBCCD

#include <memory>

#include <ccd/ccd.h>

namespace allide::bench {
namespace {

struct CornersAt {
    std::vector<Vec3> corners;
    Vec3 middle;
    std::array<double, 12> pose = Pose().matrix();
};

std::shared_ptr<CornersAt> corners_of(const ConvexBody& body) {
    auto held = std::make_shared<CornersAt>();
    held->corners.assign(body.vertices().begin(), body.vertices().end());
    held->middle = body.mass().centroid;
    return held;
}

void place(const CornersAt& body, const Vec3& p, ccd_vec3_t* result) {
    const auto& m = body.pose;
    ccdVec3Set(result, m[0] * p.x + m[1] * p.y + m[2] * p.z + m[3],
               m[4] * p.x + m[5] * p.y + m[6] * p.z + m[7], m[8] * p.x + m[9] * p.y + m[10] * p.z + m[11]);
}

// These bodies have so few corners that all are compared, as in allide's own test.
void farthest_corner(const void* object, const ccd_vec3_t* direction, ccd_vec3_t* result) {
    const auto& body = *static_cast<const CornersAt*>(object);
    const auto& m = body.pose;
    const double* d = direction->v;
    const Vec3 into{m[0] * d[0] + m[4] * d[1] + m[8] * d[2], m[1] * d[0] + m[5] * d[1] + m[9] * d[2],
                    m[2] * d[0] + m[6] * d[1] + m[10] * d[2]};
    const Vec3* best = body.corners.data();
    double most = into.x * best->x + into.y * best->y + into.z * best->z;
    for (const Vec3& p : body.corners)
        if (const double height = into.x * p.x + into.y * p.y + into.z * p.z; height > most) {
            most = height;
            best = &p;
        }
    place(body, *best, result);
}

void middle_of(const void* object, ccd_vec3_t* result) {
    const auto& body = *static_cast<const CornersAt*>(object);
    place(body, body.middle, result);
}

ccd_t with_supports() {
    ccd_t ccd;
    CCD_INIT(&ccd);
    ccd.support1 = farthest_corner;
    ccd.support2 = farthest_corner;
    ccd.center1 = middle_of;
    ccd.center2 = middle_of;
    ccd.max_iterations = 100;
    return ccd;
}

}  // namespace

std::vector<ConvexPeer> convex_libccd(const ConvexBody& a, const ConvexBody& b) {
    const auto at_rest = corners_of(a), moving = corners_of(b);
    const ccd_t ccd = with_supports();
    return {{"libccd GJK",
             [=](const Pose& pose) {
                 moving->pose = pose.matrix();
                 return ccdGJKIntersect(at_rest.get(), moving.get(), &ccd) != 0;
             }},
            {"libccd MPR", [=](const Pose& pose) {
                 moving->pose = pose.matrix();
                 return ccdMPRIntersect(at_rest.get(), moving.get(), &ccd) != 0;
             }}};
}

}  // namespace allide::bench

#endif
