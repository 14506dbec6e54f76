// Combines the predictions for single objects into one for the scene, as if it were one body: the earliest
// contact counts; among equally early ones, that of the object with the smallest number. An undecided outcome
// counts only until the first certain contact.
#pragma once

#include <allide/predict.hpp>

#include <cstdint>
#include <optional>
#include <vector>

namespace allide::index {

class SceneVerdict {
  public:
    void add(std::uint64_t object, const Prediction& prediction);
    // Contacts after this time cannot change the result; contacts at this time may.
    double horizon() const;
    Prediction prediction() const;
    std::optional<std::uint64_t> object() const { return object_; }

  private:
    bool is_certain() const;

    std::optional<std::uint64_t> object_;
    Prediction first_;
    std::optional<double> contact_by_;  // a contact with some object is certain by this time
    std::uint64_t triangle_tests_ = 0;
};

// The times at which at least one object is in contact. Undecided intervals during certain contact are
// dropped.
ContactIntervals united_intervals(const std::vector<ContactIntervals>& objects);
// At most `most` of the intervals, certain and undecided ones together, in order of time. Intervals that may
// continue after known_until are left out, and known_until is then where the first of them begins.
ContactIntervals capped_intervals(ContactIntervals all, std::size_t most);

}  // namespace allide::index
