#include <allide/result.hpp>

#include <fmt/format.h>

namespace allide {

std::string Error::text() const {
    std::string place = file;
    if (line) place += fmt::format("{}{}", place.empty() ? "line " : ":", *line);
    if (byte) place += fmt::format("{}byte {}", place.empty() ? "" : ": ", *byte);
    if (vertex) place += fmt::format("{}vertex {}", place.empty() ? "" : ": ", *vertex);
    if (triangle) place += fmt::format("{}triangle {}", place.empty() ? "" : ": ", *triangle);
    return place.empty() ? message : fmt::format("{}: {}", place, message);
}

namespace detail {
void throw_no_value(const Error& error) {
    throw PreconditionError(error.text());
}
void throw_no_error() {
    throw PreconditionError("Result::error() was called on a Result that holds a value");
}
}  // namespace detail

}  // namespace allide
