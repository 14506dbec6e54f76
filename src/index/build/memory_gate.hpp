// Limits the memory of work on several threads: work waits while its estimated memory and that of the running
// work exceed the limit together. Work that needs more than the limit runs alone.
#pragma once

#include <algorithm>
#include <condition_variable>
#include <cstdint>
#include <mutex>

namespace allide::index {

class MemoryGate {
  public:
    explicit MemoryGate(std::uint64_t limit) : limit_(limit) {}

    // Reserves memory during its lifetime, in which the owner must not wait for another task.
    class Passage {
      public:
        Passage(MemoryGate& gate, std::uint64_t bytes) : gate_(gate), bytes_(std::min(bytes, gate.limit_)) {
            std::unique_lock lock(gate_.mutex_);
            gate_.left_.wait(lock, [&] { return gate_.used_ <= gate_.limit_ - bytes_; });
            gate_.used_ += bytes_;
        }
        ~Passage() {
            {
                const std::lock_guard lock(gate_.mutex_);
                gate_.used_ -= bytes_;
            }
            gate_.left_.notify_all();
        }
        Passage(const Passage&) = delete;
        Passage& operator=(const Passage&) = delete;

      private:
        MemoryGate& gate_;
        std::uint64_t bytes_;
    };

  private:
    std::uint64_t limit_, used_ = 0;
    std::mutex mutex_;
    std::condition_variable left_;
};

}  // namespace allide::index
