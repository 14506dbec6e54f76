// Cancels long calls of the library: from another thread, at a deadline, at Ctrl-C.
//
//     const Cancellation stop;                    // another thread may call stop.request()
//     const CancelScope scope(stop);
//     try {
//         const Prediction p = predict(bolt.along(drive), plate.at_rest());
//     } catch (const Cancelled&) { … }
//
// While a CancelScope exists, every call that its thread makes to the library can be cancelled, in whichever
// header the call is declared, with all parallel work that it starts. A cancelled call throws Cancelled,
// usually within milliseconds, and changes no answer of a later one. Functions that return a Result throw it,
// too.
//
// Options with a `progress` that returns bool stop between two steps and return what is done so far; a
// cancelled call returns nothing.
#pragma once

#include <allide/result.hpp>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <exception>
#include <functional>
#include <memory>

namespace allide::base {
struct CancelAccess;
}

namespace ALLIDE_EXPORT allide {

// Thrown by a call that was cancelled.
class Cancelled : public std::exception {
  public:
    const char* what() const noexcept override { return "the call was cancelled"; }
};

// A request that any thread may make, once. Copies share it.
class Cancellation {
  public:
    Cancellation() : requested_(std::make_shared<std::atomic<bool>>(false)) {}
    void request() const { *requested_ = true; }
    bool is_requested() const { return *requested_; }

  private:
    friend class CancelScope;
    std::shared_ptr<std::atomic<bool>> requested_;
};

// Makes the calls of this thread cancellable as long as it exists. Scopes nest; the innermost one counts.
class CancelScope {
  public:
    explicit CancelScope(const Cancellation& cancellation);
    // The library calls `should_stop` in this thread every 50 ms or so, during a shorter call perhaps never.
    // If it returns true, the call is cancelled. If it throws, the call throws that exception instead of
    // Cancelled; a call that other threads work for may throw either.
    explicit CancelScope(std::function<bool()> should_stop);
    ~CancelScope();
    CancelScope(const CancelScope&) = delete;
    CancelScope& operator=(const CancelScope&) = delete;

  private:
    friend struct base::CancelAccess;
    struct PartOfCall {};
    CancelScope(PartOfCall, const CancelScope& whole);
    void enter();
    void look();

    CancelScope* outer_ = nullptr;
    std::shared_ptr<std::atomic<bool>> request_ = {};  // keeps the flag of a Cancellation
    std::atomic<bool> own_ = false;                    // the flag if there is no Cancellation
    std::atomic<bool>* flag_ = &own_;
    std::function<bool()> should_stop_ = {};
    // `left_`: the number of checks until `look` reads the clock. `interval_`: the number between two
    // readings.
    std::uint64_t left_, interval_;
    std::chrono::steady_clock::time_point looked_ = {}, asked_ = {};
};

}  // namespace allide
