// libccd's GJK and EPA on support functions.
#include "torture/engine.hpp"

#include <ccd/ccd.h>

namespace allide::bench::torture {
namespace {

// A body of any kind, or a triangle if `corners` is set.
struct Supported {
    Body body = {};
    std::optional<Corners> corners = {};
    Matrix pose = {};
};

Point farthest(const Supported& shape, const Point& d) {
    if (shape.corners) {
        const auto height = [&](const Point& p) { return p[0] * d[0] + p[1] * d[1] + p[2] * d[2]; };
        Point best = (*shape.corners)[0];
        for (const Point& p : *shape.corners)
            if (height(p) > height(best)) best = p;
        return best;
    }
    const Body& body = shape.body;
    const auto sign = [](double x) { return x < 0 ? -1.0 : 1.0; };
    const double across = std::hypot(d[0], d[1]), whole = std::hypot(across, d[2]);
    const double r = body.radius, h = body.half;
    if (body.kind == "box")
        return {sign(d[0]) * body.half_sides[0], sign(d[1]) * body.half_sides[1],
                sign(d[2]) * body.half_sides[2]};
    if (body.kind == "sphere" || body.kind == "capsule") {
        if (whole == 0) return {0, 0, h};
        return {r * d[0] / whole, r * d[1] / whole, r * d[2] / whole + sign(d[2]) * h};
    }
    const Point rim = across == 0 ? Point{0, 0, 0} : Point{r * d[0] / across, r * d[1] / across, 0};
    if (body.kind == "cylinder") return {rim[0], rim[1], sign(d[2]) * h};
    if (h * d[2] > r * across - h * d[2]) return {0, 0, h};
    return {rim[0], rim[1], -h};
}

void support(const void* object, const ccd_vec3_t* direction, ccd_vec3_t* result) {
    const Supported& shape = *static_cast<const Supported*>(object);
    const Matrix& m = shape.pose;
    const double* d = direction->v;
    const Point p =
        farthest(shape, {m[0] * d[0] + m[4] * d[1] + m[8] * d[2], m[1] * d[0] + m[5] * d[1] + m[9] * d[2],
                         m[2] * d[0] + m[6] * d[1] + m[10] * d[2]});
    ccdVec3Set(result, m[0] * p[0] + m[1] * p[1] + m[2] * p[2] + m[3],
               m[4] * p[0] + m[5] * p[1] + m[6] * p[2] + m[7],
               m[8] * p[0] + m[9] * p[1] + m[10] * p[2] + m[11]);
}

ccd_t settings() {
    ccd_t ccd;
    CCD_INIT(&ccd);
    ccd.support1 = support;
    ccd.support2 = support;
    ccd.max_iterations = 1000;
    ccd.epa_tolerance = 1e-9;
    return ccd;
}

class Libccd final : public Engine {
  public:
    const char* name() const override { return "libccd"; }
    std::optional<bool> touch(const Corners& a, const Matrix& pose_a, const Corners& b,
                              const Matrix& pose_b) override {
        return meets({{}, a, pose_a}, {{}, b, pose_b});
    }
    std::optional<bool> overlap(const Body& a, const Body& b) override {
        return meets({a, {}, a.pose}, {b, {}, b.pose});
    }
    std::optional<double> depth(const Body& a, const Body& b) override {
        const Supported p{a, {}, a.pose}, q{b, {}, b.pose};
        const ccd_t ccd = settings();
        ccd_real_t found = 0;
        ccd_vec3_t direction, position;
        return ccdGJKPenetration(&p, &q, &ccd, &found, &direction, &position) == 0 ? found : 0;
    }

  private:
    static bool meets(const Supported& a, const Supported& b) {
        const ccd_t ccd = settings();
        return ccdGJKIntersect(&a, &b, &ccd) != 0;
    }
};

}  // namespace

EnginePointer make_libccd() {
    return std::make_unique<Libccd>();
}

}  // namespace allide::bench::torture
