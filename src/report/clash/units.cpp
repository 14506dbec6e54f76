// Units of length by name.
#include <allide/report.hpp>

#include <algorithm>
#include <array>
#include <string>
#include <utility>

namespace allide {

std::optional<double> metres_per_unit(std::string_view unit) {
    static constexpr std::array<std::pair<std::string_view, double>, 29> known{{
        {"m", 1},
        {"metre", 1},
        {"metres", 1},
        {"meter", 1},
        {"meters", 1},
        {"mm", 1e-3},
        {"millimetre", 1e-3},
        {"millimetres", 1e-3},
        {"millimeter", 1e-3},
        {"millimeters", 1e-3},
        {"cm", 1e-2},
        {"centimetre", 1e-2},
        {"centimetres", 1e-2},
        {"centimeter", 1e-2},
        {"centimeters", 1e-2},
        {"km", 1e3},
        {"kilometre", 1e3},
        {"kilometres", 1e3},
        {"kilometer", 1e3},
        {"kilometers", 1e3},
        {"um", 1e-6},
        {"\u00b5m", 1e-6},
        {"micrometre", 1e-6},
        {"in", 0.0254},
        {"inch", 0.0254},
        {"inches", 0.0254},
        {"ft", 0.3048},
        {"foot", 0.3048},
        {"feet", 0.3048},
    }};
    std::string lower(unit);
    std::transform(lower.begin(), lower.end(), lower.begin(),
                   [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
    for (const auto& [name, metres] : known)
        if (name == lower) return metres;
    return std::nullopt;
}

}  // namespace allide
