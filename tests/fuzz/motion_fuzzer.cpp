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

void check_segment(const MotionSegment& segment) {
    ALLIDE_FUZZ_EXPECT(segment.t0 < segment.t1);
    ALLIDE_FUZZ_EXPECT(Pose::from_matrix(segment.start.matrix()).has_value());
    if (segment.is_linear) {
        ALLIDE_FUZZ_EXPECT(is_finite(segment.translation));
        return;
    }
    ALLIDE_FUZZ_EXPECT(is_finite(segment.screw.point) && is_finite(segment.screw.axis));
    ALLIDE_FUZZ_EXPECT(!(segment.screw.axis == Vec3{}));
    ALLIDE_FUZZ_EXPECT(std::isfinite(segment.screw.angle.in_radians()) &&
                       std::isfinite(segment.screw.advance));
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
    ALLIDE_FUZZ_EXPECT(!motion->segments().empty());
    ALLIDE_FUZZ_EXPECT(motion->segments().front().t0 == 0 && motion->segments().back().t1 == 1);
    for (const MotionSegment& segment : motion->segments()) check_segment(segment);
    return 0;
}
