// Checks whether a call was cancelled, see allide/extra/cancel.hpp.
//
// Every loop that can run for long calls a CancelCheck. Without a scope a check costs one predictable branch,
// with one a load and a decrement.
#pragma once

#include <allide/extra/cancel.hpp>

namespace allide::base {

struct CancelAccess {
    // The innermost scope of this thread, or null.
    static CancelScope* current();

    static void check(CancelScope& scope) {
        if (scope.flag_->load(std::memory_order_relaxed) || --scope.left_ == 0) scope.look();
    }
    // Runs work(), which is a part of the call to which `whole` belongs, in any thread.
    template <typename Work>
    static void do_part(CancelScope* whole, const Work& work) {
        if (whole == nullptr) {
            // The call has no scope, but this thread may have one: that of another call, which waits while
            // the thread does work of this one.
            const Suspension suspension;
            work();
        } else if (whole == current()) {
            check(*whole);
            work();
        } else {
            CancelScope part(CancelScope::PartOfCall{}, *whole);
            check(part);
            work();
        }
    }

    // While it exists, its thread has no scope.
    class Suspension {
      public:
        Suspension();
        ~Suspension();
        Suspension(const Suspension&) = delete;
        Suspension& operator=(const Suspension&) = delete;

      private:
        CancelScope* scope_;
    };
};

// Throws Cancelled if the scope in which it was made has been cancelled. Only the thread that made it may
// call it.
class CancelCheck {
  public:
    CancelCheck() : scope_(CancelAccess::current()) {}
    void operator()() const {
        if (scope_ != nullptr) CancelAccess::check(*scope_);
    }

  private:
    CancelScope* scope_;
};

}  // namespace allide::base
