// Many objects' answers put together to one about the scene, as if it were one body: the earliest counts, of
// equally early ones that of the smallest number; a doubt stands only until something is certain.
#pragma once

#include <allide/predict.hpp>

#include <cstdint>
#include <optional>
#include <vector>

namespace allide::index {

class Verdict {
  public:
    void add(std::uint64_t object, const Prediction& prediction);
    // What begins later cannot change the answer any more; what begins just then may.
    double horizon() const;
    Prediction prediction() const;
    std::optional<std::uint64_t> object() const { return object_; }

  private:
    bool is_certain() const;

    std::optional<std::uint64_t> object_;
    Prediction first_;
    std::optional<double> sure_by_;  // there is contact by then, with any object
    std::uint64_t triangle_tests_ = 0;
};

// The times at which at least one object is in contact. Doubts during certain contact are none.
ContactIntervals joined(const std::vector<ContactIntervals>& objects);

}  // namespace allide::index
