// Results as Python sees them: numpy arrays that own or share their memory, and verdicts that may be unknown.
#pragma once

#include "arguments.hpp"

#include <allide/geometry.hpp>

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

namespace allide::python {

template <typename Scalar, auto... Shape>
using Array = nb::ndarray<nb::numpy, Scalar, nb::shape<Shape...>>;
using Point = Array<double, 3>;
using Points = Array<double, -1, 3>;
using Numbers = Array<double, -1>;
using Indices = Array<std::uint32_t, -1>;
using Pairs = Array<std::uint32_t, -1, 2>;
using Bools = Array<bool, -1>;
using Matrix = Array<double, 4, 4>;

// keep() moves the vector into a capsule; rows_from() makes it an array, one row per element, without a copy.
template <typename Scalar, typename Element>
nb::capsule keep(std::vector<Element>&& elements, Scalar*& data) {
    auto owned = std::make_unique<std::vector<Element>>(std::move(elements));
    data = reinterpret_cast<Scalar*>(owned->data());
    nb::capsule owner(owned.get(),
                      [](void* vector) noexcept { delete static_cast<std::vector<Element>*>(vector); });
    static_cast<void>(owned.release());
    return owner;
}
template <typename Result, typename Element>
Result rows_from(std::vector<Element>&& elements) {
    using Scalar = typename Result::Scalar;
    constexpr std::size_t columns = sizeof(Element) / sizeof(Scalar);
    const std::size_t count = elements.size();
    Scalar* data = nullptr;
    const nb::capsule owner = keep<Scalar>(std::move(elements), data);
    if constexpr (columns == 1)
        return Result(data, {count}, owner);
    else
        return Result(data, {count, columns}, owner);
}

// An array that views memory owned by the Python object `owner`, without a copy; one row per element.
template <typename Result, typename Element>
Result view_of(const Element* elements, std::size_t count, nb::handle owner) {
    using Scalar = typename Result::Scalar;
    constexpr std::size_t columns = sizeof(Element) / sizeof(Scalar);
    auto* data = const_cast<std::remove_const_t<Scalar>*>(reinterpret_cast<const Scalar*>(elements));
    if constexpr (columns == 1)
        return Result(data, {count}, owner);
    else
        return Result(data, {count, columns}, owner);
}

inline Point point_from(const Vec3& point) {
    double* data = nullptr;
    const nb::capsule owner = keep<double>(std::vector<double>{point.x, point.y, point.z}, data);
    return Point(data, {3}, owner);
}

// A named answer: yes, no or unknown. bool() of an unknown answer raises AllideError.
struct Verdict {
    enum class Truth { no, yes, unknown };
    std::string name;
    Truth truth = Truth::unknown;
    std::string reason;  // why the answer is unknown
};
Verdict verdict_of(BodyVerdict verdict);

// A number, or a point such as "(1.0, 2.5, 0.0)", for a repr, with as many digits as Python prints.
std::string text_of(double number);
std::string text_of(const Vec3& point);

void bind_results(nb::module_& module);

}  // namespace allide::python
