// Runs the kernels on a GPU: launches, memory and streams.
#include "gpu/machine.hpp"

#include <allide/extra/batches.hpp>

#include <string>

#include <cuda_runtime.h>

namespace allide::gpu {
namespace {

// Kernels take their job as a __grid_constant__ parameter, since a copy of it in each thread would be slow.

constexpr int filter_threads = 256, walk_threads = 64, recheck_threads = 128;
// Blocks per multiprocessor, as measured: more blocks hide more latency but leave fewer registers and less
// cache.
constexpr int pose_blocks = 10, group_blocks = 14, distance_blocks = 9;

// Copies A's grid and B's probes into shared memory.
__device__ void copy_grid(const PairView& pair, std::uint32_t words, std::uint32_t* grid, Probe* probes) {
    for (std::uint32_t i = threadIdx.x; i < words; i += blockDim.x) grid[i] = pair.a.grid.words[i];
    if (threadIdx.x < probe_count) probes[threadIdx.x] = pair.b.probes[threadIdx.x];
    __syncthreads();
}

// Appends to `list` the poses of the lanes for which `is_open` is true.
__device__ void append_open(const Warp& warp, bool is_open, const PreparedPose& prepared, PreparedPose* list,
                            std::uint32_t* count) {
    const std::uint32_t open = __ballot_sync(0xffffffffu, is_open);
    if (open == 0) return;
    const std::uint32_t place =
        warp.once([&] { return add_atomically(count, static_cast<std::uint32_t>(count_bits(open))); });
    if (is_open)
        list[place + static_cast<std::uint32_t>(
                         count_bits(open & lanes_before(static_cast<int>(threadIdx.x % warp_width))))] = prepared;
}

__global__ void __launch_bounds__(filter_threads, 2)
    filter_kernel(const __grid_constant__ PoseFilterJob job, std::uint32_t words) {
    extern __shared__ std::uint32_t grid[];
    __shared__ Probe probes[probe_count];
    copy_grid(job.pair, words, grid, probes);
    const Warp warp;
    const std::uint32_t lane = threadIdx.x % warp_width, step = gridDim.x * blockDim.x;
    for (std::uint32_t first = blockIdx.x * blockDim.x + threadIdx.x - lane; first < job.poses.count;
         first += step) {
        const std::uint32_t pose = first + lane;
        const bool exists = pose < job.poses.count;
        PreparedPose prepared;
        const Answer answer =
            exists ? filter_pose(job, pose, grid, probes, prepared) : answer_no;
        if (exists) job.answers[pose] = answer;
        append_open(warp, answer == answer_open, prepared, job.open, job.open_count);
    }
}

__global__ void __launch_bounds__(filter_threads, 2)
    probe_kernel(const __grid_constant__ ProbeJob job, std::uint32_t words) {
    extern __shared__ std::uint32_t grid[];
    __shared__ Probe probes[probe_count];
    copy_grid(job.pair, words, grid, probes);
    const Warp warp;
    const std::uint32_t lane = threadIdx.x % warp_width, step = gridDim.x * blockDim.x,
                        count = *job.from_count;
    for (std::uint32_t first = blockIdx.x * blockDim.x + threadIdx.x - lane; first < count; first += step) {
        Answer answer = answer_no;
        PreparedPose prepared;
        if (first + lane < count) {
            prepared = loaded(job.from + first + lane);
            answer = probe_pose(job.pair, grid, probes, prepared);
            if (answer != answer_open) job.answers[prepared.pose] = answer;
        }
        append_open(warp, answer == answer_open, prepared, job.open, job.open_count);
    }
}

__global__ void __launch_bounds__(walk_threads, pose_blocks)
    pose_kernel(const __grid_constant__ PoseWalkJob job) {
    __shared__ PoseWalkMemory memory[walk_threads / warp_width];
    walk_poses(Warp(), job, memory[threadIdx.x / warp_width]);
}

template <int width, Goal goal>
__global__ void __launch_bounds__(walk_threads, group_blocks)
    group_kernel(const __grid_constant__ GroupWalkJob job) {
    __shared__ GroupWalkMemory<width> memory[walk_threads / warp_width];
    walk_groups<width, goal>(Warp(), job, memory[threadIdx.x / warp_width]);
}

__global__ void __launch_bounds__(recheck_threads) recheck_kernel(const __grid_constant__ RecheckJob job) {
    const std::uint32_t count = *job.from.count < job.from.capacity ? *job.from.count : job.from.capacity;
    for (std::uint32_t i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x)
        recheck_pair(job, i);
}

template <DistanceGoal goal>
__global__ void __launch_bounds__(walk_threads, distance_blocks)
    distance_kernel(const __grid_constant__ DistanceJob job) {
    __shared__ DistanceMemory memory[walk_threads / warp_width];
    walk_distances<goal>(Warp(), job, memory[threadIdx.x / warp_width]);
}

void check(cudaError_t error, const char* action) {
    if (error != cudaSuccess)
        throw DeviceError(std::string("the GPU's driver failed to ") + action + ": " +
                          cudaGetErrorString(error));
}

class CudaMachine : public Machine {
  public:
    CudaMachine(int device, void* stream) : device_(device), stream_(static_cast<cudaStream_t>(stream)) {
        check(cudaSetDevice(device), "select the device");
        check(cudaGetDeviceProperties(&properties_, device), "describe the device");
        if (stream_ == nullptr) {
            check(cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking), "create a stream");
            owns_stream_ = true;
        }
        for (const void* kernel : {reinterpret_cast<const void*>(filter_kernel), reinterpret_cast<const void*>(probe_kernel)})
            check(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                       static_cast<int>(largest_grid_words * sizeof(std::uint32_t))),
                  "reserve shared memory");
        divide_cache(pose_kernel, pose_blocks * sizeof(PoseWalkMemory));
        divide_cache(group_kernel<hard_pose_lanes, Goal::touch>,
                     group_blocks * sizeof(GroupWalkMemory<hard_pose_lanes>));
        divide_cache(group_kernel<32, Goal::touch>, group_blocks * sizeof(GroupWalkMemory<32>));
        divide_cache(group_kernel<32, Goal::contacts>, group_blocks * sizeof(GroupWalkMemory<32>));
        divide_cache(distance_kernel<DistanceGoal::bounds>, distance_blocks * sizeof(DistanceMemory));
        divide_cache(distance_kernel<DistanceGoal::within>, distance_blocks * sizeof(DistanceMemory));
    }
    ~CudaMachine() override {
        if (owns_stream_) cudaStreamDestroy(stream_);
    }

    std::string name() const override {
        return "GPU " + std::to_string(device_) + " (" + properties_.name + ")";
    }
    std::size_t free_bytes() const override {
        std::size_t available = 0, total = 0;
        check(cudaSetDevice(device_), "select the device");
        check(cudaMemGetInfo(&available, &total), "tell its free memory");
        return available;
    }
    void* allocate(std::size_t bytes) override {
        void* memory = nullptr;
        check(cudaSetDevice(device_), "select the device");
        const cudaError_t error = cudaMalloc(&memory, bytes);
        if (error == cudaErrorMemoryAllocation) {
            cudaGetLastError();  // clears the error, so that the next call does not report it
            return nullptr;
        }
        check(error, "allocate memory");
        return memory;
    }
    void release(void* memory) noexcept override { cudaFree(memory); }
    void upload(void* to, const void* from, std::size_t bytes) override {
        check(cudaMemcpyAsync(to, from, bytes, cudaMemcpyHostToDevice, stream_), "copy to the device");
        // Waits for the copy, because the caller may change the source as soon as this returns.
        check(cudaStreamSynchronize(stream_), "copy to the device");
    }
    void download(void* to, const void* from, std::size_t bytes) override {
        check(cudaMemcpyAsync(to, from, bytes, cudaMemcpyDeviceToHost, stream_), "copy from the device");
        check(cudaStreamSynchronize(stream_), "answer");
    }
    void fill(void* memory, std::uint8_t byte, std::size_t bytes) override {
        check(cudaMemsetAsync(memory, byte, bytes, stream_), "fill memory");
    }
    void wait() override { check(cudaStreamSynchronize(stream_), "answer"); }

    void run(const PoseFilterJob& job) override {
        const std::uint32_t words = job.probes == 0 ? 0 : grid_words(job.pair.a.grid);
        filter_kernel<<<blocks(2, job.poses.count, filter_threads), filter_threads, words * sizeof(std::uint32_t),
                      stream_>>>(job, words);
        launched();
    }
    void run(const ProbeJob& job) override {
        const std::uint32_t words = grid_words(job.pair.a.grid);
        probe_kernel<<<blocks(2, job.most, filter_threads), filter_threads, words * sizeof(std::uint32_t),
                     stream_>>>(job, words);
        launched();
    }
    void run(const PoseWalkJob& job) override {
        pose_kernel<<<blocks(pose_blocks, job.poses.count, walk_threads), walk_threads, 0, stream_>>>(job);
        launched();
    }
    void run(const GroupWalkJob& job, Goal goal, int lanes) override {
        const int count = blocks(group_blocks, job.poses.count, walk_threads / warp_width);
        if (lanes == hard_pose_lanes)
            group_kernel<hard_pose_lanes, Goal::touch><<<count, walk_threads, 0, stream_>>>(job);
        else if (goal == Goal::touch)
            group_kernel<32, Goal::touch><<<count, walk_threads, 0, stream_>>>(job);
        else
            group_kernel<32, Goal::contacts><<<count, walk_threads, 0, stream_>>>(job);
        launched();
    }
    void run(const RecheckJob& job) override {
        recheck_kernel<<<4 * properties_.multiProcessorCount, recheck_threads, 0, stream_>>>(job);
        launched();
    }
    void run(const DistanceJob& job, DistanceGoal goal) override {
        const int count = blocks(distance_blocks, job.poses.count, walk_threads / warp_width);
        if (goal == DistanceGoal::bounds)
            distance_kernel<DistanceGoal::bounds><<<count, walk_threads, 0, stream_>>>(job);
        else
            distance_kernel<DistanceGoal::within><<<count, walk_threads, 0, stream_>>>(job);
        launched();
    }

  private:
    static std::uint32_t grid_words(const InsideGrid& grid) {
        return (grid.counts[0] * grid.counts[1] * grid.counts[2] + 31) / 32;
    }
    // The number of blocks to launch: as many as run at once, or fewer for small batches.
    int blocks(int per_multiprocessor, std::uint32_t poses, int poses_per_block) const {
        const auto wanted = (static_cast<std::uint64_t>(poses) + poses_per_block - 1) / poses_per_block;
        const auto most = static_cast<std::uint64_t>(per_multiprocessor * properties_.multiProcessorCount);
        return static_cast<int>(wanted < 1 ? 1 : wanted < most ? wanted : most);
    }
    // Leaves as much of the fast memory as possible to a multiprocessor's cache, which holds the trees. The
    // rest is shared memory: a block has walk_threads / warp_width warps, and `bytes` is the sum of what one
    // warp needs over all blocks that run at once. The system takes 1 KiB more per block, counted here for 10
    // blocks.
    template <typename Kernel>
    void divide_cache(Kernel* kernel, std::size_t bytes) const {
        const std::size_t needed = walk_threads / warp_width * bytes + 10 * 1024,
                          all = properties_.sharedMemPerMultiprocessor;
        check(cudaFuncSetAttribute(kernel, cudaFuncAttributePreferredSharedMemoryCarveout,
                                   static_cast<int>(needed >= all ? 100 : (100 * needed + all - 1) / all)),
              "divide its fast memory");
    }
    static void launched() { check(cudaGetLastError(), "start a kernel"); }

    int device_;
    cudaDeviceProp properties_{};
    cudaStream_t stream_;
    bool owns_stream_ = false;
};

}  // namespace

Result<std::unique_ptr<Machine>> open_gpu(int device, void* stream) {
    int count = 0;
    const cudaError_t error = cudaGetDeviceCount(&count);
    if (error != cudaSuccess || count == 0)
        return Error{.message = std::string("no CUDA device was found: ") +
                                (error != cudaSuccess ? cudaGetErrorString(error) : "the driver lists none")};
    if (device < 0 || device >= count)
        return Error{.message = "expected the number of a GPU from 0 to " + std::to_string(count - 1) +
                                ", found " + std::to_string(device)};
    try {
        return std::unique_ptr<Machine>(std::make_unique<CudaMachine>(device, stream));
    } catch (const DeviceError& failure) {
        return Error{.message = failure.what()};
    }
}

std::vector<GpuFacts> list_gpus() {
    std::vector<GpuFacts> list;
    int count = 0;
    if (cudaGetDeviceCount(&count) != cudaSuccess) return list;
    for (int i = 0; i < count; ++i) {
        cudaDeviceProp properties;
        if (cudaGetDeviceProperties(&properties, i) != cudaSuccess) continue;
        list.push_back({properties.name, properties.totalGlobalMem,
                        std::to_string(properties.major) + "." + std::to_string(properties.minor)});
    }
    return list;
}

}  // namespace allide::gpu
