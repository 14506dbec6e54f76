// Reads arbitrary bytes as a motion.
#include "expect.hpp"

#include <allide/io.hpp>
#include <allide/motion.hpp>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace {

using namespace allide;

bool is_finite(const Vec3& v) {
    return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z);
}

void check_leg(const MotionLeg& leg) {
    ALLIDE_FUZZ_EXPECT(leg.t0 < leg.t1);
    ALLIDE_FUZZ_EXPECT(Pose::from_matrix(leg.start.matrix()).has_value());
    if (leg.is_linear) {
        ALLIDE_FUZZ_EXPECT(is_finite(leg.translation));
        return;
    }
    ALLIDE_FUZZ_EXPECT(is_finite(leg.screw.point) && is_finite(leg.screw.axis));
    ALLIDE_FUZZ_EXPECT(!(leg.screw.axis == Vec3{}));
    ALLIDE_FUZZ_EXPECT(std::isfinite(leg.screw.angle.in_radians()) && std::isfinite(leg.screw.advance));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const auto motion = read_motion({reinterpret_cast<const char*>(data), size}, "input.json");
    if (!motion) {
        ALLIDE_FUZZ_EXPECT(motion.error().file == "input.json");
        ALLIDE_FUZZ_EXPECT(!motion.error().message.empty());
        ALLIDE_FUZZ_EXPECT(motion.error().text().find('\n') == std::string::npos);
        return 0;
    }
    ALLIDE_FUZZ_EXPECT(!motion->legs().empty());
    ALLIDE_FUZZ_EXPECT(motion->legs().front().t0 == 0 && motion->legs().back().t1 == 1);
    for (const MotionLeg& leg : motion->legs()) check_leg(leg);
    return 0;
}
