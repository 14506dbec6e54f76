// Parses points and planes from text.
#include "base/float_environment.hpp"
#include "io/text/number_lines.hpp"

#include <allide/io.hpp>

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace allide {
namespace {

// Parses exactly `count` numbers, all of which must be finite.
Result<std::vector<double>> finite_numbers(std::string_view text, std::string_view what, std::size_t count) {
    auto numbers = io::numbers_of(text, what);
    if (!numbers) return numbers;
    if (numbers->size() != count)
        return Error{
            .code = ErrorCode::bad_syntax,
            .message = fmt::format("expected {} numbers for {}, found {}", count, what, numbers->size())};
    if (!std::all_of(numbers->begin(), numbers->end(), [](double x) { return std::isfinite(x); }))
        return Error{.code = ErrorCode::not_finite,
                     .message = fmt::format("expected finite numbers for {}", what)};
    return numbers;
}

Result<Vec3> point_of(std::string_view text) {
    const auto numbers = finite_numbers(text, "a point", 3);
    if (!numbers) return numbers.error();
    return Vec3{(*numbers)[0], (*numbers)[1], (*numbers)[2]};
}

Result<HalfSpace> plane_of(std::string_view text) {
    const auto numbers = finite_numbers(text, "a plane", 4);
    if (!numbers) return numbers.error();
    return HalfSpace{{(*numbers)[0], (*numbers)[1], (*numbers)[2]}, (*numbers)[3]};
}

}  // namespace

Result<Vec3> parse_point(std::string_view text) {
    const base::DefaultFloatEnvironment environment;
    return point_of(text);
}

Result<std::vector<Vec3>> load_points(const std::filesystem::path& file) {
    const base::DefaultFloatEnvironment environment;
    return io::read_lines<Vec3>(file, point_of);
}

Result<std::vector<HalfSpace>> load_planes(const std::filesystem::path& file) {
    const base::DefaultFloatEnvironment environment;
    return io::read_lines<HalfSpace>(file, plane_of);
}

}  // namespace allide
