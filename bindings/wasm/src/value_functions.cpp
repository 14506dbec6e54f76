// Poses and motions, which JavaScript holds as plain values, and facts about the module.
#include "motions.hpp"
#include "objects.hpp"

#include <allide/io.hpp>

#include <array>

namespace allide::wasm {
namespace {

void version_text(Arguments&, Results& out) {
    out.text(version());
}

void target_text(Arguments&, Results& out) {
    out.text(active_target());
}

template <std::size_t n>
std::array<double, n> numbers_of(Arguments& in) {
    const auto numbers = in.doubles();
    std::array<double, n> out{};
    if (numbers.size() != n)
        throw PreconditionError("a call has another number of numbers than the function expects");
    std::ranges::copy(numbers, out.begin());
    return out;
}

void pose_translation(Arguments& in, Results& out) {
    out.pose(Pose::translation(in.point()));
}

// Arguments: axis, angle in radians.
void pose_rotation(Arguments& in, Results& out) {
    const Vec3 axis = in.point();
    out.pose(Pose::rotation(axis, radians(in.number())));
}

void pose_from_matrix(Arguments& in, Results& out) {
    out.pose(value_of(Pose::from_matrix(numbers_of<12>(in))));
}

void pose_from_matrix_4x4(Arguments& in, Results& out) {
    out.pose(value_of(Pose::from_matrix_4x4(numbers_of<16>(in))));
}

void pose_from_quaternion(Arguments& in, Results& out) {
    const Vec3 position = in.point();
    out.pose(value_of(Pose::from_quaternion(position, numbers_of<4>(in))));
}

void pose_parse(Arguments& in, Results& out) {
    out.pose(value_of(parse_pose(in.text())));
}

void pose_quaternion(Arguments& in, Results& out) {
    out.tuple(in.pose().quaternion());
}

void pose_apply(Arguments& in, Results& out) {
    const Pose pose = in.pose();
    out.point(pose.apply(in.point()));
}

void pose_inverse(Arguments& in, Results& out) {
    out.pose(in.pose().inverse());
}

void pose_times(Arguments& in, Results& out) {
    const Pose first = in.pose();
    out.pose(first * in.pose());
}

void pose_translated(Arguments& in, Results& out) {
    const Pose pose = in.pose();
    out.pose(pose.translated(in.point()));
}

// Arguments: a motion and a time.
void motion_at(Arguments& in, Results& out) {
    const Motion motion = motion_of(in);
    out.pose(motion.at(in.number()));
}

// Throws an error if the motion is not valid.
void motion_check(Arguments& in, Results& out) {
    static_cast<void>(motion_of(in));
    out.nothing();
}

// Arguments: text and name of a JSON document. Result: its motion, in the form in which functions accept it.
void motion_read(Arguments& in, Results& out) {
    const std::string_view text = in.text();
    const std::string_view name = in.text();
    static_cast<void>(value_of(read_motion(text, name)));
    out.nothing();
}

constexpr NamedFunction functions[] = {
    {"version", version_text},
    {"activeTarget", target_text},
    {"poseTranslation", pose_translation},
    {"poseRotation", pose_rotation},
    {"poseFromMatrix", pose_from_matrix},
    {"poseFromMatrix4x4", pose_from_matrix_4x4},
    {"poseFromQuaternion", pose_from_quaternion},
    {"poseParse", pose_parse},
    {"poseQuaternion", pose_quaternion},
    {"poseApply", pose_apply},
    {"poseInverse", pose_inverse},
    {"poseTimes", pose_times},
    {"poseTranslated", pose_translated},
};

// Functions that the small module leaves out.
constexpr NamedFunction more_functions[] = {
    {"motionAt", motion_at},
    {"motionCheck", motion_check},
    {"motionRead", motion_read},
};

}  // namespace

// The arguments of a motion: a number for its kind, then the data of that kind.
//   0: at rest                        1: screw: point, axis, angle, advance, start pose or nothing
//   2: translation, start or nothing  3: path: 12 numbers per pose, times
//   4: a JSON document and its name, start or nothing
Motion motion_of(Arguments& in) {
    const auto from = [&](const Motion& motion) {
        if (!in.has_value()) return motion;
        return motion.from(in.pose());
    };
    switch (in.index()) {
        case 1: {
            Screw screw;
            screw.point = in.point();
            screw.axis = in.point();
            screw.angle = radians(in.number());
            screw.advance = in.number();
            return from(Motion::screw(screw));
        }
        case 2: {
            const Vec3 translation = in.point();
            return from(Motion::linear(translation));
        }
        case 3: {
            const std::vector<Pose> poses = poses_of(in);
            return value_of(Motion::path(poses, in.doubles()));
        }
        case 4: {
            const std::string_view text = in.text();
            const std::string_view name = in.text();
            return from(value_of(read_motion(text, name)));
        }
        default:
            return from(Motion());
    }
}

std::vector<Pose> poses_of(Arguments& in) {
    const auto numbers = in.doubles();
    if (numbers.size() % 12 != 0)
        throw Failed({.message = "poses: expected 12 numbers each, found " + std::to_string(numbers.size()) +
                                 " numbers"});
    std::vector<Pose> poses;
    poses.reserve(numbers.size() / 12);
    for (std::size_t i = 0; i < numbers.size(); i += 12) {
        std::array<double, 12> rows{};
        std::ranges::copy(numbers.subspan(i, 12), rows.begin());
        Result<Pose> pose = Pose::from_matrix(rows);
        if (!pose) {
            Error error = pose.error();
            error.message = "pose " + std::to_string(i / 12) + ": " + error.message;
            throw Failed(std::move(error));
        }
        poses.push_back(*pose);
    }
    return poses;
}

std::span<const NamedFunction> value_functions() {
    return functions;
}
std::span<const NamedFunction> more_value_functions() {
    return more_functions;
}

}  // namespace allide::wasm
