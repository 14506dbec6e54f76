// Time of impact between moving models. Results are certified: there is no contact before `free_until`, and
// an impact whose `delta` is 0 is a contact inside its bracket.
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
    impact,             // no contact before t_lo, and a contact between t_lo and t_hi
    touching_at_start,  // in contact at t = 0, decided by the exact predicate
    undecided,          // a graze: the gap or the penetration depth is at most `delta`
};

std::string_view name_of(Outcome outcome);    // "clear", "impact", "touching_at_start", "undecided"
std::string_view name_of(Features features);  // "vertex-face", "face-vertex", "edge-edge"

struct PredictOptions {
    // Maximum width of a time bracket, as a fraction of the motion: from 1e-13 to 0.1.
    double tolerance = 1e-9;
    // Distance up to which two models count as in contact. A length, finite and not negative.
    double clearance = 0;
    Search search = Search::tree;
    // contact_intervals stops after this many intervals, certain and undecided together; predict ignores it.
    std::size_t most_intervals = std::numeric_limits<std::size_t>::max();
};

struct Impact {
    double t_lo = 0, t_hi = 0;  // bracket of the first contact
    std::uint32_t triangle_a = 0, triangle_b = 0;
    std::optional<Features> features;  // one of those that meet simultaneously; empty with a clearance
    Vec3 point;                        // contact point in world coordinates, rounded
};

struct Prediction {
    Outcome outcome = Outcome::clear;
    double free_until = 1;         // no contact at any time before this
    std::optional<Impact> impact;  // the contact, or the possible contact if undecided; empty if clear
    // Upper bound on the gap or penetration depth that is in doubt. Set if the outcome is undecided, or
    // if the impact's bracket is that of a graze which precedes a certain contact and is not proven to be a
    // contact itself. Otherwise 0.
    double delta = 0;
    std::uint64_t triangle_tests = 0;
};

// A contact that starts in [t0_lo, t0_hi] and ends in [t1_lo, t1_hi]. A contact that lasts until the end of
// the motion ends at 1. If a contact lasts no longer than the width of its start bracket, t1_lo equals t0_hi.
struct ContactInterval {
    double t0_lo = 0, t0_hi = 0, t1_lo = 0, t1_hi = 0;
    friend bool operator==(const ContactInterval&, const ContactInterval&) = default;
};

struct ContactIntervals {
    std::vector<ContactInterval>
        intervals;  // sorted, disjoint; gaps narrower than the tolerance may be closed
    std::vector<ContactInterval> undecided;  // intervals of possible contact, sorted and disjoint likewise
    bool complete = true;    // false: the limit on the number of intervals was reached, and there may be more
    double known_until = 1;  // every interval that begins before this time is listed; 1 if complete
};

Prediction predict(const Moving& a, const Placed& b, const PredictOptions& options = {});
Prediction predict(const Moving& a, const Moving& b, const PredictOptions& options = {});

// All time intervals in which the two surfaces touch.
ContactIntervals contact_intervals(const Moving& a, const Placed& b, const PredictOptions& options = {});
ContactIntervals contact_intervals(const Moving& a, const Moving& b, const PredictOptions& options = {});

}  // namespace allide
