#include "volume/kdop/kdop_frame.hpp"

#include "base/infinity.hpp"
#include "volume/box/range.hpp"

namespace allide::volume {
namespace {

// Error bound of a mapped corner's dot product with a direction, plus that of the k-DOP's offsets.
double triangle_margin(const kernel::RelativePose& map, double norm_mapped, double norm_dop) {
    if (may_overflow(map, norm_mapped, norm_dop)) return base::infinity;
    return 2 * map.map_error(norm_mapped) + 16 * 0x1p-53 * (norm_mapped + norm_dop + map.offset_norm) +
           0x1p-1050;
}

}  // namespace

template <int K>
KdopFrame<K>::KdopFrame(const kernel::RelativePose& b_in_a, const kernel::RelativePose& a_in_b, double norm_a,
                        double norm_b, std::unique_ptr<Realigner<K>> realigner)
    : b_in_a_(&b_in_a),
      a_in_b_(&a_in_b),
      realigner_(std::move(realigner)),
      margin_in_a_(triangle_margin(b_in_a, norm_b, norm_a)),
      margin_in_b_(triangle_margin(a_in_b, norm_a, norm_b)) {}

#define ALLIDE_INSTANTIATE(K) template class KdopFrame<K>;
ALLIDE_FOR_EACH_KDOP(ALLIDE_INSTANTIATE)
#undef ALLIDE_INSTANTIATE

}  // namespace allide::volume
