// Errors of the library as Python exceptions of type allide.AllideError, a ValueError.
#pragma once

#include <allide/result.hpp>

#include <string>
#include <utility>

#include <nanobind/nanobind.h>

namespace allide::python {

// Raises an AllideError with the text of the error; its code and its place (file and so on) become
// attributes. `place` is put in front of the text if the error has no place of its own.
[[noreturn]] void raise(const Error& error, const std::string& place = {});
// Raises an AllideError about an invalid argument.
[[noreturn]] void refuse(const std::string& message);

template <typename T>
T value_of(Result<T> result, const std::string& place = {}) {
    if (!result.has_value()) raise(result.error(), place);
    return std::move(result).value();
}

void bind_errors(nanobind::module_& module);

}  // namespace allide::python
