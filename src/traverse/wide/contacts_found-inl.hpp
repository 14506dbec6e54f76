// Appends contacts for a search for all contacts, eight pairs at a time, without a branch on how many of them
// touch. Compiled once per instruction set.
#if defined(ALLIDE_TRAVERSE_WIDE_FOUND_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef ALLIDE_TRAVERSE_WIDE_FOUND_INL
#undef ALLIDE_TRAVERSE_WIDE_FOUND_INL
#else
#define ALLIDE_TRAVERSE_WIDE_FOUND_INL
#endif

#include "traverse/collect/contact_list.hpp"
#include "traverse/wide/leaves-inl.hpp"

#include <array>
#include <bit>
#include <cstdint>
#include <span>

#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace allide::traverse {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// For each 8-bit set, the indices of its set bits in ascending order.
struct alignas(64) SetBits {
    constexpr SetBits() {
        for (std::size_t set = 0; set < 256; ++set)
            for (std::size_t bit = 0, count = 0; bit < 8; ++bit)
                if ((set >> bit & 1) != 0) at[set][count++] = static_cast<std::uint8_t>(bit);
    }
    std::uint8_t at[256][16] = {};
};
inline constexpr SetBits set_bits;

class FoundPairs {
  public:
    explicit FoundPairs(ContactList& contacts) : contacts_(contacts) {}

    // Appends the touching pairs; `first_a`, `first_b` are the positions of the leaves' first triangles.
    HWY_INLINE void add(std::uint32_t first_a, std::uint32_t first_b, const TrianglePairs& pairs,
                        std::uint32_t touching) {
        if (count_ + 8 > waiting_.size()) flush();
#if HWY_MAX_BYTES >= 32
        const HWY_CAPPED(std::uint32_t, 8) d;
        const hn::FixedTag<std::uint8_t, 16> bytes;
        const auto packed = hn::BitCast(bytes, hn::Set(hn::FixedTag<std::uint64_t, 2>(), pairs.packed));
        const auto front = hn::TableLookupBytes(packed, hn::Load(bytes, set_bits.at[touching]));
        const auto bit = hn::PromoteTo(d, hn::LowerHalf(front));
        // Writes all eight entries, but counts only the touching ones.
        hn::StoreInterleaved2(hn::Add(hn::Set(d, first_a), hn::ShiftRight<3>(bit)),
                              hn::Add(hn::Set(d, first_b), hn::And(bit, hn::Set(d, 7))), d,
                              &waiting_[count_].first);
        count_ += static_cast<std::size_t>(std::popcount(touching));
#else
        for (std::uint32_t rest = touching; rest != 0; rest &= rest - 1) {
            const auto i = static_cast<std::size_t>(std::countr_zero(rest));
            waiting_[count_++] = {first_a + pairs.a(i), first_b + pairs.b(i)};
        }
#endif
    }

    HWY_NOINLINE void flush() {
        contacts_.add(std::span(waiting_).first(count_));
        count_ = 0;
    }

  private:
    ContactList& contacts_;
    std::array<ContactList::Pair, 256> waiting_;
    std::size_t count_ = 0;
};

}  // namespace HWY_NAMESPACE
}  // namespace allide::traverse
HWY_AFTER_NAMESPACE();

#endif
