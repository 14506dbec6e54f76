#include "query/predict/surface_crossing.hpp"

#include "base/cancel.hpp"
#include "model/model_data.hpp"
#include "query/predict/patch_crossing.hpp"

#include <allide/query.hpp>

#include <algorithm>
#include <cmath>
#include <map>
#include <vector>

namespace allide::query {
namespace {

using kernel::DoubleDouble;

kernel::NumberTriangle<double> rounded_places(const kernel::NumberTriangle<DoubleDouble>& t) {
    kernel::NumberTriangle<double> out;
    for (std::size_t i = 0; i < 3; ++i)
        for (std::size_t k = 0; k < 3; ++k) out[i][k] = t[i][k].rounded();
    return out;
}

// Tests if the surfaces cross at one time, with both models in coordinates about the screw axis.
class PiercingAt {
  public:
    PiercingAt(const Moving& a, const Placed& b, const PairTimes& times, double t)
        : mesh_a_(data_of(a).mesh), mesh_b_(data_of(b).mesh), scene_(times.scene()), t_(t) {
        turn_ = kernel::Precision<DoubleDouble>::turn(scene_.angle, t);
        // Error bound of the positions, including rounding to double.
        slack_ = kernel::position_error<DoubleDouble>(scene_.angle) + scene_.deviation + 0x1p-49;
        // For each face, the triangles of the other model within `reach` form its patch. `reach` exceeds the
        // position errors, so that near the face the patch ends only where the surface itself has a border.
        const double reach = std::ldexp(16 * slack_, scene_.unit) + scene_.off_with_rounded_poses();
        for (const Contact& pair : pairs_within(a.at(t), b, reach).pairs) {
            near_a_[pair.triangle_a].push_back(pair.triangle_b);
            near_b_[pair.triangle_b].push_back(pair.triangle_a);
        }
    }

    std::optional<double> until() const {
        const base::CancelCheck check_cancelled;
        for (const auto& [face, others] : near_a_) {
            check_cancelled();
            if (const auto lasts = face_of_a(face, others)) return lasts;
        }
        for (const auto& [face, others] : near_b_) {
            check_cancelled();
            if (const auto lasts = face_of_b(face, others)) return lasts;
        }
        return {};
    }

  private:
    using Near = std::map<std::uint32_t, std::vector<std::uint32_t>>;

    PatchTriangle of_a(std::uint32_t triangle) const {
        const kernel::Triangle own = mesh_a_.corners(triangle);
        auto now = scene_.triangle_a<DoubleDouble>(own).corner;
        for (auto& corner : now) corner = kernel::moved(corner, turn_, DoubleDouble(scene_.advance) * t_);
        return {own, rounded_places(now)};
    }
    PatchTriangle of_b(std::uint32_t triangle) const {
        const kernel::Triangle own = mesh_b_.corners(triangle);
        return {own, rounded_places(scene_.triangle_b<DoubleDouble>(own).corner)};
    }
    std::optional<double> face_of_a(std::uint32_t face, const std::vector<std::uint32_t>& others) const {
        std::vector<PatchTriangle> patch;
        patch.reserve(others.size());
        for (const std::uint32_t b : others) patch.push_back(of_b(b));
        return lasts(pierces(of_a(face).place, patch, slack_), true);
    }
    std::optional<double> face_of_b(std::uint32_t face, const std::vector<std::uint32_t>& others) const {
        std::vector<PatchTriangle> patch;
        patch.reserve(others.size());
        for (const std::uint32_t a : others) patch.push_back(of_a(a));
        return lasts(pierces(of_b(face).place, patch, slack_), false);
    }
    std::optional<double> lasts(const std::optional<Piercing>& found, bool a_is_face) const {
        if (!found) return {};
        return kernel::time_after(
            t_, found->lasts({scene_.angle, scene_.advance, kernel::Turning::off_rounded}, a_is_face));
    }

    const Mesh &mesh_a_, &mesh_b_;
    const kernel::ScrewScene& scene_;
    double t_, slack_;
    kernel::DoubleDoubleSinCos turn_;
    Near near_a_, near_b_;
};

}  // namespace

std::optional<double> pierced_until(const Moving& a, const Placed& b, const PairTimes& times, double t) {
    return PiercingAt(a, b, times, t).until();
}

}  // namespace allide::query
