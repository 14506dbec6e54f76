// The parts of an assembly, and which of them meet.
#pragma once

#include <allide/parts.hpp>

#include <cstdint>
#include <span>
#include <vector>

namespace allide::bench {

// What an engine is asked for about two parts.
enum class JobDetail { touch, contacts };

struct JobAnswer {
    std::vector<std::uint64_t> meeting;  // pairs of part numbers whose surfaces meet, see box_pair
    std::uint64_t candidates = 0;        // pairs that were asked about
};

// From meshes to pairs: models are built, put into the engine's manager, and the pairs that it finds are
// tested.
JobAnswer our_clash_job(std::span<const Part> parts, unsigned threads);
JobAnswer fcl_clash_job(std::span<const Part> parts, JobDetail detail);

}  // namespace allide::bench
