// All intervals of contact of one mover along a stretch, and distances at given times.
#include "robot/path_search.hpp"

#include <algorithm>
#include <cmath>

namespace allide::robot {
namespace {

void append(std::vector<PathPiece>& pieces, double t0, double t1, PathState state) {
    if (!(t1 > t0)) return;
    if (!pieces.empty() && pieces.back().state == state)
        pieces.back().t1 = t1;
    else
        pieces.push_back({t0, t1, state});
}

}  // namespace

// At the present time. Between shapes that are certainly apart over an interval this does not change.
bool PathSearch::one_contains_other(const Pairs& pairs) {
    return std::any_of(pairs.begin(), pairs.end(), [&](PairNumber number) {
        return far_bound(number) <= clearance_ &&
               robot::one_contains_other(placed(pair(number).a), other(number));
    });
}

std::vector<PathPiece> PathSearch::states() {
    std::vector<PathPiece> pieces;
    Interval whole{0, 1, Pairs(plan_.pairs())};
    for (PairNumber i = 0; i < plan_.pairs(); ++i) whole.live[i] = i;
    std::vector<Interval> open{whole};
    const double atom = 0.25 * options_.tolerance;
    std::uint64_t steps = 0;
    while (!open.empty()) {
        const Interval now = std::move(open.back());
        open.pop_back();
        const Step step = certify(now, false);
        place(step.middle);
        if (step.doubtful.empty()) {
            const bool inside = one_contains_other(whole.live);
            append(pieces, now.t0, now.t1, inside ? PathState::contact : PathState::free);
            if (!inside) record(now.t0, now.t1, step.delta);
            continue;
        }
        const bool touching = std::any_of(step.doubtful.begin(), step.doubtful.end(), [&](PairNumber number) {
            return far_bound(number) <= clearance_ &&
                   certainly_near(placed(pair(number).a), other(number), clearance_, step.reach);
        });
        if (touching) {
            append(pieces, now.t0, now.t1, PathState::contact);
            continue;
        }
        if (now.t1 - now.t0 <= atom || ++steps > options_.max_steps) {
            append(pieces, now.t0, now.t1, PathState::doubt);
            continue;
        }
        open.push_back({step.middle, now.t1, step.doubtful});
        open.push_back({now.t0, step.middle, step.doubtful});
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
    return ChainMotion(robot_, plan_.chain, stretch_, values_, frames_, plan_.center, plan_.radius, half)
        .speed();
}

}  // namespace allide::robot
