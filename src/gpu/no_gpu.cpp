// Stands in for cuda_machine.cu in builds without CUDA: there is no GPU.
#include "gpu/machine.hpp"

namespace allide::gpu {

Result<std::unique_ptr<Machine>> open_gpu(int /*device*/, void* /*stream*/) {
    return Error{.message =
                     "this build of allide has no GPU support (it was configured without -DALLIDE_GPU=ON)"};
}

std::vector<GpuFacts> list_gpus() {
    return {};
}

}  // namespace allide::gpu
