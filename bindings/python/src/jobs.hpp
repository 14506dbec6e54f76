// Long calls: they release the GIL, report progress, and stop at Ctrl-C.
//
// Python's signal handlers run only in the main thread, and only while it holds the GIL. A call that usually
// takes long works in a thread of its own, and the calling thread waits for it: it wakes up twenty times a
// second, lets Python handle signals, and calls the progress callback. Worker threads never call Python.
// Other calls work in the calling thread (interrupt.hpp).
#pragma once

#include "arguments.hpp"
#include "interrupt.hpp"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>

#include <nanobind/nanobind.h>

namespace allide::python {

// Shared between the worker thread and the calling thread, which waits.
struct Job {
    std::atomic<std::uint64_t> done{0}, all{0};
    std::atomic<bool> stop{false};  // set by the calling thread: the work is to stop at the next step
    Cancellation
        cancellation;  // requested by the calling thread after an exception: the work is to end at once

    // Progress function for options of the library that stop the work when it returns false.
    auto stoppable() {
        return [this](std::uint64_t now, std::uint64_t total) {
            done = now;
            all = total;
            return !stop;
        };
    }
    // Progress function for the library's batches, which stop when it throws.
    struct Stopped {};
    auto throwing() {
        return [this](std::size_t now) {
            done = now;
            if (stop) throw Stopped();
        };
    }
};

// True if the calling thread is the one that handles signals.
bool handles_signals();

// Python's progress argument: None, True (shows a tqdm bar), an object with `total` and `update(n)` such as a
// tqdm bar, or a function of (done, all) that returns False to stop the work.
class ProgressReporter {
  public:
    explicit ProgressReporter(const nb::object& callback);
    bool is_wanted() const { return !callback_.is_none(); }
    // Needs the GIL. Returns false if the work is to stop.
    bool report(const Job& job);
    void close();

  private:
    nb::object callback_;
    bool is_bar_ = false, owns_bar_ = false;
    std::uint64_t shown_ = 0, shown_all_ = 0;
    bool has_reported_ = false;
};

namespace detail {

// wait_for() waits until `finished` is set and meanwhile handles signals and progress. It returns early, with
// `job.stop` set, after an exception in Python, which also cancels the job, or if the callback asks to stop.
struct Waiting {
    std::mutex mutex;
    std::condition_variable changed;
    bool finished = false;

    void finish() {
        const std::lock_guard lock(mutex);
        finished = true;
        changed.notify_all();
    }
};
enum class Interruption { none, by_python, by_callback };
Interruption wait_for(Waiting& waiting, Job& job, ProgressReporter& progress);
// Waits for at most a second until `finished` is set, without the GIL.
void wait_for_end_of_cancelled(Waiting& waiting);
void report_end(Job& job, ProgressReporter& progress);

}  // namespace detail

// Runs work(job) in a thread of its own, without the GIL. The work reports its progress to the job and must
// stop when the job says so. Even after Ctrl-C or an exception in the callback this function waits for the
// work to end, so that it may refer to the caller's variables. Returns its result, partial if the callback
// stopped it.
template <typename Work>
auto run_job(const nb::object& callback, const Work& work) {
    using Answer = decltype(work(std::declval<Job&>()));
    Job job;
    ProgressReporter progress(callback);
    if (!progress.is_wanted() && !handles_signals()) {
        const nb::gil_scoped_release released;
        return work(job);
    }
    std::optional<Answer> answer;
    std::exception_ptr error;
    detail::Waiting waiting;
    std::thread worker([&] {
        try {
            const CancelScope scope(job.cancellation);
            answer.emplace(work(job));
        } catch (...) {
            error = std::current_exception();
        }
        waiting.finish();
    });
    const detail::Interruption interruption = detail::wait_for(waiting, job, progress);
    {
        const nb::gil_scoped_release released;
        worker.join();
    }
    if (interruption == detail::Interruption::by_python) throw nb::python_error();
    if (interruption == detail::Interruption::none && !error) detail::report_end(job, progress);
    progress.close();
    if (error) std::rethrow_exception(error);
    return std::move(*answer);
}

// Runs work that reports no progress in a thread of its own, without the GIL. At Ctrl-C the work is
// cancelled, and the call raises KeyboardInterrupt. Work that does not end within a second, such as the
// reading of a file, ends in the background; the work must therefore own all data that it uses.
template <typename Work>
auto run_long(Work work) {
    using Answer = decltype(work());
    if (!handles_signals()) {
        const nb::gil_scoped_release released;
        return work();
    }
    struct State {
        explicit State(Work&& owned) : work(std::move(owned)) {}
        Work work;
        std::optional<Answer> answer;
        std::exception_ptr error;
        detail::Waiting waiting;
        Job job;
    };
    auto state = std::make_shared<State>(std::move(work));
    std::thread([state] {
        try {
            const CancelScope scope(state->job.cancellation);
            state->answer.emplace(state->work());
        } catch (...) {
            state->error = std::current_exception();
        }
        state->waiting.finish();
    }).detach();
    ProgressReporter silent{nb::none()};
    if (detail::wait_for(state->waiting, state->job, silent) == detail::Interruption::by_python) {
        nb::python_error interrupt;
        detail::wait_for_end_of_cancelled(state->waiting);
        throw interrupt;
    }
    if (state->error) std::rethrow_exception(state->error);
    return std::move(*state->answer);
}

// Runs a query in the calling thread, without the GIL.
template <typename Work>
auto run_short(const Work& work) {
    const nb::gil_scoped_release released;
    return interruptible(work);
}

}  // namespace allide::python
