// Runs the kernels on the CPU: the same source, lane by lane, with the same arithmetic.
#pragma once

#include "gpu/machine.hpp"

#include <algorithm>
#include <cstring>

namespace allide::gpu {

class EmulatedMachine : public Machine {
  public:
    // `room`: bytes of memory that the machine pretends to have.
    explicit EmulatedMachine(std::size_t room = std::size_t{1} << 32) : room_(room) {}

    std::string name() const override { return "the emulated GPU"; }
    std::size_t free_bytes() const override { return room_ - used_; }
    void* allocate(std::size_t bytes) override {
        if (bytes > free_bytes()) return nullptr;
        used_ += bytes;
        auto* block = static_cast<std::size_t*>(::operator new (bytes + 64, std::align_val_t{64}));
        *block = bytes;
        // Fills the memory with a pattern, so that reads of uninitialised memory change answers.
        std::memset(block + 8, 0xa5, bytes);
        return block + 8;
    }
    void release(void* memory) noexcept override {
        std::size_t* block = static_cast<std::size_t*>(memory) - 8;
        used_ -= *block;
        ::operator delete (block, std::align_val_t{64});
    }
    void upload(void* to, const void* from, std::size_t bytes) override { std::memcpy(to, from, bytes); }
    void download(void* to, const void* from, std::size_t bytes) override { std::memcpy(to, from, bytes); }
    void fill(void* memory, std::uint8_t byte, std::size_t bytes) override {
        std::memset(memory, byte, bytes);
    }
    void wait() override {}

    void run(const PoseFilterJob& job) override {
        for (std::uint32_t pose = 0; pose < job.poses.count; ++pose) {
            PreparedPose prepared{};
            const Answer answer = filter_pose(job, pose, job.pair.a.grid.words, job.pair.b.probes, prepared);
            job.answers[pose] = answer;
            filtered[answer]++;
            if (answer == answer_open) job.open[(*job.open_count)++] = prepared;
        }
    }
    void run(const ProbeJob& job) override {
        for (std::uint32_t i = 0; i < *job.from_count; ++i) {
            const PreparedPose& prepared = job.from[i];
            const Answer answer = probe_pose(job.pair, job.pair.a.grid.words, job.pair.b.probes, prepared);
            job.answers[prepared.pose] = answer;
            probed[answer]++;
            if (answer == answer_open) job.open[(*job.open_count)++] = prepared;
        }
    }
    void run(const PoseWalkJob& job) override {
        PoseWalkMemory memory;
        std::memset(static_cast<void*>(&memory), 0xa5, sizeof memory);
        walk_poses(Warp(), job, memory);
        put_aside += *job.aside.count;
    }
    void run(const GroupWalkJob& job, Goal goal, int lanes) override {
        if (lanes == hard_pose_lanes)
            walk<hard_pose_lanes, Goal::touch>(job);
        else if (goal == Goal::touch)
            walk<32, Goal::touch>(job);
        else
            walk<32, Goal::contacts>(job);
    }
    void run(const RecheckJob& job) override {
        for (std::uint32_t i = 0; i < std::min(*job.from.count, job.from.capacity); ++i) recheck_pair(job, i);
        rechecked += std::min(*job.from.count, job.from.capacity);
    }
    void run(const DistanceJob& job, DistanceGoal goal) override {
        DistanceMemory memory;
        std::memset(static_cast<void*>(&memory), 0xa5, sizeof memory);
        if (goal == DistanceGoal::bounds)
            walk_distances<DistanceGoal::bounds>(Warp(), job, memory);
        else
            walk_distances<DistanceGoal::within>(Warp(), job, memory);
    }

    // Counts of what the kernels did, so that tests can check that a path was taken.
    std::size_t filtered[5] = {};  // answers of the pose filter, by kind
    std::size_t probed[5] = {};    // answers of the probes that follow the filter, by kind
    std::size_t rechecked = 0;     // number of pairs of triangles that were decided in double, or not at all
    // Poses that were passed on to several lanes each, and of these, poses passed on to a whole warp each.
    std::size_t put_aside = 0, put_aside_again = 0;

  private:
    template <int width, Goal goal>
    void walk(const GroupWalkJob& job) {
        GroupWalkMemory<width> memory;
        std::memset(static_cast<void*>(&memory), 0xa5, sizeof memory);
        walk_groups<width, goal>(Warp(), job, memory);
        if (job.aside.capacity > 0) put_aside_again += *job.aside.count;
    }
    std::size_t room_, used_ = 0;
};

}  // namespace allide::gpu
