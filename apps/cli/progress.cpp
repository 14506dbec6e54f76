#include "progress.hpp"

#include <cstdio>

#include <fmt/format.h>
#include <unistd.h>

namespace allide::cli {

std::string progress_line(std::size_t done, std::size_t all, double seconds, std::string_view things) {
    constexpr std::size_t width = 30;
    const double share = all == 0 ? 1 : static_cast<double>(done) / static_cast<double>(all);
    const auto filled = static_cast<std::size_t>(share * width);
    std::string line = fmt::format("[{}{}] {:3.0f} %, {} of {} {}", std::string(filled, '#'),
                                   std::string(width - filled, ' '), 100 * share, done, all, things);
    if (done > 0 && done < all) line += fmt::format(", about {:.0f} s left", seconds / share - seconds);
    return line;
}

ProgressBar::ProgressBar(std::string_view things)
    : things_(things), on_terminal_(::isatty(STDERR_FILENO) == 1) {}

ProgressBar::~ProgressBar() {
    if (shown_) std::fputs("\r\x1b[K", stderr);
}

// Redraws the bar, at most ten times per second.
void ProgressBar::show(std::size_t done, std::size_t all) {
    const Clock::time_point now = Clock::now();
    if (!on_terminal_ || now - last_ < std::chrono::milliseconds(100)) return;
    last_ = now;
    shown_ = true;
    const double seconds = std::chrono::duration<double>(now - begin_).count();
    fmt::print(stderr, "\r{}\x1b[K", progress_line(done, all, seconds, things_));
    std::fflush(stderr);
}

}  // namespace allide::cli
