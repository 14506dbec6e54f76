// The clash job that engines are compared by: which parts of an assembly touch?
#pragma once

#include <allide/model.hpp>

#include <cstdint>
#include <span>
#include <vector>

namespace allide::bench {

// The result of a job: the touching pairs of parts; these pairs and the number of touching triangle pairs; or
// the kinds and depths of all clashes, which only allide computes.
enum class JobDetail { touch, contacts, clashes };

struct JobAnswer {
    std::vector<std::uint64_t> meeting;  // pairs of touching parts, encoded by box_pair
    std::uint64_t contacts = 0;          // touching pairs of triangles, if the job counts them
};

// The whole job: builds the models from meshes, adds them to the engine's scene manager, and tests the
// candidate pairs. allide builds models only for parts that come near another part.
JobAnswer our_clash_job(std::span<const Part> parts, JobDetail detail, unsigned threads);
JobAnswer fcl_clash_job(std::span<const Part> parts, JobDetail detail);

}  // namespace allide::bench
