// The checksum of blocks of saved models.
#pragma once

#include <cstdint>
#include <string_view>

namespace allide::io {

// The same on every instruction set and for every alignment. Every change of a single word changes it, and so
// does exchanging two different words.
std::uint64_t checksum_of(std::string_view bytes);

}  // namespace allide::io
