// Queries for many poses in one call, in parallel: of two models (collides_many is in allide/query.hpp), and
// of a shape and a scene of placed shapes. For scenes on disk see allide/extra/index_batches.hpp.
//
// Answers are in the order of the poses and do not depend on the number of threads. An exception that
// BatchOptions::progress throws stops the work and reaches the caller.
#pragma once

#include <allide/query.hpp>
#include <allide/shape.hpp>

#include <cstddef>
#include <functional>
#include <span>
#include <stdexcept>
#include <string_view>
#include <vector>

namespace ALLIDE_EXPORT allide {

// contacts(a, b) for b at each of the poses.
std::vector<Contacts> contacts_many(const Placed& a, const Model& b, std::span<const Pose> poses,
                                    const ContactOptions& each = {}, const BatchOptions& options = {});

// distance(a, b) for b at each of the poses.
std::vector<Distance> distance_many(const Placed& a, const Model& b, std::span<const Pose> poses,
                                    const DistanceOptions& each = {}, const BatchOptions& options = {});

// distance_within(a, b, limit) for b at each of the poses.
std::vector<bool> distance_within_many(const Placed& a, const Model& b, std::span<const Pose> poses,
                                       double limit, const CollideOptions& each = {},
                                       const BatchOptions& options = {});

// Does the shape, at each of the poses, come within the clearance of any shape of the scene? The clearance is
// finite and not negative; with 0, only contact counts. What is undecided counts as contact.
std::vector<bool> collides_many(std::span<const PlacedShape> scene, const Shape& shape,
                                std::span<const Pose> poses, double clearance = 0,
                                const BatchOptions& options = {});

// ---- The same on a GPU (docs/gpu.md). The answers are those of the CPU.

// The processor that answers a batch of queries.
enum class Device {
    // The CPU.
    cpu,
    // A GPU. Throws DeviceError if there is none, or if this build has no support for it.
    gpu,
    // A GPU if there is one and the batch is large enough to gain from it; otherwise the CPU.
    automatic,
};

// Thrown if a GPU was asked for and cannot be used, or fails: the message names the reason.
class DeviceError : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

// A Device that must be named, so that `{}` and `{.threads = 2}` remain BatchOptions.
class NamedDevice {
  public:
    NamedDevice(Device device) : device_(device) {}
    operator Device() const { return device_; }

  private:
    Device device_;
};

// BatchOptions with a choice of processor.
struct DeviceOptions {
    // The processor.
    NamedDevice device;
    // The number of the GPU, counted from 0; 0 by default.
    int gpu = 0;
    // The maximum number of threads of the CPU, as in BatchOptions. The CPU also decides what the GPU cannot
    // decide.
    unsigned threads = 0;
    // As in BatchOptions. None by default.
    std::function<void(std::size_t done)> progress = {};
    // Called once, before the first answer, with a line that names the processor and, for Device::automatic,
    // why it was chosen: "CPU: no CUDA device was found". None by default.
    std::function<void(std::string_view processor)> notice = {};
};

std::vector<bool> collides_many(const Placed& a, const Model& b, std::span<const Pose> poses,
                                const DeviceOptions& options);
std::vector<Contacts> contacts_many(const Placed& a, const Model& b, std::span<const Pose> poses,
                                    const ContactOptions& each, const DeviceOptions& options);
std::vector<Distance> distance_many(const Placed& a, const Model& b, std::span<const Pose> poses,
                                    const DistanceOptions& each, const DeviceOptions& options);
std::vector<bool> distance_within_many(const Placed& a, const Model& b, std::span<const Pose> poses,
                                       double limit, const CollideOptions& each,
                                       const DeviceOptions& options);

}  // namespace allide
