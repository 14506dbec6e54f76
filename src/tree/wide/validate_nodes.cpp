#include "tree/wide/validate_nodes.hpp"

#include "simd/targets.hpp"

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "tree/wide/validate_nodes.cpp"
// foreach_target.h compiles everything below once per instruction set.
// clang-format off
#include <hwy/foreach_target.h>
#include <hwy/cache_control.h>
#include <hwy/highway.h>
// clang-format on

HWY_BEFORE_NAMESPACE();
namespace allide::tree {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

#if HWY_TARGET != HWY_SCALAR

using Floats = hn::FixedTag<float, 4>;
using Bytes = hn::FixedTag<std::uint8_t, 16>;
using FloatVector = hn::Vec<Floats>;

// True if |x·x + y·y + z·z − 1| and |x·x′ + y·y′ + z·z′ − offset| are small in every lane; x′ is x rotated by
// one lane. Products of floats are exact in double precision.
template <class D, class V>
bool dots_are_good(D d, V x, V y, V z, V next_x, V next_y, V next_z, V offset) {
    const auto squares = hn::Add(hn::Add(hn::Mul(x, x), hn::Mul(y, y)), hn::Mul(z, z));
    const auto products = hn::Add(hn::Add(hn::Mul(x, next_x), hn::Mul(y, next_y)), hn::Mul(z, next_z));
    const auto limit = hn::Set(d, orthonormal);
    // A NaN is not small.
    return hn::AllTrue(d, hn::And(hn::Le(hn::Abs(hn::Sub(squares, hn::Set(d, 1.0))), limit),
                                  hn::Le(hn::Abs(hn::Sub(products, offset)), limit)));
}

bool axes_are_good(const float* axis) {
    const Floats d;
    const auto row_0 = hn::LoadU(d, axis), row_1 = hn::LoadU(d, axis + 3);
    const auto row_2 = hn::LoadU(d, axis + 6);  // and the centre's first coordinate, which is not used
    // Transposed: lane i is of row i, and lane 3 of row 0 again.
    const auto low_02 = hn::InterleaveLower(d, row_0, row_2), low_10 = hn::InterleaveLower(d, row_1, row_0),
               high_02 = hn::InterleaveUpper(d, row_0, row_2), high_10 = hn::InterleaveUpper(d, row_1, row_0);
    const auto x = hn::InterleaveLower(d, low_02, low_10), y = hn::InterleaveUpper(d, low_02, low_10),
               z = hn::InterleaveLower(d, high_02, high_10);
    const auto next_x = hn::Shuffle0321(x), next_y = hn::Shuffle0321(y), next_z = hn::Shuffle0321(z);
    // Lane 3 of the products is row 0 times row 0.
    alignas(32) static constexpr std::array<double, 4> offset{0, 0, 0, 1};
#if HWY_MAX_BYTES >= 32
    const hn::FixedTag<double, 4> wide;
    const auto promoted = [&](FloatVector v) { return hn::PromoteTo(wide, v); };
    return dots_are_good(wide, promoted(x), promoted(y), promoted(z), promoted(next_x), promoted(next_y),
                         promoted(next_z), hn::Load(wide, offset.data()));
#else
    const hn::FixedTag<double, 2> two;
    const hn::FixedTag<float, 2> half;
    const auto lower = [&](FloatVector v) { return hn::PromoteTo(two, hn::LowerHalf(half, v)); };
    const auto upper = [&](FloatVector v) { return hn::PromoteTo(two, hn::UpperHalf(half, v)); };
    return dots_are_good(two, lower(x), lower(y), lower(z), lower(next_x), lower(next_y), lower(next_z),
                         hn::Load(two, offset.data())) &&
           dots_are_good(two, upper(x), upper(y), upper(z), upper(next_x), upper(next_y), upper(next_z),
                         hn::Load(two, offset.data() + 2));
#endif
}

// `placed` is the centre followed by the steps.
bool place_is_good(const float* placed) {
    const Floats d;
    const auto center = hn::LoadU(d, placed);    // and the first step
    const auto step = hn::LoadU(d, placed + 2);  // the centre's last coordinate and all steps
    alignas(16) static constexpr std::array<float, 4> most_center{2, 2, 2, std::numeric_limits<float>::max()};
    alignas(16) static constexpr std::array<float, 4> above{-std::numeric_limits<float>::max(), 0, 0, 0};
    return hn::AllTrue(d, hn::And(hn::And(hn::Le(hn::Abs(center), hn::Load(d, most_center.data())),
                                          hn::Gt(step, hn::Load(d, above.data()))),
                                  hn::Le(step, hn::Set(d, std::numeric_limits<float>::max()))));
}

bool boxes_are_good(const std::uint8_t* box, std::size_t count) {
    const Bytes d;
    const auto x = hn::LoadU(d, box), y = hn::LoadU(d, box + 16), z = hn::LoadU(d, box + 32);
    const hn::FixedTag<std::uint64_t, 2> words;
    const auto pair_lower = [&](auto v, auto w) {
        return hn::BitCast(d, hn::InterleaveLower(words, hn::BitCast(words, v), hn::BitCast(words, w)));
    };
    const auto pair_upper = [&](auto v, auto w) {
        return hn::BitCast(d, hn::InterleaveUpper(words, hn::BitCast(words, v), hn::BitCast(words, w)));
    };
    const std::uint64_t children =
        count == wide_arity ? ~std::uint64_t{0} : (std::uint64_t{1} << 8 * count) - 1;
    const auto present = hn::BitCast(d, hn::Set(words, children));
    const auto bad = [&](auto lower, auto upper) {
        // All ones where the bounds are in order.
        const auto ordered = hn::VecFromMask(d, hn::Eq(hn::Min(lower, upper), lower));
        const auto outside = hn::Or(hn::VecFromMask(d, hn::Eq(lower, hn::Zero(d))),
                                    hn::VecFromMask(d, hn::Eq(upper, hn::Set(d, std::uint8_t{255}))));
        return hn::Or(hn::Xor(ordered, present), hn::And(present, outside));
    };
    const auto all = hn::Or(bad(pair_lower(x, y), pair_upper(x, y)), bad(pair_lower(z, z), pair_upper(z, z)));
    return hn::AllTrue(d, hn::Eq(all, hn::Zero(d)));
}

#else

bool axes_are_good(const float* u) {
    const auto product = [&](std::size_t i, std::size_t j) {
        return double{u[i]} * u[j] + double{u[i + 1]} * u[j + 1] + double{u[i + 2]} * u[j + 2];
    };
    bool good = true;
    for (const double error : {product(0, 0) - 1, product(3, 3) - 1, product(6, 6) - 1, product(0, 3),
                               product(3, 6), product(6, 0)})
        good = good && std::abs(error) <= orthonormal;
    return good;
}
bool place_is_good(const float* placed) {
    bool good = true;
    for (std::size_t i = 0; i < 3; ++i)
        good = good && std::abs(placed[i]) <= 2 && placed[i + 3] > 0 &&
               placed[i + 3] <= std::numeric_limits<float>::max();
    return good;
}
bool boxes_are_good(const std::uint8_t* box, std::size_t count) {
    bool good = true;
    for (std::size_t axis = 0; axis < 3; ++axis)
        for (std::size_t child = 0; child < wide_arity; ++child) {
            const std::uint8_t lower = box[16 * axis + child], upper = box[16 * axis + 8 + child];
            good = good && (child < count ? 1 <= lower && lower <= upper && upper <= 254 : upper < lower);
        }
    return good;
}

#endif

bool nodes_are_good(std::span<const WideNode> nodes) {
    constexpr std::size_t ahead = 768;
    static_assert(offsetof(WideNode, center) == 36 && offsetof(WideNode, step) == 48);
    for (const WideNode& node : nodes) {
        const auto* const numbers = reinterpret_cast<const float*>(&node);
        // The processor computes here; meanwhile, the nodes that are checked next can come from memory.
        // Addresses beyond the last node do no harm.
        hwy::Prefetch(numbers + ahead * sizeof(WideNode) / sizeof(float));
        hwy::Prefetch(numbers + (ahead * sizeof(WideNode) + 64) / sizeof(float));
        if (node.count == 0 || node.count > wide_arity || leaf_byte(node) > 1 || !axes_are_good(numbers) ||
            !place_is_good(numbers + 9) || !boxes_are_good(&node.box[0][0][0], node.count))
            return false;
    }
    return true;
}

}  // namespace HWY_NAMESPACE
}  // namespace allide::tree
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace allide::tree {
namespace {

HWY_EXPORT(nodes_are_good);

}  // namespace

unsigned char leaf_byte(const WideNode& node) {
    unsigned char byte = 0;
    std::memcpy(&byte, reinterpret_cast<const char*>(&node) + offsetof(WideNode, leaf), 1);
    return byte;
}

bool frames_are_good(std::span<const WideNode> nodes) {
    return HWY_DISPATCH_TABLE(nodes_are_good)[simd::target_index()](nodes);
}

}  // namespace allide::tree
#endif
