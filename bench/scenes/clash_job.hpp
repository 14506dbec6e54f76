// The parts of an assembly, and the pairs of them that touch.
#pragma once

#include <allide/model.hpp>

#include <cstdint>
#include <span>
#include <vector>

namespace allide::bench {

// What a job computes about the parts: the touching pairs; also their touching triangles; or kinds and
// depths of all clashes, which only allide computes.
enum class JobDetail { touch, contacts, clashes };

struct JobAnswer {
    std::vector<std::uint64_t> meeting;  // pairs of touching parts, encoded by box_pair
    std::uint64_t contacts = 0;          // touching pairs of triangles, if the job counts them
};

// The whole job: builds the models from meshes, adds them to the engine's manager, and tests the candidate
// pairs. allide's scene builds models only for parts that come near another part.
JobAnswer our_clash_job(std::span<const Part> parts, JobDetail detail, unsigned threads);
JobAnswer fcl_clash_job(std::span<const Part> parts, JobDetail detail);

}  // namespace allide::bench
