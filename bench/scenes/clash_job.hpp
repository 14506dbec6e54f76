// The parts of an assembly, and the pairs of them that touch.
#pragma once

#include <allide/model.hpp>

#include <cstdint>
#include <span>
#include <vector>

namespace allide::bench {

// The question about the parts: the touching pairs; also their touching triangles; or kinds and depths of
// all clashes, which only allide computes.
enum class JobDetail { touch, contacts, clashes };

struct JobAnswer {
    std::vector<std::uint64_t> meeting;  // pairs of part numbers whose surfaces touch, see box_pair
    std::uint64_t contacts = 0;          // pairs of triangles, if they were asked for
};

// From meshes to pairs: builds the models, adds them to the engine's manager, and tests the candidate pairs.
// allide's scene builds models only for parts that come near another part.
JobAnswer our_clash_job(std::span<const Part> parts, JobDetail detail, unsigned threads);
JobAnswer fcl_clash_job(std::span<const Part> parts, JobDetail detail);

}  // namespace allide::bench
