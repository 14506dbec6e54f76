#include "simd/targets.hpp"

#include <allide/result.hpp>

#include <cctype>
#include <cstdint>
#include <cstdlib>

#include <hwy/highway.h>
#include <hwy/targets.h>

namespace allide {
namespace {

std::string lower_case(std::string text) {
    for (char& letter : text) letter = static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
    return text;
}

// The targets that this machine can run, as Highway's bits, best first: a lower bit is a better target.
std::vector<std::int64_t> target_bits() {
    std::vector<std::int64_t> bits;
    const std::int64_t runnable = (hwy::SupportedTargets() | HWY_SCALAR | HWY_EMU128) & HWY_TARGETS;
    for (std::int64_t rest = runnable; rest != 0; rest &= rest - 1) bits.push_back(rest & -rest);
    return bits;
}

// Highway has two targets without vector instructions and builds one of them, depending on the compiler. Both
// are called "scalar" here.
std::string name_of(std::int64_t bit) {
    return bit == HWY_EMU128 ? "scalar" : lower_case(hwy::TargetName(bit));
}

// The best runnable target, or the one named by ALLIDE_TARGET.
std::int64_t chosen_bit() {
    const std::vector<std::int64_t> bits = target_bits();
    const char* wanted = std::getenv("ALLIDE_TARGET");
    if (wanted == nullptr || *wanted == '\0') return bits.front();
    std::string known;
    for (const std::int64_t bit : bits) {
        if (name_of(bit) == lower_case(wanted)) return bit;
        known += (known.empty() ? "" : ", ") + name_of(bit);
    }
    throw PreconditionError("ALLIDE_TARGET: unknown target '" + std::string(wanted) +
                            "'; this machine runs " + known);
}

}  // namespace

std::vector<std::string> targets() {
    std::vector<std::string> names;
    for (const std::int64_t bit : target_bits()) names.push_back(name_of(bit));
    return names;
}

std::string active_target() {
    return name_of(chosen_bit());
}

std::string_view version() {
    return ALLIDE_VERSION;
}

namespace simd {

std::size_t target_index() {
    // A build for one target has tables of one entry.
    if constexpr ((HWY_TARGETS & (HWY_TARGETS - 1)) == 0) return 0;
    static const std::size_t index = [] {
        hwy::ChosenTarget choice;
        choice.Update(chosen_bit());
        return choice.GetIndex();
    }();
    return index;
}

}  // namespace simd
}  // namespace allide
