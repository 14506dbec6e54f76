// Ctrl-C in calls that work in the calling thread.
//
// Python's signal handlers run only in the main thread, and only while it holds the GIL. The library asks
// from time to time whether the call is to stop (allide/extra/cancel.hpp); in the main thread the answer lets
// Python handle signals.
#pragma once

#include <allide/extra/cancel.hpp>

#include <exception>

namespace allide::python {

// Lets Python handle signals, and stores the exception of a handler, such as KeyboardInterrupt.
class SignalWatch {
  public:
    // Needs no GIL. True if there is an exception. Never true in other threads than the main one.
    bool is_interrupted();
    void rethrow() const {
        if (error_) std::rethrow_exception(error_);
    }

  private:
    std::exception_ptr error_;
};

// Runs work(), which must not hold the GIL. Ctrl-C ends it with a KeyboardInterrupt.
template <typename Work>
auto interruptible(const Work& work) {
    SignalWatch watch;
    const CancelScope scope([&watch] { return watch.is_interrupted(); });
    try {
        return work();
    } catch (const Cancelled&) {
        watch.rethrow();
        throw;
    }
}

}  // namespace allide::python
