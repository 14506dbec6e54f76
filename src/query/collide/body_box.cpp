#include "query/collide/body_box.hpp"

#include "base/infinity.hpp"
#include "convex/body/body_data.hpp"
#include "convex/body/body_pair.hpp"
#include "kernel/pose/vec.hpp"

#include <array>

namespace allide::query {

using base::infinity;
using kernel::operator*;

Box box_around(const PlacedBody& placed, double more) {
    const detail::BodyData& body = data_of(placed);
    if (body.kind == BodyKind::half_space)
        return {{-base::infinity, -base::infinity, -base::infinity},
                {base::infinity, base::infinity, base::infinity}};
    const auto& m = placed.pose().matrix();
    const Vec3 shift{m[3], m[7], m[11]};
    Vec3 lo = shift, hi = shift;
    std::array<double*, 3> low{&lo.x, &lo.y, &lo.z}, high{&hi.x, &hi.y, &hi.z};
    const double margin =
        (body.radius + more) * (1 + 0x1p-40) + 0x1p-48 * (body.norm + kernel::norm_1(shift)) + 0x1p-1060;
    // For few corners, one pass per row is faster than two support points.
    constexpr std::size_t few = 32;
    if (!body.x.empty() && body.x.size() <= few) {
        for (std::size_t k = 0; k < 3; ++k) {
            double least = infinity, most = -infinity;
            for (std::size_t i = 0; i < body.x.size(); ++i) {
                const double height =
                    m[4 * k] * body.x[i] + m[4 * k + 1] * body.y[i] + m[4 * k + 2] * body.z[i];
                least = height < least ? height : least;
                most = height > most ? height : most;
            }
            *high[k] += most + margin;
            *low[k] += least - margin;
        }
        return {lo, hi};
    }
    for (std::size_t k = 0; k < 3; ++k) {
        const Vec3 into{m[4 * k], m[4 * k + 1], m[4 * k + 2]};
        *high[k] += convex::BodyPair::local_support(body, into).height + margin;
        *low[k] -= convex::BodyPair::local_support(body, -1 * into).height + margin;
    }
    return {lo, hi};
}

}  // namespace allide::query
