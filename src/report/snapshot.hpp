// A small picture of a clash, for programs that show one beside its title.
#pragma once

#include "report/clash_picture.hpp"

#include <string>

namespace allide::report {

// A PNG file of 320 by 240 pixels: both parts in the colours of the page, and the curves along which they
// meet, seen from camera.hpp's place. The same clash gives the same bytes.
std::string snapshot_of(const Scene& scene, const Clash& clash, const ClashPicture& picture);

}  // namespace allide::report
