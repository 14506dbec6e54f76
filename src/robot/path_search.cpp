#include "robot/path_search.hpp"

#include "query/predict/free_until.hpp"

#include <allide/motion.hpp>

#include <algorithm>
#include <cmath>

namespace allide::robot {
namespace {

using kernel::operator-;

// A screw is tried where its deviation, and the gap, are below this share of the way that the speed allows:
// otherwise halving the interval a few times is faster.
constexpr double useful_share = 1.0 / 64;
// Longer intervals are halved, unless the screw deviates by a still smaller share of the former.
constexpr double screw_interval = 1.0 / 256, tiny_share = 0x1p-10;
// Before a known contact a screw is tried from this length of the interval on.
constexpr double short_interval = 1.0 / 512;
// The width of the brackets of predictions that only serve to exclude contact.
constexpr double coarse_tolerance = 0x1p-6;
// Predictions are for motions of moderate length compared with the mover.
constexpr double longest_motion = 0x1p20;

}  // namespace

PathSearch::PathSearch(const detail::RobotWorldData& world, const MoverPlan& plan, const Stretch& stretch,
                       const TrajectoryOptions& options, double clearance)
    : world_(world),
      robot_(world.robot_data()),
      plan_(plan),
      stretch_(stretch),
      options_(options),
      clearance_(clearance),
      frames_(robot_.nodes.size()),
      placed_(robot_.shapes.size()),
      placed_at_(robot_.shapes.size()),
      witnesses_(plan.pairs()) {}

const TestedPair& PathSearch::pair(PairNumber number) const {
    return is_obstacle(number) ? plan_.group->obstacles[number]
                               : plan_.group->links[number - plan_.group->obstacles.size()];
}

void PathSearch::place(double time) {
    if (time == time_) return;
    time_ = time;
    stretch_.at(time, values_);
    place_links(robot_, plan_.chain.links, values_, frames_);
    ++places_;
}

const PlacedShape& PathSearch::placed(std::uint32_t shape) {
    if (placed_at_[shape] != places_) {
        placed_[shape] = place_shape(*robot_.shapes[shape], frames_[world_.link_of[shape]]);
        placed_at_[shape] = places_;
    }
    return placed_[shape];
}

PlacedShape PathSearch::other(PairNumber number) {
    return is_obstacle(number) ? world_.placed[pair(number).b].placed : placed(pair(number).b);
}

double PathSearch::far_bound(PairNumber number) {
    const TestedPair& p = pair(number);
    const auto center = [&](std::uint32_t s) {
        return frames_[world_.link_of[s]].point(robot_.shapes[s]->center);
    };
    if (is_obstacle(number)) return far_from_obstacle(placed(p.a), center(p.a), world_.placed[p.b]);
    return far_from_link(placed(p.a), center(p.a), frames_[world_.link_of[p.a]], placed(p.b), center(p.b),
                         frames_[world_.link_of[p.b]]);
}

bool PathSearch::touches(PairNumber number) {
    const PlacedShape &a = placed(pair(number).a), b = other(number);
    if (far_bound(number) > clearance_) return false;
    return certainly_near(a, b, clearance_, 0);
}

std::optional<PairNumber> PathSearch::contact_of(const Pairs& pairs, double time) {
    place(time);
    for (const PairNumber number : pairs)
        if (touches(number)) return number;
    return std::nullopt;
}

std::optional<PairNumber> PathSearch::contact_at(double time) {
    place(time);
    for (PairNumber number = 0; number < plan_.pairs(); ++number)
        if (touches(number)) return number;
    return std::nullopt;
}

double PathSearch::predicted_until(PairNumber number, const ScrewFit& fit, double middle, double half) {
    const PlacedShape a = placed(pair(number).a), b = other(number);
    const ScrewStart start = start_of(fit, frames_[world_.link_of[pair(number).a]], a.shape->reach());
    const Motion motion =
        (fit.linear ? Motion::linear(fit.translation) : Motion::screw(fit.screw)).from(start.pose);
    const double clearance = (clearance_ + fit.delta + start.error + a.error + b.error) * long_up;
    const double until = query::free_until(a.shape->model.along(motion), b.shape->model.at(b.pose), clearance,
                                           coarse_tolerance);
    if (until > 1) return 2;
    return std::max(0.0, (middle - half) + until * 2 * half * long_down - 0x1p-51);
}

bool PathSearch::is_farther(PairNumber number, double limit) {
    const PlacedShape &a = placed(pair(number).a), b = other(number);
    if (!a.shape->is_mesh() || !b.shape->is_mesh()) return certainly_farther(a, b, limit);
    const std::optional<ClosePoints> close = close_points(a, b, limit);
    if (!close) return true;
    witnesses_[number] = {true, close->point_a, close->point_b};
    return false;
}

double PathSearch::gap_estimate(PairNumber number) {
    const Witness& witness = witnesses_[number];
    if (!witness.known) return std::numeric_limits<double>::infinity();
    const PlacedShape &a = placed(pair(number).a), b = other(number);
    const Vec3 between = a.pose.apply(witness.point_a) - b.pose.apply(witness.point_b);
    return std::sqrt(kernel::dot(between, between));
}

PathSearch::Step PathSearch::certify(const Interval& interval, bool ends_in_contact) {
    Step step;
    step.middle = interval.t0 + 0.5 * (interval.t1 - interval.t0);
    const double half = std::max(step.middle - interval.t0, interval.t1 - step.middle) * long_up;
    place(step.middle);
    const ChainMotion motion(robot_, plan_.chain, stretch_, values_, frames_, plan_.center, plan_.radius,
                             half);
    step.free_until = 2;
    step.speed = motion.speed();
    step.reach = step.speed * half * long_up;
    const double reach = step.reach, far_enough = (clearance_ + reach) * long_up;
    std::optional<ScrewFit> fit;
    for (const PairNumber number : interval.live) {
        if (far_bound(number) > far_enough) continue;
        // Points that are close prove that no query can succeed.
        if (gap_estimate(number) > far_enough && is_farther(number, far_enough)) continue;
        const PlacedShape &a = placed(pair(number).a), b = other(number);
        double until = 0;
        if (a.shape->is_mesh() && b.shape->is_mesh()) {
            if (!fit) fit = motion.fit();
            const double share = useful_share * reach;
            const bool is_last = ends_in_contact && half < short_interval;
            const bool is_short = half < screw_interval || fit->delta < tiny_share * share;
            // The witness may be far from the closest points by now.
            const auto is_close = [&] {
                return gap_estimate(number) < clearance_ + share || !is_farther(number, clearance_ + share);
            };
            if (fit->delta < share && reach < longest_motion * plan_.radius &&
                (is_last || (is_short && is_close()))) {
                until = predicted_until(number, *fit, step.middle, half);
                step.delta = fit->delta;
                step.predicted = true;
            }
        }
        if (until > interval.t1) continue;
        step.doubtful.push_back(number);
        step.free_until = std::min(step.free_until, until);
    }
    step.free_until = std::max(step.free_until, interval.t0);
    return step;
}

// Tests for a certain contact at times after the certified one, each much later than the one before. The
// first such time is that in which the mover can go a few times as far as the deviation.
std::optional<double> PathSearch::contact_after(const Interval& interval, const Step& step,
                                                PairNumber& touching) {
    const double middle = 0.5 * (step.free_until + interval.t1);
    double wait = std::max(16 * step.delta / step.speed, 0.125 * options_.tolerance);
    for (; step.predicted && step.free_until + wait < middle; wait *= 32) {
        if (const auto found = contact_of(step.doubtful, step.free_until + wait)) {
            touching = *found;
            return step.free_until + wait;
        }
    }
    if (const auto found = contact_of(step.doubtful, middle)) {
        touching = *found;
        return middle;
    }
    return std::nullopt;
}

double PathSearch::gap_above(PairNumber number, double time) {
    place(time);
    const PlacedShape &a = placed(pair(number).a), b = other(number);
    const ShapeDistance d = distance_of(a, b, 0.5);
    return std::max(d.upper - clearance_, 0.0) + a.error + b.error;
}

void PathSearch::record(double t0, double t1, double delta) {
    ++checks_;
    if (options_.steps == TrajectoryOptions::Steps::listed && t1 > t0)
        steps_.push_back({t0, t1, plan_.link_name, plan_.frame_name, delta});
}

void PathSearch::add_doubt(SearchResult& result, double t0, double t1, PairNumber number, double delta) {
    // Brackets stay within the tolerance.
    if (!result.doubts.empty() && result.doubts.back().t_hi == t0 &&
        t1 - result.doubts.back().t_lo <= options_.tolerance) {
        result.doubts.back().t_hi = t1;
        result.doubts.back().delta = std::max(result.doubts.back().delta, delta);
        return;
    }
    result.doubts.push_back({t0, t1, number, delta});
}

SearchResult PathSearch::first_contact(double from, double until, std::optional<PairNumber> pair_at_end,
                                       double tolerance) {
    SearchResult result;
    std::vector<Interval> open(1);
    open[0] = {from, until, Pairs(plan_.pairs())};
    for (PairNumber i = 0; i < plan_.pairs(); ++i) open[0].live[i] = i;
    std::uint64_t steps = 0, doubts = 0;
    while (!open.empty()) {
        Interval now = std::move(open.back());
        open.pop_back();
        if (now.t0 >= until) break;
        now.t1 = std::min(now.t1, until);
        // Before the bracket there is only what has been certified, or is in doubt.
        if (pair_at_end && until - now.t0 <= tolerance) {
            result.contact = PathEvent{now.t0, until, *pair_at_end, 0};
            break;
        }
        const Step step = certify(now, pair_at_end && now.t1 == until);
        if (step.doubtful.empty()) {
            record(now.t0, now.t1, step.delta);
            continue;
        }
        if (step.free_until > now.t0) record(now.t0, step.free_until, step.delta);
        const double t0 = step.free_until, width = now.t1 - t0;
        if (++steps > options_.max_steps) {
            const double gap = gap_above(step.doubtful[0], t0) + step.speed * (until - t0);
            add_doubt(result, t0, until, step.doubtful[0], gap);
            break;
        }
        // Doubtful intervals become longer, so that a long graze ends after some thousands of steps.
        const double atom =
            0.25 * options_.tolerance * std::exp2(std::min(0.125 * static_cast<double>(doubts), 30.0));
        if (width <= atom) {
            if (const auto found = contact_of(step.doubtful, now.t1)) {
                until = now.t1;
                pair_at_end = found;
                open.push_back({t0, now.t1, step.doubtful});
                continue;
            }
            ++doubts;
            double gap = 0;
            for (const PairNumber number : step.doubtful)
                gap = std::max(gap, gap_above(number, now.t1) + step.speed * width);
            add_doubt(result, t0, now.t1, step.doubtful[0], gap * long_up);
            continue;
        }
        PairNumber touching = 0;
        if (const auto time = contact_after({t0, now.t1, {}}, step, touching)) {
            until = *time;
            pair_at_end = touching;
            open.push_back({t0, until, step.doubtful});
            continue;
        }
        const double middle = t0 + 0.5 * width;
        open.push_back({middle, now.t1, step.doubtful});
        open.push_back({t0, middle, step.doubtful});
    }
    return result;
}

}  // namespace allide::robot
