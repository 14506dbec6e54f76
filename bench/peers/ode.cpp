// ODE's collision of two triangle meshes, on OPCODE's trees.
#include "peers/builders.hpp"

#include <ode/ode.h>

namespace allide::bench {
namespace {

void say_nothing(int, const char*, va_list) {}

// ODE counts its initialisations, so that this constructor may run repeatedly. Its messages are silenced: it
// would print a line whenever the buffer of contacts is full.
struct OdeLibrary {
    OdeLibrary() {
        dInitODE2(0);
        dSetMessageHandler(say_nothing);
    }
    ~OdeLibrary() { dCloseODE(); }
};

// Owns the vertices and indices of a mesh: ODE does not copy them.
struct OdeBody {
    explicit OdeBody(const Mesh& mesh) {
        for (const Vec3& v : mesh.vertices())
            for (const double x : {v.x, v.y, v.z}) vertices.push_back(x);
        for (const auto& t : mesh.triangles())
            for (const std::uint32_t corner : t) corners.push_back(corner);
        data = dGeomTriMeshDataCreate();
        dGeomTriMeshDataBuildDouble(data, vertices.data(), 3 * sizeof(double),
                                    static_cast<int>(vertices.size() / 3), corners.data(),
                                    static_cast<int>(corners.size()), 3 * sizeof(dTriIndex));
    }
    ~OdeBody() { dGeomTriMeshDataDestroy(data); }
    OdeBody(const OdeBody&) = delete;
    OdeBody& operator=(const OdeBody&) = delete;

    OdeLibrary library;
    std::vector<double> vertices;
    std::vector<dTriIndex> corners;
    dTriMeshDataID data;
};

constexpr int most_contacts = 65535;  // ODE counts contacts in 16 bits

class OdeTrimesh final : public EngineAdapter {
  public:
    OdeTrimesh(const Mesh& a, const Mesh& b)
        : a_(std::make_shared<OdeBody>(a)),
          b_(same_mesh(a, b) ? a_ : std::make_shared<OdeBody>(b)),
          placed_a_(dCreateTriMesh(nullptr, a_->data, nullptr, nullptr, nullptr)),
          placed_b_(dCreateTriMesh(nullptr, b_->data, nullptr, nullptr, nullptr)),
          room_(most_contacts) {}
    ~OdeTrimesh() override {
        dGeomDestroy(placed_a_);
        dGeomDestroy(placed_b_);
    }
    OdeTrimesh(const OdeTrimesh&) = delete;
    OdeTrimesh& operator=(const OdeTrimesh&) = delete;

    bool touches(const Pose& pose) override {
        return asked(pose, static_cast<int>(CONTACTS_UNIMPORTANT) | 1) > 0;
    }
    std::vector<Contact> contacts(const Pose& pose) override {
        const int n = asked(pose, most_contacts);
        std::vector<Contact> found;
        found.reserve(static_cast<std::size_t>(n));
        for (int k = 0; k < n; ++k) {
            const dContactGeom& contact = room_[static_cast<std::size_t>(k)];
            if (contact.side1 < 0 || contact.side2 < 0) continue;  // ODE merged several triangle pairs
            found.push_back(
                {static_cast<std::uint32_t>(contact.side1), static_cast<std::uint32_t>(contact.side2)});
        }
        return found;
    }

  private:
    int asked(const Pose& pose, int flags) {
        const auto& m = pose.matrix();
        const dMatrix3 rotation = {m[0], m[1], m[2], 0, m[4], m[5], m[6], 0, m[8], m[9], m[10], 0};
        dGeomSetPosition(placed_b_, m[3], m[7], m[11]);
        dGeomSetRotation(placed_b_, rotation);
        return dCollide(placed_a_, placed_b_, flags, room_.data(), sizeof(dContactGeom));
    }

    std::shared_ptr<OdeBody> a_, b_;
    dGeomID placed_a_, placed_b_;
    std::vector<dContactGeom> room_;
};

}  // namespace

AdapterPointer ode_trimesh(const Mesh& a, const Mesh& b) {
    return std::make_unique<OdeTrimesh>(a, b);
}

}  // namespace allide::bench
