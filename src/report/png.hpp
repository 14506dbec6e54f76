// Writes PNG files.
#pragma once

#include "report/run_deflate.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace allide::detail::report {

using Pixel = std::array<std::uint8_t, 3>;  // red, green, blue

// Writes a picture of at most 256 colours, given line by line as runs of equal pixels.
class PngWriter {
  public:
    // Begins the next line; the first line is at the top.
    void begin_line() {
        pixels_.add(0, 1);  // filter type of the line: none
        ++height_;
    }
    // Appends `count` pixels to the line; `colour` is an index in the palette.
    void add(std::uint8_t colour, std::size_t count) { pixels_.add(colour, count); }
    // Returns the file. Requires that every line has `width` pixels. Nothing may be added afterwards.
    std::string finish(std::size_t width, std::span<const Pixel> palette);

  private:
    RunDeflater pixels_;
    std::size_t height_ = 0;
};

}  // namespace allide::detail::report
