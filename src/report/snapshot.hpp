// A small picture of a clash, drawn in software.
#pragma once

#include "report/clash_picture.hpp"
#include "report/png.hpp"

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace allide::detail::report {

// Draws one picture after the other in the same buffers. Not thread-safe.
class SnapshotPainter {
  public:
    static constexpr double aspect_ratio = 4.0 / 3;

    explicit SnapshotPainter(const ViewAxes& axes);

    // A PNG file of 320 by 240 pixels: the contact curves and both parts, in the colours of the page, seen
    // from the picture's direction. The same clash gives the same bytes.
    std::string png_of_clash(const Scene& scene, const Clash& clash, const ClashPicture& picture);

  private:
    PngWriter png_of_samples();

    ViewAxes axes_;
    // Per pixel: the nearness in the upper 24 bits, the palette index below. All zero between two pictures.
    std::vector<std::int32_t> samples_;
    // Per line: the begin and the end of the range of pixels that were drawn.
    std::vector<std::array<int, 2>> drawn_;
};

}  // namespace allide::detail::report
