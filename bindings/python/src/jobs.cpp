#include "jobs.hpp"

#include "errors.hpp"

namespace allide::python {

bool SignalWatch::is_interrupted() {
    const nb::gil_scoped_acquire acquired;
    if (PyErr_CheckSignals() == 0) return false;
    error_ = std::make_exception_ptr(nb::python_error());
    return true;
}

bool handles_signals() {
    const nb::module_ threading = nb::module_::import_("threading");
    return threading.attr("get_ident")().equal(threading.attr("main_thread")().attr("ident"));
}

ProgressReporter::ProgressReporter(const nb::object& callback) : callback_(callback) {
    if (!callback_.is_valid() || callback_.ptr() == Py_False) callback_ = nb::none();
    if (callback_.ptr() == Py_True) {
        callback_ = nb::module_::import_("tqdm.auto").attr("tqdm")();
        owns_bar_ = true;
    }
    is_bar_ = nb::hasattr(callback_, "update") && nb::hasattr(callback_, "total");
    if (is_wanted() && !is_bar_ && !PyCallable_Check(callback_.ptr()))
        refuse("progress: expected a function of (done, all), a tqdm bar or True, found " +
               description_of(callback_));
}

bool ProgressReporter::report(const Job& job) {
    const std::uint64_t done = job.done, all = job.all;
    if (!is_wanted() || (has_reported_ && done == shown_ && all == shown_all_)) return true;
    const std::uint64_t step = done > shown_ ? done - shown_ : 0;
    shown_ = done;
    shown_all_ = all;
    has_reported_ = true;
    if (!is_bar_) return callback_(done, all).ptr() != Py_False;
    callback_.attr("total") = all;
    callback_.attr("update")(step);
    return true;
}

void ProgressReporter::close() {
    if (owns_bar_) callback_.attr("close")();
}

namespace detail {

Interruption wait_for(Waiting& waiting, Job& job, ProgressReporter& progress) {
    const auto pause = [&] {
        const nb::gil_scoped_release released;
        std::unique_lock lock(waiting.mutex);
        return waiting.changed.wait_for(lock, std::chrono::milliseconds(50),
                                        [&] { return waiting.finished; });
    };
    while (!pause()) {
        if (PyErr_CheckSignals() != 0) {
            job.stop = true;
            job.cancellation.request();
            return Interruption::by_python;
        }
        try {
            if (progress.report(job)) continue;
        } catch (nb::python_error& error) {
            error.restore();
            job.stop = true;
            job.cancellation.request();
            return Interruption::by_python;
        }
        job.stop = true;
        return Interruption::by_callback;
    }
    return Interruption::none;
}

void wait_for_end_of_cancelled(Waiting& waiting) {
    const nb::gil_scoped_release released;
    std::unique_lock lock(waiting.mutex);
    waiting.changed.wait_for(lock, std::chrono::seconds(1), [&] { return waiting.finished; });
}

void report_end(Job& job, ProgressReporter& progress) {
    if (job.all == 0) job.all = job.done.load();
    progress.report(job);
}

}  // namespace detail
}  // namespace allide::python
