// When will they touch? Certified: nothing touches before `free_until`, and an impact is one.
#pragma once

#include <allide/motion.hpp>
#include <allide/query.hpp>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string_view>
#include <vector>

namespace ALLIDE_EXPORT allide {

enum class Outcome {
    clear,              // no contact at any time from 0 to 1
    impact,             // free before t_lo, and a contact between t_lo and t_hi
    touching_at_start,  // in contact at t = 0, by the exact predicate
    undecided,          // a graze: closer or deeper than nothing by at most `delta`
};

std::string_view name_of(Outcome outcome);    // "clear", "impact", "touching_at_start", "undecided"
std::string_view name_of(Features features);  // "vertex-face", "face-vertex", "edge-edge"

struct PredictOptions {
    // How wide a bracket of time may be, as a part of the motion: from 1e-13 to 0.1.
    double tolerance = 1e-9;
    // What counts as a contact: being at most this far apart. A length, finite and not negative.
    double clearance = 0;
    Search search = Search::tree;
    // contact_intervals stops after this many spans, certain and undecided together; predict ignores it.
    std::size_t most_intervals = std::numeric_limits<std::size_t>::max();
};

struct Impact {
    double t_lo = 0, t_hi = 0;  // the first contact is in between
    std::uint32_t triangle_a = 0, triangle_b = 0;
    std::optional<Features> features;  // any of those that meet at once; none with a clearance
    Vec3 point;                        // in the world, where they meet, rounded
};

struct Prediction {
    Outcome outcome = Outcome::clear;
    double free_until = 1;         // no contact at any time before
    std::optional<Impact> impact;  // where, or where perhaps; empty if clear
    // Not below the clearance, or the depth, that is in doubt: undecided, or an impact whose bracket is that
    // of a graze, not proven to be a contact, before a certain one. Else 0.
    double delta = 0;
    std::uint64_t triangle_tests = 0;
};

// From a start in [t0_lo, t0_hi] to an end in [t1_lo, t1_hi]. Contact that lasts to the end of the motion
// ends at 1. Of a contact that lasts no longer than its start is wide t1_lo is t0_hi.
struct ContactInterval {
    double t0_lo = 0, t0_hi = 0, t1_lo = 0, t1_hi = 0;
    friend bool operator==(const ContactInterval&, const ContactInterval&) = default;
};

struct ContactIntervals {
    std::vector<ContactInterval>
        intervals;  // sorted, disjoint; gaps narrower than the tolerance may be closed
    std::vector<ContactInterval> undecided;  // where perhaps there is contact, likewise
    bool complete = true;    // false: the cap on the number of spans was reached, and there may be more
    double known_until = 1;  // every span that begins before this time is listed; 1 if complete
};

Prediction predict(const Moving& a, const Placed& b, const PredictOptions& options = {});
Prediction predict(const Moving& a, const Moving& b, const PredictOptions& options = {});

// Every time span in which the two surfaces touch.
ContactIntervals contact_intervals(const Moving& a, const Placed& b, const PredictOptions& options = {});
ContactIntervals contact_intervals(const Moving& a, const Moving& b, const PredictOptions& options = {});

}  // namespace allide
