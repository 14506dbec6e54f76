// Reads arbitrary bytes as a robot in URDF, or as the SRDF of a small arm. Meshes are made up, so no file is
// opened. Where urdfdom is installed, it also reads every text that the reader accepts, and any difference is
// an error.
#include "../robot/files/fake_meshes.hpp"
#include "expect.hpp"
#include "input_name.hpp"
#include "robot/files/urdf.hpp"

#include <allide/robot.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <set>
#include <string>
#include <string_view>

namespace {

using namespace allide;
using namespace allide::detail::robot;

constexpr std::string_view arm =
    "<robot name='r'><link name='base'/><link name='a'/><link name='b'/>"
    "<joint name='j' type='continuous'><parent link='base'/><child link='a'/></joint>"
    "<joint name='k' type='continuous'><parent link='a'/><child link='b'/></joint></robot>";

void check_error(const Error& error, std::string_view text) {
    ALLIDE_FUZZ_EXPECT(!error.message.empty());
    ALLIDE_FUZZ_EXPECT(error.message.find('\n') == std::string::npos);
    // An error that names urdfdom means that the two readers disagree, which is a defect of one of them.
    ALLIDE_FUZZ_EXPECT(error.message.find("urdfdom") == std::string::npos ||
                       text.find("urdfdom") != std::string_view::npos);
    const auto lines = static_cast<std::uint64_t>(std::count(text.begin(), text.end(), '\n')) + 1;
    ALLIDE_FUZZ_EXPECT(!error.line || (*error.line >= 1 && *error.line <= lines));
}

void check_robot(const RobotDescription& robot) {
    std::set<std::string> links, children;
    for (const LinkDescription& link : robot.links) ALLIDE_FUZZ_EXPECT(links.insert(link.name).second);
    for (const JointDescription& joint : robot.joints) {
        ALLIDE_FUZZ_EXPECT(links.contains(joint.parent) && links.contains(joint.child));
        ALLIDE_FUZZ_EXPECT(children.insert(joint.child).second);
        ALLIDE_FUZZ_EXPECT(std::isfinite(joint.axis.x) && !(joint.axis == Vec3{}));
        ALLIDE_FUZZ_EXPECT(!joint.limits || joint.limits->lower <= joint.limits->upper);
    }
    ALLIDE_FUZZ_EXPECT(children.size() + 1 == links.size());  // one root, so no cycle
    for (const auto& [a, b] : robot.ignored_pairs)
        ALLIDE_FUZZ_EXPECT(links.contains(a) && links.contains(b) && a != b);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    FakeMeshes meshes;
    try {
        RobotDescription robot;
        if (input_name == "input.srdf") {
            robot = read_urdf(arm, meshes, RobotFileOptions::Visuals::read);
            read_srdf(text, robot);
        } else {
            robot = read_urdf(text, meshes, RobotFileOptions::Visuals::read);
        }
        check_robot(robot);
    } catch (const io::Failure& failure) {
        check_error(failure.error, text);
    }
    return 0;
}
