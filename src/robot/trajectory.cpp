// Questions about paths in joint space.
#include "base/float_environment.hpp"
#include "base/precondition.hpp"
#include "kernel/number/double_double.hpp"
#include "robot/path_details.hpp"
#include "robot/path_search.hpp"

#include <algorithm>
#include <cmath>

namespace allide {
namespace {

using robot::MoverPlan;
using robot::PairNumber;
using robot::PathEvent;
using robot::PathSearch;
using robot::Stretch;

void expect_options(const TrajectoryOptions& options) {
    base::expect(options.clearance >= 0 && std::isfinite(options.clearance),
                 "the clearance must be finite and not negative");
    base::expect(options.tolerance >= 1e-12 && options.tolerance <= 0.1,
                 "the tolerance of a trajectory must be from 1e-12 to 0.1");
    base::expect(options.clearance_error >= 1e-4 && options.clearance_error <= 0.5,
                 "the error of the smallest clearance must be from 1e-4 to 0.5");
}

Stretch between(std::span<const robot::Ball> from, std::span<const robot::Ball> to) {
    Stretch stretch;
    stretch.start.assign(from.begin(), from.end());
    for (std::size_t i = 0; i < from.size(); ++i) {
        const double rate = to[i].value - from[i].value;
        const kernel::DoubleDouble exact = kernel::two_sum(to[i].value, -from[i].value);
        stretch.rate.push_back({rate, std::abs(exact.low)});
    }
    return stretch;
}

// A contact or a doubt on a segment, with the names of its pair.
struct NamedEvent {
    PathEvent event;
    RobotPair pair;
};

class StretchSearch {
  public:
    StretchSearch(const detail::RobotWorldData& world, const Stretch& stretch,
                  const TrajectoryOptions& options)
        : world_(world), stretch_(stretch), options_(options), frames_(world.robot_data(), stretch) {}

    // Finds the first contact of all movers and the first doubt before it. Each step belongs to the mover
    // that is certified for the shortest time, so that no mover is searched far beyond the first contact.
    void run() {
        std::vector<PathSearch> searches;
        searches.reserve(world_.plans.size());
        for (const MoverPlan& plan : world_.plans) {
            searches.emplace_back(world_, plan, stretch_, frames_, options_, options_.clearance);
            searches.back().begin(0, 1, options_.tolerance);
        }
        double until = 1;
        for (;;) {
            PathSearch* next = nullptr;
            for (PathSearch& one : searches)
                if (!one.is_done() && (next == nullptr || one.reached() < next->reached())) next = &one;
            if (next == nullptr) break;
            next->advance();
            if (next->until() >= until) continue;
            until = next->until();
            for (PathSearch& one : searches) one.limit(until);
        }
        collect(searches);
    }

    const std::optional<NamedEvent>& contact() const { return contact_; }
    const std::optional<NamedEvent>& doubt() const { return doubt_; }
    std::uint64_t checks() const { return checks_; }
    const std::vector<CertifiedStep>& steps() const { return steps_; }

  private:
    // The contact whose bracket ends first counts. Nothing is certified after the earliest start of any
    // bracket.
    void collect(std::vector<PathSearch>& searches) {
        double begin = 1;
        for (std::size_t i = 0; i < searches.size(); ++i) {
            const robot::SearchResult& found = searches[i].result();
            for (const PathEvent& doubt : found.doubts) take_earlier(doubt_, doubt, world_.plans[i]);
            checks_ += searches[i].checks();
            steps_.insert(steps_.end(), searches[i].steps().begin(), searches[i].steps().end());
            if (!found.contact) continue;
            begin = std::min(begin, found.contact->t_lo);
            if (!contact_ || found.contact->t_hi < contact_->event.t_hi)
                contact_ =
                    NamedEvent{*found.contact, robot::names_of(world_, world_.plans[i], found.contact->pair)};
        }
        if (!contact_) return;
        contact_->event.t_lo = begin;
        if (doubt_ && doubt_->event.t_lo >= contact_->event.t_hi) doubt_.reset();
    }

    void take_earlier(std::optional<NamedEvent>& first, const PathEvent& event, const MoverPlan& plan) const {
        if (first && first->event.t_lo <= event.t_lo) return;
        first = NamedEvent{event, robot::names_of(world_, plan, event.pair)};
    }

    const detail::RobotWorldData& world_;
    const Stretch& stretch_;
    const TrajectoryOptions& options_;
    robot::PathFrames frames_;
    std::optional<NamedEvent> contact_, doubt_;
    std::uint64_t checks_ = 0;
    std::vector<CertifiedStep> steps_;
};

// Fills the outcome by searching one segment after the other.
class OutcomeSearch {
  public:
    OutcomeSearch(const detail::RobotWorldData& world, const TrajectoryOptions& options)
        : world_(world), options_(options) {}

    // Searches the next segment. Returns false when no further one need be searched.
    bool add(const Stretch& stretch, double base) {
        StretchSearch search(world_, stretch, options_);
        search.run();
        out_.checks += search.checks();
        for (CertifiedStep step : search.steps()) {
            step.t0 = robot::time_up(base, step.t0);
            step.t1 = robot::time_down(base, step.t1);
            out_.steps.push_back(std::move(step));
        }
        const auto& contact = search.contact();
        const auto& doubt = search.doubt();
        if (doubt && out_.outcome == Outcome::clear &&
            !(contact && contact->event.t_hi - doubt->event.t_lo <= options_.tolerance))
            set(Outcome::undecided, *doubt, base);
        if (!contact) return true;
        if (out_.outcome == Outcome::undecided) {
            out_.outcome = Outcome::impact;
        } else {
            NamedEvent first = *contact;
            if (doubt) first.event.t_lo = std::min(first.event.t_lo, doubt->event.t_lo);
            set(Outcome::impact, first, base);
        }
        return false;
    }

    TrajectoryCheck& result() { return out_; }

  private:
    void set(Outcome outcome, const NamedEvent& found, double base) {
        out_.outcome = outcome;
        out_.t_lo = out_.free_until = robot::time_down(base, found.event.t_lo);
        out_.t_hi = robot::time_up(base, found.event.t_hi);
        out_.a = found.pair.a;
        out_.b = found.pair.b;
        out_.delta = found.event.delta;
    }

    const detail::RobotWorldData& world_;
    const TrajectoryOptions& options_;
    TrajectoryCheck out_;
};

}  // namespace

RobotPair robot::names_of(const detail::RobotWorldData& world, const MoverPlan& plan, std::size_t number) {
    const detail::RobotData& robot = world.robot_data();
    const std::size_t obstacles = plan.group->obstacles.size();
    if (number < obstacles) {
        const TestedPair& pair = plan.group->obstacles[number];
        return {robot.links[world.link_of[pair.a]], world.obstacles[pair.b].name};
    }
    const TestedPair& pair = plan.group->links[number - obstacles];
    const auto [low, high] = std::minmax(world.link_of[pair.a], world.link_of[pair.b]);
    return {robot.links[low], robot.links[high]};
}

TrajectoryCheck RobotWorld::check_trajectory(std::span<const std::vector<double>> waypoints,
                                             const TrajectoryOptions& options) const {
    const base::DefaultFloatEnvironment environment;
    expect_options(options);
    base::expect(!waypoints.empty(), "a path must have at least one waypoint");
    const detail::RobotData& robot = data_->robot_data();
    std::vector<std::vector<robot::Ball>> points;
    for (const std::vector<double>& q : waypoints) points.push_back(robot::exact_values(robot, q));
    std::vector<Stretch> stretches;
    for (std::size_t i = 0; i + 1 < points.size(); ++i)
        stretches.push_back(between(points[i], points[i + 1]));
    OutcomeSearch search(*data_, options);
    TrajectoryCheck& out = search.result();
    if (const auto pair = robot::touching_pair(*data_, waypoints[0], options.clearance)) {
        out.outcome = Outcome::touching_at_start;
        out.a = pair->a;
        out.b = pair->b;
    } else {
        for (std::size_t i = 0; i < stretches.size(); ++i)
            if (!search.add(stretches[i], static_cast<double>(i))) break;
        if (out.outcome == Outcome::clear) out.free_until = static_cast<double>(stretches.size());
    }
    const TrajectoryDetail detail = options.detail;
    if (detail == TrajectoryDetail::intervals || detail == TrajectoryDetail::all)
        robot::find_intervals(*data_, stretches, waypoints[0], options, out);
    if (detail == TrajectoryDetail::clearance || detail == TrajectoryDetail::all)
        robot::find_clearance(*data_, stretches, waypoints[0], options, out);
    return out;
}

SafeStep RobotWorld::max_safe_step(std::span<const double> q, std::span<const double> direction,
                                   const TrajectoryOptions& options) const {
    const base::DefaultFloatEnvironment environment;
    expect_options(options);
    const detail::RobotData& robot = data_->robot_data();
    Stretch stretch{robot::exact_values(robot, q), robot::exact_values(robot, direction)};
    if (const auto pair = robot::touching_pair(*data_, q, options.clearance)) return {0, *pair};
    OutcomeSearch search(*data_, options);
    search.add(stretch, 0);
    const TrajectoryCheck& out = search.result();
    if (out.outcome == Outcome::clear) return {};
    return {out.free_until, {out.a, out.b}};
}

}  // namespace allide
