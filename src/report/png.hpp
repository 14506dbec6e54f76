// PNG files.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace allide::detail::report {

using Pixel = std::array<std::uint8_t, 3>;  // red, green, blue

// Pixels line by line from the top. Precondition: their number is a multiple of the width.
std::string png_of(std::span<const Pixel> pixels, std::size_t width);

}  // namespace allide::detail::report
