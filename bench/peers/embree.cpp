// Embree, one ray at a time, in single precision.
#include "peers/probes.hpp"

#include <limits>

#include <embree3/rtcore.h>

namespace allide::bench {
namespace {

class EmbreeScene final : public Prober {
  public:
    explicit EmbreeScene(const Mesh& mesh)
        : device_(rtcNewDevice("threads=1")), scene_(rtcNewScene(device_)) {
        rtcSetSceneBuildQuality(scene_, RTC_BUILD_QUALITY_HIGH);
        const RTCGeometry geometry = rtcNewGeometry(device_, RTC_GEOMETRY_TYPE_TRIANGLE);
        auto* vertex = static_cast<float*>(rtcSetNewGeometryBuffer(geometry, RTC_BUFFER_TYPE_VERTEX, 0,
                                                                   RTC_FORMAT_FLOAT3, 3 * sizeof(float),
                                                                   mesh.vertices().size()));
        for (const Vec3& v : mesh.vertices())
            for (const double c : {v.x, v.y, v.z}) *vertex++ = static_cast<float>(c);
        auto* index = static_cast<unsigned*>(rtcSetNewGeometryBuffer(geometry, RTC_BUFFER_TYPE_INDEX, 0,
                                                                     RTC_FORMAT_UINT3, 3 * sizeof(unsigned),
                                                                     mesh.triangles().size()));
        for (const auto& t : mesh.triangles())
            for (const std::uint32_t i : t) *index++ = i;
        rtcCommitGeometry(geometry);
        rtcAttachGeometry(scene_, geometry);
        rtcReleaseGeometry(geometry);
        rtcCommitScene(scene_);
    }
    ~EmbreeScene() override {
        rtcReleaseScene(scene_);
        rtcReleaseDevice(device_);
    }
    EmbreeScene(const EmbreeScene&) = delete;
    EmbreeScene& operator=(const EmbreeScene&) = delete;

    std::optional<Probed> first_hit(const Ray& ray) override {
        RTCIntersectContext context;
        rtcInitIntersectContext(&context);
        RTCRayHit query{};
        query.ray.org_x = static_cast<float>(ray.origin.x);
        query.ray.org_y = static_cast<float>(ray.origin.y);
        query.ray.org_z = static_cast<float>(ray.origin.z);
        query.ray.dir_x = static_cast<float>(ray.direction.x);
        query.ray.dir_y = static_cast<float>(ray.direction.y);
        query.ray.dir_z = static_cast<float>(ray.direction.z);
        query.ray.tfar = std::numeric_limits<float>::infinity();
        query.ray.mask = ~0u;
        query.hit.geomID = RTC_INVALID_GEOMETRY_ID;
        rtcIntersect1(scene_, &context, &query);
        if (query.hit.geomID == RTC_INVALID_GEOMETRY_ID) return std::nullopt;
        return Probed{query.hit.primID, static_cast<double>(query.ray.tfar)};
    }

  private:
    RTCDevice device_;
    RTCScene scene_;
};

}  // namespace

std::unique_ptr<Prober> embree_scene(const Mesh& mesh) {
    return std::make_unique<EmbreeScene>(mesh);
}

}  // namespace allide::bench
