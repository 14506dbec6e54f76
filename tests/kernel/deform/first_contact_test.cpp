// Compares first contacts of moving features with the oracle, which uses Sturm sequences, in every degenerate
// class.
#include "kernel/deform/first_contact.hpp"

#include "kernel/deform/query_classes.hpp"
#include "oracle/feature_motion.hpp"
#include "support/effort.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include <gtest/gtest.h>

namespace allide::kernel {
namespace {

using deform_test::Query;
using deform_test::QueryClass;
using deform_test::QueryMaker;

EightPoints points_of(const Query& q) {
    EightPoints x;
    for (std::size_t i = 0; i < 8; ++i) x[i] = {q[i][0], q[i][1], q[i][2]};
    return x;
}

FeatureKind kind_of(bool edges) {
    return edges ? FeatureKind::edge_edge : FeatureKind::vertex_face;
}

std::string text_of(const Query& q, bool edges) {
    std::string text = edges ? "edges" : "vertex and face";
    char number[64];
    for (const auto& p : q)
        for (const double c : p) {
            std::snprintf(number, sizeof number, " %a", c);
            text += number;
        }
    return text;
}

struct Tally {
    std::size_t contacts = 0, double_roots = 0, coplanar = 0, exact = 0;
};

// Compares one answer with the oracle's.
void check(const Query& q, bool edges, const MotionContact& found, double tolerance, Tally& tally) {
    const oracle::FeatureMotion motion(edges, q);
    auto expected = motion.first_contact();
    tally.contacts += expected.has_value() ? 1 : 0;
    tally.coplanar += motion.coplanar_motion() ? 1 : 0;
    tally.double_roots += motion.has_double_root() ? 1 : 0;
    tally.exact += found.stage == MotionStage::exact ? 1 : 0;
    ASSERT_EQ(found.verdict == MotionVerdict::impact, expected.has_value())
        << text_of(q, edges) << " stage " << static_cast<int>(found.stage);
    if (!expected) return;
    ASSERT_LE(found.t_lo, found.t_hi);
    ASSERT_LE(found.t_hi - found.t_lo, tolerance) << text_of(q, edges);
    ASSERT_GE(expected->compare(found.t_lo), 0) << text_of(q, edges) << " " << found.t_lo;
    ASSERT_LE(expected->compare(found.t_hi), 0) << text_of(q, edges) << " " << found.t_hi;
}

// One coordinate is so much larger than the others that the contact begins at a positive time below the
// smallest positive double.
TEST(FirstFeatureContactTime, MayBeBelowAllDoubles) {
    const Query q{{{0x1p-304, -0x1p-305, 0x1p-301},
                   {-0x1p-300, -0x1p-300, -0x1p-304},
                   {0x1p-300, -0x1p-300, -0x1p-304},
                   {0, 0x1p-300, -0x1p-304},
                   {0x1p-303, -0x1p-305, -0x1p-302},
                   {-0x1p-300, -0x1p-300, 0x1p-306},
                   {0x1p-300, -0x1p-300, -0x1p-304},
                   {-0x1p-353, 0x1p-300, 0x1p996}}};
    Tally tally;
    check(q, false, first_feature_contact(FeatureKind::vertex_face, points_of(q)), 1e-9, tally);
    EXPECT_EQ(tally.contacts, 1u);
}

class FirstFeatureContact : public ::testing::TestWithParam<int> {};

TEST_P(FirstFeatureContact, IsThatOfTheOracle) {
    const auto kind = static_cast<QueryClass>(GetParam());
    QueryMaker maker(static_cast<std::uint64_t>(GetParam()) + 1);
    Tally tally;
    // For numbers with thousands of digits the oracle is slow, so fewer queries are run.
    const bool long_numbers = kind == QueryClass::mixed_scales;
    const auto count =
        static_cast<std::size_t>(long_numbers ? test::effort(40, 4'000) : test::effort(600, 46'000));
    for (std::size_t i = 0; i < count; ++i)
        for (const bool edges : {false, true}) {
            const Query q = maker.make(kind, edges);
            const double tolerance = i % 2 == 0 ? 1e-9 : 1e-13;
            const EightPoints x = points_of(q);
            check(q, edges, first_feature_contact(kind_of(edges), x, {.tolerance = tolerance}), tolerance,
                  tally);
            if (HasFatalFailure()) return;
            if (i % 4 == 0)
                check(q, edges, exact_feature_contact(kind_of(edges), x, tolerance), tolerance, tally);
            if (HasFatalFailure()) return;
        }
    RecordProperty("contacts", static_cast<int>(tally.contacts));
    // Samples of two or three queries may contain no contact.
    if (count >= 30) {
        EXPECT_GT(tally.contacts, count / 50);
    }
    if (kind == QueryClass::double_root) {
        EXPECT_GT(tally.double_roots, count / 4);
    }
    if (kind == QueryClass::coplanar_motion) {
        EXPECT_GT(tally.coplanar, count);
    }
}

INSTANTIATE_TEST_SUITE_P(Classes, FirstFeatureContact,
                         ::testing::Range(0, static_cast<int>(QueryClass::count)), [](const auto& test) {
                             return std::string(
                                 deform_test::class_names[static_cast<std::size_t>(test.param)]);
                         });

}  // namespace
}  // namespace allide::kernel
