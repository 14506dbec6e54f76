// All intervals of contact of one mover along a segment, and distances at given times.
#include "robot/path_search.hpp"

#include <algorithm>
#include <cmath>

namespace allide::robot {
namespace {

// At most this many pairs of triangles are tested for a contact that lasts for an interval.
constexpr std::size_t most_lasting = 16;

void append(std::vector<PathPiece>& pieces, double t0, double t1, PathState state) {
    if (!(t1 > t0)) return;
    if (!pieces.empty() && pieces.back().state == state)
        pieces.back().t1 = t1;
    else
        pieces.push_back({t0, t1, state});
}

}  // namespace

// True if, at the current time, one shape of a pair contains the other. While the surfaces of two shapes stay
// apart, this does not change.
bool PathSearch::one_contains_other(const Pairs& pairs) {
    return std::any_of(pairs.begin(), pairs.end(), [&](PairNumber number) {
        return far_bound(number) <= clearance_ &&
               robot::one_contains_other(placed(pair(number).a), other(number));
    });
}

// True if the witness of the pair's last proven contact also proves contact throughout the interval.
bool PathSearch::crosses(const Interval& interval, PairNumber number) {
    const double middle = interval.t0 + 0.5 * (interval.t1 - interval.t0);
    const double half = std::max(middle - interval.t0, interval.t1 - middle) * long_up;
    place(middle);
    const double speed = ChainMotion(robot_, plan_.chain, stretch_, moment_->values, moment_->frames,
                                     plan_.center, plan_.radius, half)
                             .speed();
    return certainly_crosses(placed(pair(number).a), other(number), speed * half * long_up,
                             crossings_[number]);
}

std::vector<PathPiece> PathSearch::states() {
    std::vector<PathPiece> pieces;
    std::vector<Interval> open{whole(0, 1)};
    const Pairs all = pairs_of(open[0].open);
    const double atom = 0.25 * options_.tolerance;
    std::optional<PairNumber> last_crossing;
    crossings_.assign(plan_.pairs(), {});
    std::uint64_t steps = 0;
    while (!open.empty()) {
        const Interval now = std::move(open.back());
        open.pop_back();
        // After an interval of contact, its witness often proves contact in the next interval too, and that
        // is the fastest proof.
        if (last_crossing && crosses(now, *last_crossing)) {
            append(pieces, now.t0, now.t1, PathState::contact);
            continue;
        }
        const Step step = certify(now);
        place(step.middle);
        if (step.open.empty()) {
            const bool inside = one_contains_other(all);
            append(pieces, now.t0, now.t1, inside ? PathState::contact : PathState::free);
            if (!inside) record(now.t0, now.t1, step.delta);
            continue;
        }
        const Pairs doubtful = pairs_of(step.open);
        const bool touching = std::any_of(doubtful.begin(), doubtful.end(), [&](PairNumber number) {
            if (far_bound(number) > clearance_) return false;
            const PlacedShape &a = placed(pair(number).a), b = other(number);
            if (finds_crossing(a, b, step.reach, crossings_[number])) {
                last_crossing = number;
                return true;
            }
            return certainly_near(a, b, clearance_, step.reach, most_lasting);
        });
        if (touching) {
            append(pieces, now.t0, now.t1, PathState::contact);
            continue;
        }
        if (now.t1 - now.t0 <= atom || ++steps > options_.max_steps) {
            append(pieces, now.t0, now.t1, PathState::doubt);
            continue;
        }
        open.push_back({step.middle, now.t1, step.open});
        open.push_back({now.t0, step.middle, step.open});
    }
    return pieces;
}

std::optional<PathDistance> PathSearch::closest_at(double time, double limit) {
    place(time);
    std::optional<PathDistance> best;
    for (PairNumber number = 0; number < plan_.pairs(); ++number) {
        const double most = best ? best->upper : limit;
        if (far_bound(number) > most) continue;
        const PathDistance d = distance_at(time, number);
        if (d.upper < most) best = d;
    }
    return best;
}

PathDistance PathSearch::distance_at(double time, PairNumber number) {
    place(time);
    const PlacedShape &a = placed(pair(number).a), b = other(number);
    const ShapeDistance d = distance_of(a, b, 1e-12);
    if (d.lower > 0 && robot::one_contains_other(a, b)) return {0, 0, number};
    return {d.lower, d.upper, number};
}

double PathSearch::top_speed() {
    constexpr double half = 0.5 * (1 + 0x1p-30);
    place(0.5);
    return ChainMotion(robot_, plan_.chain, stretch_, moment_->values, moment_->frames, plan_.center,
                       plan_.radius, half)
        .speed();
}

}  // namespace allide::robot
