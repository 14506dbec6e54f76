#include "robot/path_search.hpp"

#include "base/cancel.hpp"
#include "convex/gjk/gjk.hpp"

#include <algorithm>
#include <cmath>

namespace allide::robot {
namespace {

using kernel::operator-;

// The trees of shapes with larger coordinates are not searched.
constexpr double largest_coordinate = 0x1p300;
// At most this many pairs of triangles are tested for a certain contact after a step.
constexpr int most_tests = 4;
// If a part of an interval was certified, the rest is divided down to this share of the usual shortest
// length.
constexpr double least_share = 1.0 / 64;
// An interval is divided at once if the error of the series is more than this share of the distance that the
// mover can travel in it, and that distance is more than half the mover's radius.
constexpr double largest_error = 0.15;
// A search begins with intervals in which the joints of a chain together turn by at most this angle, since
// the series of longer ones are usually too inaccurate; but with at most this many intervals.
constexpr double longest_turn = 2.5;
constexpr int most_pieces = 16;
// If the gap between the convex bodies around two shapes is more than this share of its loss during an
// interval, a shorter interval is tried before the shapes' triangles.
constexpr double worth_halving = 0.2;

Vec3 closest_in(const Box& box, const Vec3& x) {
    return {std::clamp(x.x, box.lo.x, box.hi.x), std::clamp(x.y, box.lo.y, box.hi.y),
            std::clamp(x.z, box.lo.z, box.hi.z)};
}

// True if a plane certainly separates the ball around the shape from a box during the whole interval.
bool ball_is_apart(const PlacedShape& shape, const PointSeries& motion, const Box& box, double margin) {
    const Vec3& center = shape.shape->center;
    const Vec3 at = motion.coefficient(0, center);
    const Vec3 n = at - closest_in(box, at);
    const double gap = kernel::dot(n, n), length = std::sqrt(gap) * up;
    const double second = kernel::dot(n, motion.coefficient(2, center));
    const double loss = std::abs(kernel::dot(n, motion.coefficient(1, center))) + std::max(0.0, -second) +
                        std::abs(kernel::dot(n, motion.coefficient(3, center)));
    return gap > (loss + length * (shape.shape->radius + margin)) * long_up;
}

}  // namespace

PathSearch::PathSearch(const detail::RobotWorldData& world, const MoverPlan& plan, const Stretch& stretch,
                       PathFrames& frames, const TrajectoryOptions& options, double clearance)
    : world_(world),
      robot_(world.robot_data()),
      plan_(plan),
      stretch_(stretch),
      options_(options),
      clearance_(clearance),
      path_frames_(frames),
      placed_(robot_.shapes.size()),
      placed_at_(robot_.shapes.size()),
      directions_(plan.pairs()) {}

const TestedPair& PathSearch::pair(PairNumber number) const {
    return is_obstacle(number) ? plan_.group->obstacles[number]
                               : plan_.group->links[number - plan_.group->obstacles.size()];
}

void PathSearch::place(double time) {
    moment_ = &path_frames_.at(time);
    if (time == time_) return;
    time_ = time;
    ++places_;
}

const PlacedShape& PathSearch::placed(std::uint32_t shape) {
    if (placed_at_[shape] != places_) {
        placed_[shape] = place_shape(*robot_.shapes[shape], moment_->frames[world_.link_of[shape]]);
        placed_at_[shape] = places_;
    }
    return placed_[shape];
}

PlacedShape PathSearch::other(PairNumber number) {
    return is_obstacle(number) ? world_.placed[pair(number).b].placed : placed(pair(number).b);
}

double PathSearch::far_bound(PairNumber number) {
    const TestedPair& p = pair(number);
    const std::vector<Frame>& frames = moment_->frames;
    const auto center = [&](std::uint32_t s) {
        return frames[world_.link_of[s]].point(robot_.shapes[s]->center);
    };
    if (is_obstacle(number)) return far_from_obstacle(placed(p.a), center(p.a), world_.placed[p.b]);
    return far_from_link(placed(p.a), center(p.a), frames[world_.link_of[p.a]], placed(p.b), center(p.b),
                         frames[world_.link_of[p.b]]);
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

PathSearch::Interval PathSearch::whole(double t0, double t1) const {
    Interval all{t0, t1, std::vector<OpenNodes>(plan_.pairs())};
    for (PairNumber i = 0; i < plan_.pairs(); ++i) all.open[i].trees = i;
    return all;
}

PathSearch::Pairs PathSearch::pairs_of(const std::vector<OpenNodes>& open) {
    Pairs pairs;
    for (const OpenNodes& one : open) pairs.push_back(one.trees);
    std::sort(pairs.begin(), pairs.end());
    pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
    return pairs;
}

// Returns the tree of the pair's first shape or of its other one; null for a convex body.
const BoxTree* PathSearch::tree_of(PairNumber number, bool other) const {
    const TestedPair& p = pair(number);
    const BoxTree& tree = !other                ? world_.trees[p.a]
                          : is_obstacle(number) ? world_.placed[p.b].tree
                                                : world_.trees[p.b];
    return tree.nodes.empty() || !(tree.largest < largest_coordinate) ? nullptr : &tree;
}

// Returns the direction to the centre of the ball around the first shape from the nearest point of the
// obstacle's box, or from the centre of the ball around the other link's shape: in the middle of the interval
// and in the frame of the second shape.
Vec3 PathSearch::central_direction(PairNumber number, const PointSeries& motion) const {
    const TestedPair& p = pair(number);
    const Vec3 at = motion.coefficient(0, robot_.shapes[p.a]->center);
    return at - (is_obstacle(number) ? closest_in(world_.placed[p.b].box, at) : robot_.shapes[p.b]->center);
}

// Returns the time before which a plane separates the convex bodies around both shapes; empty if the
// triangles have to be tested.
std::optional<double> PathSearch::plane_until(PairNumber number, const PointSeries& motion) {
    const TestedPair& p = pair(number);
    const OuterBody &a = world_.outer[p.a],
                    &b = is_obstacle(number) ? world_.placed[p.b].outer : world_.outer[p.b];
    if (!a.body || !b.body) return std::nullopt;
    const double margin =
        (motion.error + clearance_ + (is_obstacle(number) ? world_.placed[p.b].tree.error : 0)) * up;
    if (is_obstacle(number) && ball_is_apart(placed(p.a), motion, world_.placed[p.b].box, margin)) return 2;
    Vec3& direction = directions_[number];
    if (direction != Vec3{} && plane_test(a, b, motion, direction, margin).until > 1) return 2;
    const Vec3 central = central_direction(number, motion);
    if (kernel::largest(central) > 0x1p-200 && plane_test(a, b, motion, central, margin).until > 1) {
        direction = central;
        return 2;
    }
    const PlacedBody body_a = a.body->at(placed(p.a).pose),
                     body_b = b.body->at(is_obstacle(number) ? Pose::identity() : placed(p.b).pose);
    const convex::BodyPair bodies(body_a, body_b);
    if (!bodies.depth_in_range()) return std::nullopt;
    const convex::GjkAnswer nearest = convex::gjk(bodies, convex::GjkGoal::distance, nullptr);
    if (!(nearest.lower > bodies.radius_sum()) || !(kernel::largest(nearest.direction) > 0x1p-200))
        return std::nullopt;
    direction = -1 * nearest.direction;
    if (!is_obstacle(number)) direction = moment_->frames[world_.link_of[p.b]].direction_back(direction);
    const PlaneTest found = plane_test(a, b, motion, direction, margin);
    if (found.until > 1 || found.gap > worth_halving * found.loss) return found.until;
    return std::nullopt;
}

PathSearch::Step PathSearch::certify(const Interval& interval) {
    Step step;
    step.middle = interval.t0 + 0.5 * (interval.t1 - interval.t0);
    const double half = std::max(step.middle - interval.t0, interval.t1 - step.middle) * long_up;
    place(step.middle);
    const ChainMotion motion(robot_, plan_.chain, stretch_, moment_->values, moment_->frames, plan_.center,
                             plan_.radius, half);
    step.speed = motion.speed();
    step.reach = step.speed * half * long_up;
    const double far_enough = (clearance_ + step.reach) * long_up;
    std::optional<MotionSeries> series;
    double first = 2;
    // Over long intervals, the speed gives better bounds than the series.
    bool too_long = false;
    constexpr std::uint32_t unknown = ~std::uint32_t{0}, is_far = unknown - 1;
    tree_places_.assign(plan_.pairs(), unknown);
    trees_.clear();
    tree_pairs_.clear();
    tree_nodes_.clear();
    for (const OpenNodes& one : interval.open) {
        const PairNumber number = one.trees;
        std::uint32_t& at = tree_places_[number];
        if (at == unknown) {
            at = is_far;
            if (far_bound(number) > far_enough) continue;
            const TestedPair& p = pair(number);
            const BoxTree *tree_a = tree_of(number, false), *tree_b = tree_of(number, true);
            if (!series) {
                series = motion.series();
                too_long = series->error > largest_error * step.reach && step.reach > 0.5 * plan_.radius;
                if (too_long) {
                    // The error grows with the fourth power of the length, the reach with the first.
                    const double by_error = std::cbrt(series->error / (largest_error * step.reach));
                    const double by_reach = step.reach / (0.5 * plan_.radius);
                    step.pieces = static_cast<int>(std::clamp(std::min(by_error, by_reach), 2.0, 16.0));
                }
            }
            if (too_long) {
                step.open.push_back({number, {}, -1});
                first = -1;
                continue;
            }
            const Frame* frame = is_obstacle(number) ? nullptr : &moment_->frames[world_.link_of[p.b]];
            const PointSeries points =
                point_series(*series, placed(p.a), moment_->frames[world_.link_of[p.a]], frame);
            step.delta = std::max(step.delta, points.error);
            if (const auto until = plane_until(number, points)) {
                if (*until > 1) continue;
                step.open.push_back({number, {}, *until});
                first = std::min(first, *until);
                continue;
            }
            if (tree_a == nullptr || tree_b == nullptr) {
                if (certainly_farther(placed(p.a), other(number), far_enough)) continue;
                step.open.push_back({number, {}, -1});
                first = -1;
                continue;
            }
            at = static_cast<std::uint32_t>(trees_.size());
            trees_.push_back(
                {tree_a, tree_b, points, (points.error + tree_a->error + tree_b->error + clearance_) * up});
            tree_pairs_.push_back(number);
        }
        if (at != is_far) tree_nodes_.push_back({at, one.nodes, -1});
    }
    const auto time_of = [&](double u) { return std::max(interval.t0, step.middle + u * half - 0x1p-51); };
    for (OpenNodes& one : step.open) one.until = time_of(one.until);
    first = separation_.run(trees_, tree_nodes_, first);
    for (const OpenNodes& one : tree_nodes_)
        step.open.push_back({tree_pairs_[one.trees], one.nodes, time_of(one.until)});
    step.free_until = first > 1 ? 2 : time_of(first);
    return step;
}

bool PathSearch::triangles_touch(const OpenNodes& open) {
    const BoxTree *tree_a = tree_of(open.trees, false), *tree_b = tree_of(open.trees, true);
    if (tree_a == nullptr || tree_b == nullptr) return touches(open.trees);
    const BoxTree::Node &a = tree_a->nodes[open.nodes.a], &b = tree_b->nodes[open.nodes.b];
    return a.is_leaf() && b.is_leaf() &&
           triangles_certainly_near(placed(pair(open.trees).a), a.triangle, other(open.trees), b.triangle,
                                    clearance_);
}

// Tests for a certain contact at times after `step.free_until`, with growing steps. In the first step, the
// mover can travel 4 times step.delta, the error of the series.
std::optional<double> PathSearch::contact_after(const Interval& interval, const Step& step,
                                                PairNumber& touching) {
    const double middle = 0.5 * (step.free_until + interval.t1);
    double wait = std::max(4 * step.delta / step.speed, 0.125 * options_.tolerance);
    const auto test_at = [&](double time) {
        place(time);
        int tests = 0;
        for (const OpenNodes& one : step.open) {
            if (one.until > time || tests >= most_tests) continue;
            ++tests;
            if (!triangles_touch(one)) continue;
            touching = one.trees;
            return true;
        }
        return false;
    };
    for (; step.free_until + wait < middle; wait *= 32)
        if (test_at(step.free_until + wait)) return step.free_until + wait;
    return test_at(middle) ? std::optional(middle) : std::nullopt;
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

void PathSearch::add_doubt(double t0, double t1, PairNumber number, double delta) {
    std::vector<PathEvent>& doubts = result_.doubts;
    // A doubt that follows the last one at once is merged with it, as long as the bracket stays within the
    // tolerance.
    if (!doubts.empty() && doubts.back().t_hi == t0 && t1 - doubts.back().t_lo <= options_.tolerance) {
        doubts.back().t_hi = t1;
        doubts.back().delta = std::max(doubts.back().delta, delta);
        return;
    }
    doubts.push_back({t0, t1, number, delta});
}

SearchResult PathSearch::first_contact(double from, double until, double tolerance) {
    begin(from, until, tolerance);
    while (!is_done()) advance();
    return result_;
}

void PathSearch::begin(double from, double until, double tolerance) {
    open_.clear();
    const double turn = turn_of(robot_, plan_.chain, stretch_) * (until - from);
    int pieces = 1;
    while (pieces < most_pieces && pieces * longest_turn < turn) pieces *= 2;
    for (int i = pieces; i > 0; --i)
        open_.push_back(whole(from + (until - from) * (i - 1) / pieces,
                              i == pieces ? until : from + (until - from) * i / pieces));
    until_ = until;
    pair_at_end_.reset();
    tolerance_ = tolerance;
    tried_ = doubts_ = 0;
    result_ = {};
}

void PathSearch::limit(double until) {
    if (until >= until_) return;
    until_ = until;
    pair_at_end_.reset();
}

void PathSearch::advance() {
    base::CancelCheck()();
    Interval now = std::move(open_.back());
    open_.pop_back();
    now.t1 = std::min(now.t1, until_);
    // All time before now.t0 is certified or listed as doubtful, so this bracket holds the first certain
    // contact.
    if (pair_at_end_ && until_ - now.t0 <= tolerance_) {
        result_.contact = PathEvent{now.t0, until_, *pair_at_end_, 0};
        open_.clear();
        return;
    }
    Step step = certify(now);
    if (step.open.empty()) {
        record(now.t0, now.t1, step.delta);
        return;
    }
    if (step.free_until > now.t0) record(now.t0, step.free_until, step.delta);
    const double t0 = step.free_until, width = now.t1 - t0;
    if (++tried_ > options_.max_steps) {
        const PairNumber pair = step.open[0].trees;
        add_doubt(t0, until_, pair, gap_above(pair, t0) + step.speed * (until_ - t0));
        open_.clear();
        return;
    }
    // The shortest interval grows with the number of doubts, so that a long graze takes some thousands of
    // steps only.
    const double atom =
        0.25 * options_.tolerance * std::exp2(std::min(0.125 * static_cast<double>(doubts_), 30.0));
    const auto found_contact = [&](double time, PairNumber pair) {
        until_ = time;
        pair_at_end_ = pair;
        open_.push_back({t0, time, std::move(step.open)});
    };
    // An interval that ends in the contact found last is divided further, since its bracket is still too
    // wide.
    const bool ends_in_contact = pair_at_end_ && now.t1 >= until_;
    if (width <= atom && !ends_in_contact) {
        const Pairs pairs = pairs_of(step.open);
        if (const auto found = contact_of(pairs, now.t1)) return found_contact(now.t1, *found);
        // The rest of the interval may still be certified.
        if (t0 > now.t0 && width > least_share * atom) {
            open_.push_back({t0, now.t1, std::move(step.open)});
            return;
        }
        ++doubts_;
        double gap = 0;
        for (const PairNumber number : pairs)
            gap = std::max(gap, gap_above(number, now.t1) + step.speed * width);
        add_doubt(t0, now.t1, pairs[0], gap * long_up);
        return;
    }
    PairNumber touching = 0;
    if (const auto time = contact_after({t0, now.t1, {}}, step, touching))
        return found_contact(*time, touching);
    // The rest is divided, unless it is at most half of the interval already.
    if (t0 - now.t0 >= width) {
        open_.push_back({t0, now.t1, std::move(step.open)});
        return;
    }
    int pieces = 2;
    while (pieces < step.pieces) pieces *= 2;
    const auto end_of = [&](int i) { return i == pieces ? now.t1 : t0 + width * i / pieces; };
    for (int i = pieces - 1; i > 0; --i) open_.push_back({end_of(i), end_of(i + 1), step.open});
    open_.push_back({t0, end_of(1), std::move(step.open)});
}

}  // namespace allide::robot
