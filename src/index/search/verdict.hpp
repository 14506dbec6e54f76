// Combines the predictions for single objects into one for the scene, as if it were one body. The earliest
// contact counts, and among equally early ones that of the object with the smallest number. An undecided
// outcome counts only until the first certain contact.
#pragma once

#include <allide/predict.hpp>

#include <cstdint>
#include <optional>
#include <vector>

namespace allide::index {

class SceneVerdict {
  public:
    void add(std::uint64_t object, const Prediction& prediction);
    // Contacts later than this time cannot change the result; contacts exactly at this time can.
    double horizon() const;
    Prediction prediction() const;
    std::optional<std::uint64_t> object() const { return object_; }

  private:
    bool is_certain() const;

    std::optional<std::uint64_t> object_;
    Prediction first_;
    std::optional<double> contact_by_;  // some object is certainly in contact by this time
    std::uint64_t triangle_tests_ = 0;
};

// The times at which at least one object is in contact. Undecided intervals are dropped where contact is
// certain.
ContactIntervals united_intervals(const std::vector<ContactIntervals>& objects);
// At most `most` intervals, certain and undecided ones counted together, in order of time. Intervals that may
// last beyond known_until are left out, and known_until becomes the earliest beginning of one left out.
ContactIntervals capped_intervals(ContactIntervals all, std::size_t most);

}  // namespace allide::index
