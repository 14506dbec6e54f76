// Combining the predictions for many objects into one prediction for the scene.
#include "index/search/verdict.hpp"

#include <allide/predict.hpp>

#include <gtest/gtest.h>

namespace allide::test {
namespace {

using index::SceneVerdict;
using index::united_intervals;

Prediction found(Outcome outcome, double lo, double hi) {
    return {.outcome = outcome, .free_until = lo, .impact = Impact{lo, hi, 0, 0, {}, {}}, .delta = 1e-12};
}

TEST(SceneVerdict, no_objects_are_clear) {
    SceneVerdict verdict;
    verdict.add(3, {});
    EXPECT_EQ(verdict.prediction().outcome, Outcome::clear);
    EXPECT_EQ(verdict.prediction().free_until, 1);
    EXPECT_FALSE(verdict.object());
    EXPECT_EQ(verdict.horizon(), 1);
}

TEST(SceneVerdict, the_earliest_counts_then_the_smallest_number) {
    SceneVerdict verdict;
    verdict.add(7, found(Outcome::impact, 0.5, 0.5));
    verdict.add(4, found(Outcome::impact, 0.25, 0.25));
    verdict.add(9, found(Outcome::impact, 0.25, 0.25));
    EXPECT_EQ(verdict.object(), 4U);
    verdict.add(2, found(Outcome::impact, 0.25, 0.25));
    EXPECT_EQ(verdict.object(), 2U);
    EXPECT_EQ(verdict.horizon(), 0.25);
    EXPECT_EQ(verdict.prediction().impact->t_lo, 0.25);
}

// As for one body: the bracket begins with the undecided contact and ends with the first certain impact.
TEST(SceneVerdict, an_undecided_contact_does_not_hide_a_certain_one) {
    SceneVerdict verdict;
    verdict.add(1, found(Outcome::undecided, 0.25, 0.26));
    EXPECT_EQ(verdict.prediction().outcome, Outcome::undecided);
    EXPECT_EQ(verdict.prediction().delta, 1e-12);
    EXPECT_EQ(verdict.horizon(), 1);
    verdict.add(2, found(Outcome::impact, 0.75, 0.76));
    EXPECT_EQ(verdict.horizon(), 0.76);
    verdict.add(3, found(Outcome::impact, 0.5, 0.51));
    EXPECT_EQ(verdict.horizon(), 0.51);
    const Prediction all = verdict.prediction();
    EXPECT_EQ(all.outcome, Outcome::impact);
    EXPECT_EQ(all.free_until, 0.25);
    EXPECT_EQ(all.impact->t_lo, 0.25);
    EXPECT_EQ(all.impact->t_hi, 0.51);
    EXPECT_EQ(all.delta, 0);
    EXPECT_EQ(verdict.object(), 1U);
}

TEST(SceneVerdict, an_undecided_contact_after_an_impact_is_ignored) {
    SceneVerdict verdict;
    verdict.add(2, found(Outcome::impact, 0.5, 0.51));
    verdict.add(1, found(Outcome::undecided, 0.75, 0.76));
    EXPECT_EQ(verdict.prediction().outcome, Outcome::impact);
    EXPECT_EQ(verdict.object(), 2U);
    EXPECT_EQ(verdict.horizon(), 0.5);
}

TEST(SceneVerdict, intervals_are_united_and_undecided_ones_in_them_dropped) {
    ContactIntervals a, b;
    a.intervals = {{0.1, 0.11, 0.3, 0.31}, {0.8, 0.81, 1, 1}};
    b.intervals = {{0.2, 0.21, 0.4, 0.41}, {0.5, 0.51, 0.6, 0.61}};
    a.undecided = {{0.55, 0.55, 0.58, 0.58}, {0.7, 0.7, 0.72, 0.72}};
    b.undecided = {{0.71, 0.71, 0.9, 0.9}, {0.05, 0.05, 0.2, 0.2}};
    const ContactIntervals all = united_intervals({a, b});
    const std::vector<ContactInterval> spans{
        {0.1, 0.11, 0.4, 0.41}, {0.5, 0.51, 0.6, 0.61}, {0.8, 0.81, 1, 1}};
    const std::vector<ContactInterval> doubts{{0.05, 0.05, 0.11, 0.11}, {0.7, 0.7, 0.81, 0.81}};
    EXPECT_EQ(all.intervals, spans);
    EXPECT_EQ(all.undecided, doubts);
}

// The intervals of one of three objects are known only up to 0.5. Intervals of the other objects that end
// later are left out, since contacts that are not known might prolong them.
TEST(UnitedIntervals, a_limit_reached_for_one_object_limits_the_scene) {
    const ContactIntervals first{{{0.1, 0.1, 0.2, 0.2}, {0.6, 0.6, 0.7, 0.7}}, {}, true, 1},
        second{{{0.3, 0.3, 0.4, 0.4}}, {}, false, 0.5}, third{{}, {{0.45, 0.45, 0.55, 0.55}}, true, 1};
    const ContactIntervals all = united_intervals({first, second, third});
    EXPECT_FALSE(all.complete);
    EXPECT_EQ(all.known_until, 0.5);
    const ContactIntervals some = index::capped_intervals(all, 100);
    EXPECT_FALSE(some.complete);
    EXPECT_EQ(some.known_until, 0.45);
    ASSERT_EQ(some.intervals.size(), 2U);
    EXPECT_TRUE(some.undecided.empty());
}

TEST(UnitedIntervals, the_limit_counts_certain_and_undecided_intervals) {
    const ContactIntervals all{{{0.1, 0.1, 0.2, 0.2}, {0.6, 0.6, 0.7, 0.7}}, {{0.3, 0.3, 0.4, 0.4}}, true, 1};
    EXPECT_TRUE(index::capped_intervals(all, 3).complete);
    const ContactIntervals two = index::capped_intervals(all, 2);
    EXPECT_FALSE(two.complete);
    EXPECT_EQ(two.known_until, 0.6);
    EXPECT_EQ(two.intervals.size() + two.undecided.size(), 2U);
    const ContactIntervals none = index::capped_intervals(all, 0);
    EXPECT_EQ(none.known_until, 0.1);
    EXPECT_TRUE(none.intervals.empty() && none.undecided.empty());
}

}  // namespace
}  // namespace allide::test
