// A machine that runs the kernels: a GPU with one of its streams, or the emulation that the tests use.
#pragma once

#include "gpu/distance_walk.hpp"
#include "gpu/group_walk.hpp"
#include "gpu/pose_filter.hpp"
#include "gpu/pose_walk.hpp"
#include "gpu/recheck.hpp"

#include <allide/result.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace allide::gpu {

// Work is done in the order of the calls. `run` only starts it; `download` and `wait` return when all work is
// done. Failures of the driver throw DeviceError (allide/extra/batches.hpp).
class Machine {
  public:
    Machine() = default;
    Machine(const Machine&) = delete;
    Machine& operator=(const Machine&) = delete;
    virtual ~Machine() = default;

    virtual std::string name() const = 0;
    virtual std::size_t free_bytes() const = 0;
    // Returns null if there is not enough memory.
    virtual void* allocate(std::size_t bytes) = 0;
    virtual void release(void* memory) noexcept = 0;
    virtual void upload(void* to, const void* from, std::size_t bytes) = 0;
    virtual void download(void* to, const void* from, std::size_t bytes) = 0;
    virtual void fill(void* memory, std::uint8_t byte, std::size_t bytes) = 0;
    virtual void wait() = 0;

    virtual void run(const PoseFilterJob& job) = 0;
    virtual void run(const ProbeJob& job) = 0;
    virtual void run(const PoseWalkJob& job) = 0;
    // Uses `lanes` lanes per pose: warp_width, or hard_pose_lanes for Goal::touch.
    virtual void run(const GroupWalkJob& job, Goal goal, int lanes) = 0;
    virtual void run(const RecheckJob& job) = 0;
    virtual void run(const DistanceJob& job, DistanceGoal goal) = 0;
};

// Throws DeviceError with a message that names the bytes wanted and free.
[[noreturn]] void refuse_memory(const Machine& machine, std::size_t bytes);

// An array in a machine's memory.
template <typename T>
class Buffer {
  public:
    Buffer() = default;
    Buffer(Machine& machine, std::size_t size) : machine_(&machine), size_(size) {
        if (size == 0) return;
        data_ = static_cast<T*>(machine.allocate(size * sizeof(T)));
        if (data_ == nullptr) refuse_memory(machine, size * sizeof(T));
    }
    Buffer(Machine& machine, std::span<const T> values) : Buffer(machine, values.size()) {
        if (!values.empty()) machine.upload(data_, values.data(), values.size_bytes());
    }
    Buffer(Buffer&& other) noexcept { swap(other); }
    Buffer& operator=(Buffer&& other) noexcept {
        swap(other);
        return *this;
    }
    Buffer(const Buffer&) = delete;
    Buffer& operator=(const Buffer&) = delete;
    ~Buffer() {
        if (data_ != nullptr) machine_->release(data_);
    }

    T* data() const { return data_; }
    std::size_t size() const { return size_; }
    // Makes room for `size` values, which are undefined afterwards.
    void reserve(Machine& machine, std::size_t size) {
        if (size <= size_) return;
        *this = Buffer();
        *this = Buffer(machine, size);
    }
    std::vector<T> values(std::size_t count) const {
        std::vector<T> copy(count);
        if (count > 0) machine_->download(copy.data(), data_, count * sizeof(T));
        return copy;
    }

  private:
    void swap(Buffer& other) noexcept {
        std::swap(machine_, other.machine_);
        std::swap(data_, other.data_);
        std::swap(size_, other.size_);
    }
    Machine* machine_ = nullptr;
    T* data_ = nullptr;
    std::size_t size_ = 0;
};

// Opens the GPU with this number. Work goes to the given CUDA stream, or to a new one if `stream` is null.
// Returns an Error if there is no such GPU, if the driver fails, and in builds without CUDA.
Result<std::unique_ptr<Machine>> open_gpu(int device, void* stream);

// The facts that a list of GPUs shows about each.
struct GpuFacts {
    std::string name;
    std::size_t bytes = 0;
    std::string compute_capability;
};
std::vector<GpuFacts> list_gpus();

}  // namespace allide::gpu
