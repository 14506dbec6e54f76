// A small picture of a clash, drawn in software.
#pragma once

#include "report/clash_picture.hpp"

#include <string>

namespace allide::detail::report {

// A PNG file of 320 by 240 pixels: both parts in the colours of the page and the contact curves, seen from
// the camera of camera.hpp. The same clash gives the same bytes.
std::string snapshot_of(const Scene& scene, const Clash& clash, const ClashPicture& picture);

}  // namespace allide::detail::report
