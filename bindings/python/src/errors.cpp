#include "errors.hpp"

#include "arguments.hpp"

#include <optional>

namespace allide::python {
namespace {

PyObject* error_type = nullptr;  // AllideError; owned by the module, which is never unloaded

const char* name_of(ErrorCode code) {
    switch (code) {
        case ErrorCode::cannot_open:
            return "cannot_open";
        case ErrorCode::unknown_format:
            return "unknown_format";
        case ErrorCode::bad_syntax:
            return "bad_syntax";
        case ErrorCode::bad_index:
            return "bad_index";
        case ErrorCode::not_finite:
            return "not_finite";
        case ErrorCode::not_rigid:
            return "not_rigid";
        case ErrorCode::too_large:
            return "too_large";
        case ErrorCode::bad_argument:
            return "bad_argument";
    }
    return "bad_argument";
}

nb::object number_or_none(const std::optional<std::uint64_t>& number) {
    if (number) return nb::cast(*number);
    return nb::none();
}

// Sets Python's error indicator to an AllideError. Needs the GIL.
void set_error(const Error& error, const std::string& text) {
    nb::object exception = nb::borrow(error_type)(text);
    exception.attr("code") = name_of(error.code);
    exception.attr("file") = nb::none();
    if (!error.file.empty()) exception.attr("file") = error.file.c_str();
    exception.attr("line") = number_or_none(error.line);
    exception.attr("byte") = number_or_none(error.byte);
    exception.attr("vertex") = number_or_none(error.vertex);
    exception.attr("triangle") = number_or_none(error.triangle);
    PyErr_SetObject(error_type, exception.ptr());
}

constexpr const char* documentation =
    "An input that allide cannot use: a file, an argument, an array.\n\n"
    "The text is that of the ``allide`` command. ``code`` is one of \"cannot_open\", \"unknown_format\", "
    "\"bad_syntax\", \"bad_index\", \"not_finite\", \"not_rigid\", \"too_large\", \"bad_argument\"; "
    "``file``, ``line``, "
    "``byte``, ``vertex`` and ``triangle`` say where, or are None.";

}  // namespace

void raise(const Error& error, const std::string& place) {
    const std::string text = error.text();
    set_error(error, place.empty() || !error.file.empty() ? text : place + ": " + text);
    throw nb::python_error();
}

void refuse(const std::string& message) {
    raise(Error{.code = ErrorCode::bad_argument, .message = message});
}

void bind_errors(nb::module_& module) {
    const nb::dict members;
    for (const char* place : {"file", "line", "byte", "vertex", "triangle"}) members[place] = nb::none();
    members["code"] = "bad_argument";
    error_type =
        PyErr_NewExceptionWithDoc("allide.AllideError", documentation, PyExc_ValueError, members.ptr());
    if (error_type == nullptr) throw nb::python_error();
    module.attr("AllideError") = nb::borrow(error_type);
    nb::register_exception_translator([](const std::exception_ptr& pointer, void*) {
        try {
            std::rethrow_exception(pointer);
        } catch (const PreconditionError& error) {
            PyErr_SetString(error_type, error.what());
        }
    });
}

}  // namespace allide::python
