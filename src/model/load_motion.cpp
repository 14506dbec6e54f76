#include "base/float_environment.hpp"
#include "io/file/file.hpp"
#include "io/text/motion_file.hpp"

#include <allide/io.hpp>
#include <allide/motion.hpp>

namespace allide {
namespace {

struct MotionOf {
    Result<Motion> operator()(const io::ScrewText& text) const {
        return Motion::screw({text.point, text.axis, radians(text.angle), text.advance});
    }
    Result<Motion> operator()(const io::LinearText& text) const { return Motion::linear(text.translation); }
    Result<Motion> operator()(const io::PathText& text) const { return Motion::path(text.poses, text.times); }
};

// Returns an Error for values that are possible in a file but that a Motion does not accept,
// such as billions of turns.
Result<Motion> motion_of(const io::MotionText& text) {
    try {
        return std::visit(MotionOf(), text);
    } catch (const PreconditionError& error) {
        return Error{.code = ErrorCode::bad_argument, .message = error.what()};
    }
}

}  // namespace

Result<Motion> read_motion(std::string_view text, std::string_view name) {
    const base::DefaultFloatEnvironment environment;
    const auto read = io::read_motion_text(text, name);
    if (!read) return read.error();
    auto motion = motion_of(*read);
    if (motion) return motion;
    Error error = motion.error();
    error.file = name;
    return error;
}

Result<Motion> load_motion(const std::filesystem::path& file) {
    const auto bytes = io::read_file(file);
    if (!bytes) return bytes.error();
    return read_motion(*bytes, file.string());
}

}  // namespace allide
