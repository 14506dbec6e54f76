#pragma once

#include "arguments.hpp"

#include <allide/scene.hpp>

#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace allide::python {

// Calls a Python function from any thread, with the GIL. Its first exception is stored until rethrow() raises
// it; until then, calls return `otherwise` without calling the function.
class Callback {
  public:
    explicit Callback(nb::object function) : function_(std::move(function)) {}
    ~Callback() {
        const nb::gil_scoped_acquire acquired;
        error_ = nullptr;
        function_.reset();
    }
    Callback(const Callback&) = delete;
    Callback& operator=(const Callback&) = delete;

    template <typename Answer, typename... Arguments>
    Answer call(Answer otherwise, const Arguments&... arguments) {
        const nb::gil_scoped_acquire acquired;
        if (error_) return otherwise;
        try {
            return nb::cast<Answer>(function_(arguments...));
        } catch (...) {
            error_ = std::current_exception();
            return otherwise;
        }
    }
    // Calls use(function). Returns false if it throws, or if an earlier exception is still stored.
    template <typename Use>
    bool call_with(const Use& use) {
        const nb::gil_scoped_acquire acquired;
        if (error_) return false;
        try {
            use(function_);
        } catch (...) {
            error_ = std::current_exception();
        }
        return !error_;
    }
    void rethrow() {
        if (error_) std::rethrow_exception(std::exchange(error_, nullptr));
    }

  private:
    nb::object function_;
    std::exception_ptr error_;
};

// Python's Scene. Queries release the GIL, so a lock gives each call exclusive access. The settings are
// stored too, so that copy() can make an equal scene for a clash report.
struct LockedScene {
    Scene scene;
    std::mutex mutex;
    struct Setting {
        std::string group_a, group_b;
        std::optional<double> clearance;  // clearance of these two groups; empty: their pairs are ignored
    };
    std::vector<Setting> settings;
    std::set<ObjectId> added_as_mesh;  // objects whose models are built when a query needs them
    std::shared_ptr<Callback> filter;

    // A scene of the same objects and settings, without the filter. Needs the lock.
    Scene copy() const;
};

// The fields of a Clash, for scenes and for indexes.
void bind_clash_results(nb::module_& module);

}  // namespace allide::python
