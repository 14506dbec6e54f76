// ODE's contacts of triangle meshes and of its own bodies; it has no cones and no distances.
#include "torture/engine.hpp"

#include <algorithm>

#include <ode/ode.h>

namespace allide::bench::torture {
namespace {

void say_nothing(int, const char*, va_list) {}

void place(dGeomID geom, const Matrix& m) {
    const dMatrix3 rotation{m[0], m[1], m[2], 0, m[4], m[5], m[6], 0, m[8], m[9], m[10], 0};
    dGeomSetPosition(geom, m[3], m[7], m[11]);
    dGeomSetRotation(geom, rotation);
}

// ODE cannot build a tree of a single triangle, so the triangle is listed twice. Objects are not freed, since
// each case runs in a process of its own.
dGeomID trimesh(const Corners& t) {
    auto* const vertices = new std::vector<double>;
    for (const Point& p : t) vertices->insert(vertices->end(), p.begin(), p.end());
    static const dTriIndex indices[6] = {0, 1, 2, 0, 1, 2};
    const dTriMeshDataID data = dGeomTriMeshDataCreate();
    dGeomTriMeshDataBuildDouble(data, vertices->data(), 3 * sizeof(double), 3, indices, 6,
                                3 * sizeof(dTriIndex));
    return dCreateTriMesh(nullptr, data, nullptr, nullptr, nullptr);
}

dGeomID body_geom(const Body& body) {
    const Point& s = body.half_sides;
    if (body.kind == "box") return dCreateBox(nullptr, 2 * s[0], 2 * s[1], 2 * s[2]);
    if (body.kind == "sphere") return dCreateSphere(nullptr, body.radius);
    if (body.kind == "capsule") return dCreateCapsule(nullptr, body.radius, 2 * body.half);
    return dCreateCylinder(nullptr, body.radius, 2 * body.half);
}

std::vector<dContactGeom> contacts_of(dGeomID a, dGeomID b) {
    std::vector<dContactGeom> found(256);
    const int count = dCollide(a, b, static_cast<int>(found.size()), found.data(), sizeof(dContactGeom));
    found.resize(static_cast<std::size_t>(std::max(count, 0)));
    return found;
}

class Ode final : public Engine {
  public:
    Ode() {
        dInitODE2(0);
        dSetMessageHandler(say_nothing);
    }
    ~Ode() override { dCloseODE(); }
    Ode(const Ode&) = delete;
    Ode& operator=(const Ode&) = delete;

    const char* name() const override { return "ODE"; }
    std::optional<bool> touch(const Corners& a, const Matrix& pose_a, const Corners& b,
                              const Matrix& pose_b) override {
        const dGeomID p = trimesh(a), q = trimesh(b);
        place(p, pose_a);
        place(q, pose_b);
        return !contacts_of(p, q).empty();
    }
    std::optional<bool> overlap(const Body& a, const Body& b) override {
        if (const auto found = contacts(a, b)) return !found->empty();
        return {};
    }
    std::optional<double> depth(const Body& a, const Body& b) override {
        const auto found = contacts(a, b);
        if (!found) return {};
        double deepest = 0;
        for (const dContactGeom& contact : *found)
            deepest = std::max(deepest, static_cast<double>(contact.depth));
        return deepest;
    }

  private:
    static std::optional<std::vector<dContactGeom>> contacts(const Body& a, const Body& b) {
        if (a.kind == "cone" || b.kind == "cone") return {};
        const dGeomID p = body_geom(a), q = body_geom(b);
        place(p, a.pose);
        place(q, b.pose);
        return contacts_of(p, q);
    }
};

}  // namespace

EnginePointer make_ode() {
    return std::make_unique<Ode>();
}

}  // namespace allide::bench::torture
