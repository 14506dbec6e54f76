#pragma once

#include "arguments.hpp"

#include <allide/scene.hpp>

#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace allide::python {

// Calls a Python function from any thread, with the GIL. Its first exception is stored until rethrow() raises
// it; until then, calls return `otherwise` without calling the function. The mutex is never held while Python
// code runs.
class Callback {
  public:
    explicit Callback(nb::object function) : function_(std::move(function)) {}
    ~Callback() {
        const nb::gil_scoped_acquire acquired;
        take_error();
        function_.reset();
    }
    Callback(const Callback&) = delete;
    Callback& operator=(const Callback&) = delete;

    template <typename Answer, typename... Arguments>
    Answer call(Answer otherwise, const Arguments&... arguments) {
        const nb::gil_scoped_acquire acquired;
        if (has_error()) return otherwise;
        try {
            return nb::cast<Answer>(function_(arguments...));
        } catch (...) {
            store(std::current_exception());
            return otherwise;
        }
    }
    // Calls use(function). Returns false if it throws, or if an earlier exception is still stored.
    template <typename Use>
    bool call_with(const Use& use) {
        const nb::gil_scoped_acquire acquired;
        if (has_error()) return false;
        try {
            use(function_);
        } catch (...) {
            store(std::current_exception());
        }
        return !has_error();
    }
    void rethrow() {
        if (const std::exception_ptr error = take_error()) std::rethrow_exception(error);
    }

  private:
    bool has_error() {
        const std::lock_guard lock(mutex_);
        return error_ != nullptr;
    }
    std::exception_ptr take_error() {
        const std::lock_guard lock(mutex_);
        return std::exchange(error_, nullptr);
    }
    void store(const std::exception_ptr& error) {
        const std::lock_guard lock(mutex_);
        if (error_ == nullptr) error_ = error;
    }

    nb::object function_;
    std::mutex mutex_;
    std::exception_ptr error_;
};

struct BoundShape;

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
    std::map<ObjectId, std::shared_ptr<const BoundShape>> shapes;  // objects that were added as a shape
    std::map<ObjectId, std::pair<std::uint32_t, std::uint32_t>>
        masks;  // category and mask of the objects that do not have the default ones
    std::set<std::pair<ObjectId, ObjectId>> ignored;  // a < b
    std::shared_ptr<Callback> filter;

    // Notes the settings of a new object, or forgets those of a removed one.
    ObjectId enter(ObjectId id, const ObjectOptions& options);
    void leave(ObjectId id);
    // A scene of the same objects and settings, without the filter. Needs the lock.
    Scene copy() const;
};

// The fields of a Clash, for scenes and for indexes.
void bind_clash_results(nb::module_& module);

}  // namespace allide::python
