#include "base/cancel.hpp"

#include <algorithm>
#include <limits>
#include <utility>

namespace allide {
namespace {

thread_local constinit CancelScope* innermost = nullptr;

using Clock = std::chrono::steady_clock;
constexpr auto pause = std::chrono::milliseconds(50);  // between two calls of should_stop
constexpr auto between_looks = std::chrono::milliseconds(5);
constexpr std::uint64_t first_interval = 64, longest_interval = std::uint64_t{1} << 24;
constexpr std::uint64_t never = std::numeric_limits<std::uint64_t>::max();

}  // namespace

CancelScope::CancelScope(const Cancellation& cancellation)
    : request_(cancellation.requested_), flag_(request_.get()), left_(never), interval_(never) {
    enter();
}

CancelScope::CancelScope(std::function<bool()> should_stop)
    : should_stop_(std::move(should_stop)), left_(first_interval), interval_(first_interval) {
    enter();
}

CancelScope::CancelScope(PartOfCall, const CancelScope& whole)
    : flag_(whole.flag_), left_(never), interval_(never) {
    enter();
}

CancelScope::~CancelScope() {
    innermost = outer_;
}

void CancelScope::enter() {
    outer_ = std::exchange(innermost, this);
}

// Adapts the number of checks between two readings of the clock, so that the readings are about 5 ms apart.
void CancelScope::look() {
    if (flag_->load(std::memory_order_relaxed)) throw Cancelled();
    left_ = interval_;
    if (!should_stop_) return;
    const Clock::time_point now = Clock::now();
    if (looked_ == Clock::time_point()) {
        looked_ = asked_ = now;
        return;
    }
    const auto taken = std::exchange(looked_, now) - now;
    if (-taken < between_looks / 2) interval_ = std::min(2 * interval_, longest_interval);
    if (-taken > 2 * between_looks) interval_ = std::max<std::uint64_t>(interval_ / 4, 1);
    left_ = interval_;
    if (now - asked_ < pause) return;
    asked_ = now;
    bool stop = true;
    try {
        stop = should_stop_();
    } catch (...) {
        own_ = true;  // ends the work of other threads for this call
        throw;
    }
    if (!stop) return;
    own_ = true;
    throw Cancelled();
}

CancelScope* base::CancelAccess::current() {
    return innermost;
}

base::CancelAccess::Suspension::Suspension() : scope_(std::exchange(innermost, nullptr)) {}
base::CancelAccess::Suspension::~Suspension() {
    innermost = scope_;
}

}  // namespace allide
