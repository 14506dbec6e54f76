// Compares the first time within a clearance with the oracle, which uses Sturm sequences.
#include "kernel/deform/first_contact.hpp"
#include "kernel/deform/query_classes.hpp"
#include "oracle/feature_approach.hpp"
#include "support/effort.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include <gtest/gtest.h>

namespace allide::kernel {
namespace {

using deform_test::Query;
using deform_test::QueryClass;
using deform_test::QueryMaker;

EightPoints eight_points(const Query& q) {
    EightPoints x;
    for (std::size_t i = 0; i < 8; ++i) x[i] = {q[i][0], q[i][1], q[i][2]};
    return x;
}

std::string query_text(const Query& q, bool edges, double clearance) {
    std::string text = edges ? "edges" : "vertex and face";
    char number[64];
    std::snprintf(number, sizeof number, " clearance %a:", clearance);
    text += number;
    for (const auto& p : q)
        for (const double c : p) {
            std::snprintf(number, sizeof number, " %a", c);
            text += number;
        }
    return text;
}

void check_approach(const Query& q, bool edges, double clearance, const MotionContact& found,
                    double tolerance) {
    auto times = oracle::FeatureApproach(edges, q, clearance).first_times();
    const auto text = [&] { return query_text(q, edges, clearance); };
    ASSERT_EQ(found.verdict, times.empty() ? MotionVerdict::clear : MotionVerdict::impact) << text();
    if (times.empty()) return;
    ASSERT_LE(found.t_lo, found.t_hi);
    ASSERT_LE(found.t_hi - found.t_lo, tolerance) << text();
    bool any = false;
    for (auto& time : times) {
        ASSERT_GE(time.compare(found.t_lo), 0) << text() << " begins after a contact";
        any = any || time.compare(found.t_hi) <= 0;
    }
    ASSERT_TRUE(any) << text() << " ends before the contact";
}

class FirstFeatureApproachClass : public ::testing::TestWithParam<int> {};

// Tests clearances that lattice queries reach exactly, and other clearances.
TEST_P(FirstFeatureApproachClass, IsThatOfTheOracle) {
    const auto kind = static_cast<QueryClass>(GetParam());
    QueryMaker maker(static_cast<std::uint64_t>(GetParam()) + 77);
    constexpr std::array clearances{1.0, 2.0, 0.5, 0.1, 1e-3, 0.75, 5.0};
    std::size_t exact = 0, contacts = 0;
    const int count = test::effort(60, 2'000);
    for (int i = 0; i < count; ++i)
        for (const bool edges : {false, true}) {
            const Query q = maker.make(kind, edges);
            double extent = 0;
            for (const auto& p : q)
                for (const double c : p) extent = std::max(extent, std::abs(c));
            double clearance = clearances[static_cast<std::size_t>(i) % clearances.size()];
            if (kind == QueryClass::extreme) clearance = std::max(0x1p-1074, 0.25 * clearance * extent);
            const double tolerance = i % 2 == 0 ? 1e-9 : 1e-13;
            const FeatureKind features = edges ? FeatureKind::edge_edge : FeatureKind::vertex_face;
            const EightPoints x = eight_points(q);
            const MotionContact found =
                first_feature_approach(features, x, clearance, {.tolerance = tolerance});
            exact += found.stage == MotionStage::exact ? 1 : 0;
            contacts += found.verdict == MotionVerdict::impact ? 1 : 0;
            check_approach(q, edges, clearance, found, tolerance);
            if (HasFatalFailure()) return;
            if (i % 4 != 0) continue;
            check_approach(q, edges, clearance, exact_feature_approach(features, x, clearance, tolerance),
                           tolerance);
            if (HasFatalFailure()) return;
        }
    EXPECT_GT(contacts, static_cast<std::size_t>(count) / 4);
    // Exact times are rare; small samples have none.
    if (kind == QueryClass::at_rest && count >= 60) {
        EXPECT_GT(exact, 0u);
    }
}

INSTANTIATE_TEST_SUITE_P(Classes, FirstFeatureApproachClass,
                         ::testing::Range(0, static_cast<int>(QueryClass::mixed_scales)),
                         [](const auto& test) {
                             return std::string(
                                 deform_test::class_names[static_cast<std::size_t>(test.param)]);
                         });

// Clearances at or next to an extremum of the distance are decided.
TEST(FirstFeatureApproachGraze, IsDecided) {
    const auto turning = [](double clearance) {
        // An edge tilts above a resting one: their distance is 3/√5 at both ends of the motion and 1.5 at t =
        // 1/2.
        const EightPoints x{
            {{-1, 0, 1}, {1, 0, 2}, {0, -1, 0}, {0, 1, 0}, {-1, 0, 2}, {1, 0, 1}, {0, -1, 0}, {0, 1, 0}}};
        return first_feature_approach(FeatureKind::edge_edge, x, clearance);
    };
    EXPECT_EQ(turning(1.25).verdict, MotionVerdict::clear);
    EXPECT_EQ(turning(std::nextafter(1.5, 0.0)).verdict, turning(1.4999).verdict);
    // A point passes another one at a distance of exactly 1.
    const auto passing = [](double clearance) {
        const EightPoints x{
            {{-1, 1, 0}, {0, 0, 0}, {0, 0, 0}, {0, 0, 0}, {1, 1, 0}, {0, 0, 0}, {0, 0, 0}, {0, 0, 0}}};
        return first_feature_approach(FeatureKind::vertex_face, x, clearance);
    };
    EXPECT_EQ(passing(std::nextafter(1.0, 0.0)).verdict, MotionVerdict::clear);
    const MotionContact graze = passing(1);
    ASSERT_EQ(graze.verdict, MotionVerdict::impact);
    EXPECT_LE(graze.t_lo, 0.5);
    EXPECT_GE(graze.t_hi, 0.5);
    EXPECT_LE(graze.t_hi - graze.t_lo, 1e-9);
}

}  // namespace
}  // namespace allide::kernel
