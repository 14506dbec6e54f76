#include "robot/path_details.hpp"

#include "base/infinity.hpp"
#include "kernel/number/double_double.hpp"
#include "robot/path_search.hpp"

#include <algorithm>
#include <cmath>

namespace allide::robot {
namespace {

// How often certify() may lower the smallest distance on one segment for one mover.
constexpr int most_rounds = 200;

// Merges the pieces of all movers and segments into one list of disjoint pieces: contact where any mover is
// in contact, free where all movers are free, in doubt elsewhere.
std::vector<PathPiece> joined(const std::vector<PathPiece>& pieces) {
    std::vector<double> cuts;
    for (const PathPiece& piece : pieces) {
        cuts.push_back(piece.t0);
        cuts.push_back(piece.t1);
    }
    std::sort(cuts.begin(), cuts.end());
    cuts.erase(std::unique(cuts.begin(), cuts.end()), cuts.end());
    std::vector<PathState> states(cuts.empty() ? 0 : cuts.size() - 1, PathState::free);
    for (const PathPiece& piece : pieces) {
        if (piece.state == PathState::free) continue;
        const auto first = std::lower_bound(cuts.begin(), cuts.end(), piece.t0) - cuts.begin();
        const auto last = std::lower_bound(cuts.begin(), cuts.end(), piece.t1) - cuts.begin();
        for (auto i = first; i < last; ++i) {
            PathState& state = states[static_cast<std::size_t>(i)];
            state = std::max(state, piece.state);
        }
    }
    std::vector<PathPiece> out;
    for (std::size_t i = 0; i < states.size(); ++i) {
        if (!out.empty() && out.back().state == states[i])
            out.back().t1 = cuts[i + 1];
        else
            out.push_back({cuts[i], cuts[i + 1], states[i]});
    }
    return out;
}

// Fills the intervals of contact. A doubtful piece at the end of a contact becomes the bracket of that end,
// if it is no longer than the tolerance.
void list_intervals(const std::vector<PathPiece>& pieces, double tolerance, TrajectoryCheck& out) {
    const double last = pieces.empty() ? 0 : pieces.back().t1;
    // Adding the number of the segment has rounded the times, so the brackets are widened by one ulp.
    const auto earlier = [](double t) { return t > 0 ? std::nextafter(t, 0) : 0; };
    const auto later = [&](double t) { return t < last ? std::nextafter(t, base::infinity) : last; };
    const auto is_narrow = [&](std::size_t i) {
        return pieces[i].state == PathState::doubt && pieces[i].t1 - pieces[i].t0 <= tolerance;
    };
    for (std::size_t i = 0; i < pieces.size(); ++i) {
        const PathPiece& piece = pieces[i];
        const bool after_contact = i > 0 && pieces[i - 1].state == PathState::contact;
        const bool before_contact = i + 1 < pieces.size() && pieces[i + 1].state == PathState::contact;
        if (piece.state == PathState::doubt && !(is_narrow(i) && (after_contact || before_contact)))
            out.undecided_intervals.push_back(
                {earlier(piece.t0), later(piece.t1), earlier(piece.t0), later(piece.t1)});
        if (piece.state != PathState::contact) continue;
        const bool joins = i >= 2 && is_narrow(i - 1) && pieces[i - 2].state == PathState::contact;
        const double end = i + 1 < pieces.size() && is_narrow(i + 1) ? pieces[i + 1].t1 : piece.t1;
        if (joins) {
            out.intervals.back().t1_lo = piece.t1 < last ? earlier(piece.t1) : last;
            out.intervals.back().t1_hi = later(end);
        } else {
            const double begin = i > 0 && is_narrow(i - 1) ? pieces[i - 1].t0 : piece.t0;
            out.intervals.push_back({earlier(begin), piece.t0 > 0 ? later(piece.t0) : 0,
                                     piece.t1 < last ? earlier(piece.t1) : last, later(end)});
        }
    }
}

// Searches for the smallest distance along the path: keeps the smallest one found and a certified lower
// bound.
class ClearanceSearch {
  public:
    ClearanceSearch(const detail::RobotWorldData& world, std::span<const Stretch> stretches,
                    const TrajectoryOptions& options)
        : world_(world), stretches_(stretches), options_(options) {}

    void run(std::span<const double> start, TrajectoryCheck& out) {
        // A path with one waypoint is a configuration: a segment along which nothing moves.
        const std::vector<Ball> values = exact_values(world_.robot_data(), start);
        std::vector<Stretch> single;
        if (stretches_.empty()) {
            single.push_back({values, std::vector<Ball>(values.size())});
            stretches_ = single;
        }
        if (const auto fixed = closest_fixed_pair(world_, start)) {
            upper_ = fixed->upper;
            time_ = 0;
            pair_ = {fixed->a, fixed->b};
            lower_ = fixed->lower;
        }
        for (const bool prove : {false, true})
            for (std::size_t i = 0; i < stretches_.size() && upper_ > 0; ++i) for_plans(i, prove);
        out.clearance_lower =
            upper_ > 0 ? std::min(lower_, upper_ == base::infinity ? base::infinity : certified()) : 0;
        out.clearance_upper = upper_;
        out.clearance_t = single.empty() ? time_ : 0;
        out.clearance_pair = pair_;
    }

  private:
    // The clearance to be certified: a little more than upper_ · (1 − clearance_error), the least that the
    // options permit.
    double certified() const {
        return upper_ == base::infinity ? 0 : upper_ * (1 - 0.75 * options_.clearance_error);
    }
    TrajectoryOptions quiet() const {
        TrajectoryOptions options = options_;
        options.steps = TrajectoryOptions::Steps::counted;
        return options;
    }

    void for_plans(std::size_t stretch, bool prove) {
        PathFrames frames(world_.robot_data(), stretches_[stretch]);
        for (const MoverPlan& plan : world_.plans) {
            if (prove) {
                certify(plan, stretch, frames);
                continue;
            }
            PathSearch search(world_, plan, stretches_[stretch], frames, quiet(), certified());
            sample(search, plan, stretch);
        }
    }

    void take(const PathDistance& d, double t, const MoverPlan& plan, std::size_t stretch) {
        if (!(d.upper < upper_)) return;
        upper_ = d.upper;
        time_ = std::min(time_down(static_cast<double>(stretch), t), static_cast<double>(stretches_.size()));
        pair_ = names_of(world_, plan, d.pair);
    }

    void sample(PathSearch& search, const MoverPlan& plan, std::size_t stretch) {
        constexpr int samples = 8;
        for (int k = 0; k <= samples; ++k) {
            const double t = static_cast<double>(k) / samples;
            if (const auto d = search.closest_at(t, upper_))
                improve(search, *d, t, 0.5 / samples, plan, stretch);
        }
    }

    // Starting at time t, descends to a local minimum of one pair's distance over time.
    void improve(PathSearch& search, PathDistance best, double t, double step, const MoverPlan& plan,
                 std::size_t stretch) {
        for (; step > 1e-9; step *= 0.5)
            for (const double next : {t - step, t + step}) {
                if (next < 0 || next > 1) continue;
                const PathDistance d = search.distance_at(next, best.pair);
                if (!(d.upper < best.upper)) continue;
                best = d;
                t = next;
                step *= 1.5;
                break;
            }
        take(best, t, plan, stretch);
    }

    // Certifies the clearance for one mover. If the mover comes closer at some time, the clearance is lowered
    // and the search goes on from that time: earlier times were certified for a larger clearance.
    void certify(const MoverPlan& plan, std::size_t stretch, PathFrames& frames) {
        double from = 0;
        for (int round = 0; round < most_rounds && upper_ > 0 && upper_ < base::infinity; ++round) {
            PathSearch search(world_, plan, stretches_[stretch], frames, quiet(), certified());
            const SearchResult found = search.first_contact(from, 1, 0x1p-20);
            for (const PathEvent& doubt : found.doubts) {
                // The search certifies nothing in a doubtful interval. There, the bound is the distance at
                // its middle minus the way that the mover can go.
                const double t = doubt.t_lo + 0.5 * (doubt.t_hi - doubt.t_lo);
                const auto d = search.closest_at(t, base::infinity);
                const double drift = search.top_speed() * (doubt.t_hi - doubt.t_lo);
                if (!d) continue;
                take(*d, t, plan, stretch);
                lower_ = std::min(lower_, std::max(0.0, (d->lower - drift) * (1 - 0x1p-30)));
            }
            // A search that has used up its steps says nothing about the time after its last contact.
            if (!found.contact && search.until() < 1) lower_ = 0;
            if (!found.contact) return;
            const double t = found.contact->t_hi;
            const double before = upper_;
            improve(search, search.distance_at(t, found.contact->pair), t, 0x1p-12, plan, stretch);
            from = found.contact->t_lo;
            if (upper_ < before && round + 1 < most_rounds) continue;
            lower_ = 0;
            return;
        }
    }

    const detail::RobotWorldData& world_;
    std::span<const Stretch> stretches_;
    const TrajectoryOptions& options_;
    double upper_ = base::infinity, lower_ = base::infinity, time_ = 0;
    RobotPair pair_;
};

}  // namespace

double time_down(double base, double t) {
    const kernel::DoubleDouble sum = kernel::two_sum(base, t);
    return sum.low < 0 ? std::nextafter(sum.high, -base::infinity) : sum.high;
}
double time_up(double base, double t) {
    return -time_down(-base, -t);
}

void find_intervals(const detail::RobotWorldData& world, std::span<const Stretch> stretches,
                    std::span<const double> start, const TrajectoryOptions& options, TrajectoryCheck& out) {
    std::vector<PathPiece> pieces;
    for (std::size_t i = 0; i < stretches.size(); ++i) {
        PathFrames frames(world.robot_data(), stretches[i]);
        for (const MoverPlan& plan : world.plans) {
            PathSearch search(world, plan, stretches[i], frames, options, options.clearance);
            for (PathPiece piece : search.states()) {
                piece.t0 += static_cast<double>(i);
                piece.t1 += static_cast<double>(i);
                pieces.push_back(piece);
            }
        }
    }
    const double end = static_cast<double>(stretches.size());
    const auto fixed = closest_fixed_pair(world, start);
    if (fixed && fixed->lower <= options.clearance) pieces.push_back({0, end, PathState::contact});
    list_intervals(joined(pieces), options.tolerance, out);
}

void find_clearance(const detail::RobotWorldData& world, std::span<const Stretch> stretches,
                    std::span<const double> start, const TrajectoryOptions& options, TrajectoryCheck& out) {
    ClearanceSearch(world, stretches, options).run(start, out);
}

}  // namespace allide::robot
