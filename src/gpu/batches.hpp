// The batch queries of allide/extra/batches.hpp on a machine: the kernels decide what they can, and exact
// arithmetic on the CPU decides the rest, so the answers are the same as without a GPU.
#pragma once

#include "gpu/placed_pair.hpp"

#include <allide/extra/batches.hpp>

#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace allide::gpu {

// Counts the work that was left to the CPU, for tests and measurements.
struct CpuShare {
    std::size_t poses = 0;           // whole poses
    std::size_t triangle_pairs = 0;  // single pairs of triangles
};

std::vector<bool> collides_many(const std::shared_ptr<Workspace>& workspace, const Placed& a, const Model& b,
                                std::span<const Pose> poses, const BatchOptions& options,
                                const Tuning& tuning = {}, CpuShare* share = nullptr);
std::vector<Contacts> contacts_many(const std::shared_ptr<Workspace>& workspace, const Placed& a,
                                    const Model& b, std::span<const Pose> poses, const ContactOptions& each,
                                    const BatchOptions& options, CpuShare* share = nullptr);
std::vector<Distance> distance_many(const std::shared_ptr<Workspace>& workspace, const Placed& a,
                                    const Model& b, std::span<const Pose> poses, const DistanceOptions& each,
                                    const BatchOptions& options, CpuShare* share = nullptr);
std::vector<bool> distance_within_many(const std::shared_ptr<Workspace>& workspace, const Placed& a,
                                       const Model& b, std::span<const Pose> poses, double limit,
                                       const CollideOptions& each, const BatchOptions& options,
                                       CpuShare* share = nullptr);

}  // namespace allide::gpu
