// The parts of an assembly, and which of them meet.
#pragma once

#include <allide/model.hpp>

#include <cstdint>
#include <span>
#include <vector>

namespace allide::bench {

// What is asked about the parts: which of them touch; also which of their triangles; or all about the
// clashes, their kinds and depths, which only allide tells.
enum class JobDetail { touch, contacts, clashes };

struct JobAnswer {
    std::vector<std::uint64_t> meeting;  // pairs of part numbers whose surfaces meet, see box_pair
    std::uint64_t contacts = 0;          // pairs of triangles, if they were asked for
};

// From meshes to pairs: models are built and put into the engine's manager, and the pairs that it finds are
// tested. allide's scene builds the models of those parts only that come near another.
JobAnswer our_clash_job(std::span<const Part> parts, JobDetail detail, unsigned threads);
JobAnswer fcl_clash_job(std::span<const Part> parts, JobDetail detail);

}  // namespace allide::bench
