// Reports the progress of drawing pictures, from any number of threads.
#pragma once

#include <atomic>
#include <cstddef>
#include <functional>
#include <mutex>

namespace allide::detail::report {

class PictureProgress {
  public:
    using Callback = std::function<bool(std::size_t done, std::size_t all)>;

    // An empty callback never stops the work.
    PictureProgress(const Callback& callback, std::size_t all) : callback_(callback), all_(all) {
        stopped_ = callback && !callback(0, all);
    }

    bool is_stopped() const { return stopped_.load(std::memory_order_relaxed); }
    // Counts one finished step. The callback is never called by two threads at once.
    void add_one() {
        if (!callback_) return;
        const std::lock_guard lock(calling_);
        if (!callback_(++done_, all_)) stopped_ = true;
    }

  private:
    const Callback& callback_;
    std::size_t all_, done_ = 0;
    std::atomic<bool> stopped_ = false;
    std::mutex calling_;
};

}  // namespace allide::detail::report
