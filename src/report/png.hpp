// PNG files.
#pragma once

#include "report/compressed.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace allide::detail::report {

using Pixel = std::array<std::uint8_t, 3>;  // red, green, blue

// `pixels` are numbers of colours in `palette`, which has at most 256, line by line from the top.
// Preconditions: their number is a multiple of the width, and the deflater writes zlib's wrapping.
std::string png_of(std::span<const std::uint8_t> pixels, std::size_t width, std::span<const Pixel> palette,
                   Deflater& deflater);

}  // namespace allide::detail::report
