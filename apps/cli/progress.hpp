// A progress bar on a terminal. Nothing is written to a pipe or a file.
#pragma once

#include <chrono>
#include <cstddef>
#include <string>
#include <string_view>

namespace allide::cli {

class ProgressBar {
  public:
    explicit ProgressBar(std::string_view things);
    ~ProgressBar();  // erases the bar
    ProgressBar(const ProgressBar&) = delete;
    ProgressBar& operator=(const ProgressBar&) = delete;

    void show(std::size_t done, std::size_t all);

  private:
    using Clock = std::chrono::steady_clock;
    std::string things_;
    bool on_terminal_;
    bool shown_ = false;
    Clock::time_point begin_ = Clock::now(), last_ = begin_;
};

// The text of the bar: "[#####     ]  50 %, 200 of 400 pairs, about 3 s left"
std::string progress_line(std::size_t done, std::size_t all, double seconds, std::string_view things);

}  // namespace allide::cli
