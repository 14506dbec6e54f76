// Times at which bodies come within a clearance: exact for translations; proven for screws, except for
// grazes.
#include "oracle/linear_contacts.hpp"
#include "support/effort.hpp"
#include "support/moving_bodies.hpp"

namespace allide::test {
namespace {

// Two triangles with integer corners, one of which is translated by an integer vector.
struct LatticePair {
    SmallMesh a, b;
    oracle::Point translation;
};

LatticePair random_lattice(base::Random& random) {
    const auto whole = [&](int most) {
        return static_cast<double>(random.below(2 * static_cast<unsigned>(most) + 1)) - most;
    };
    const auto triangle = [&](double aside) {
        SmallMesh mesh{{}, {{0, 1, 2}}};
        for (int i = 0; i < 3; ++i) mesh.points.push_back({whole(2) + aside, whole(2), whole(2)});
        if (random.below(6) == 0) mesh.points[2] = mesh.points[1];  // a segment
        return mesh;
    };
    return {triangle(whole(5)), triangle(0), {whole(7), whole(7), whole(7)}};
}

// The squared distance is a convex, differentiable function of time. It is quadratic as long as the closest
// features stay the same, so its minimum is at an end of the motion or at the minimum of one of these
// quadratic functions.
class LatticeDistance {
  public:
    explicit LatticeDistance(const LatticePair& pair)
        : contacts_(pair.a, oracle::identity, pair.b, oracle::identity, pair.translation), pair_(pair) {
        for (std::size_t i = 0; i < 3; ++i) translation_[i] = mpq_class(pair.translation[i]);
        turns_ = {0, 1};
        for (std::size_t i = 0; i < 3; ++i)
            for (std::size_t j = 0; j < 3; ++j) corner_and_corner(i, j);
    }
    mpq_class squared(const mpq_class& t) const {
        if (contacts_.touches(t)) return 0;
        oracle::RationalTriangle a = triangle(pair_.a), b = triangle(pair_.b);
        for (auto& p : a) p = oracle::along(p, t, translation_);
        return oracle::squared_distance_apart(a, b);
    }
    // The times from 0 to 1 at which the distance may have its minimum, with both ends.
    const std::vector<mpq_class>& turns() const { return turns_; }
    bool is_within_by(const mpq_class& from, const mpq_class& to, const mpq_class& limit) const {
        if (squared(from) <= limit * limit || squared(to) <= limit * limit) return true;
        for (const mpq_class& t : turns_)
            if (t >= from && t <= to && squared(t) <= limit * limit) return true;
        // A minimum of 0 need not be among `turns_`; it is found as a contact.
        for (const mpq_class& t : contacts_.times())
            if (t >= from && t <= to) return true;
        return false;
    }

  private:
    static oracle::RationalTriangle triangle(const SmallMesh& mesh) {
        return oracle::rational({mesh.points[0], mesh.points[1], mesh.points[2]}, oracle::identity);
    }
    // Adds the times at which the two corners are closest to each other, and at which one is closest to the
    // line of an edge that starts at the other.
    void corner_and_corner(std::size_t i, std::size_t j) {
        const auto a = triangle(pair_.a), b = triangle(pair_.b);
        const auto w = oracle::difference(b[j], a[i]);
        least(w, translation_);
        for (const auto& edge :
             {oracle::difference(a[(i + 1) % 3], a[i]), oracle::difference(b[(j + 1) % 3], b[j])})
            least(oracle::cross(edge, w), oracle::cross(edge, translation_));
    }
    void least(const oracle::RationalPoint& w, const oracle::RationalPoint& translation) {
        const mpq_class length = oracle::product(translation, translation);
        if (length == 0) return;
        const mpq_class t = oracle::product(w, translation) / length;
        if (t > 0 && t < 1) turns_.push_back(t);
    }

    oracle::LinearContacts contacts_;
    LatticePair pair_;
    oracle::RationalPoint translation_;
    std::vector<mpq_class> turns_;
};

void expect_exactly_within(const LatticePair& pair, double clearance) {
    const LatticeDistance truth(pair);
    const Model a = model_of(pair.a), b = model_of(pair.b);
    const Moving moving =
        a.along(Motion::linear({pair.translation[0], pair.translation[1], pair.translation[2]}));
    const Prediction p = predict(moving, b.at_rest(), {.clearance = clearance});
    const mpq_class limit(clearance);
    ASSERT_NE(p.outcome, Outcome::undecided) << text_of(p);
    EXPECT_EQ(p.outcome == Outcome::touching_at_start, truth.squared(0) <= limit * limit);
    EXPECT_EQ(p.outcome == Outcome::clear, !truth.is_within_by(0, 1, limit)) << text_of(p);
    const auto spans = contact_intervals(moving, b.at_rest(), {.clearance = clearance});
    EXPECT_TRUE(spans.undecided.empty());
    EXPECT_EQ(spans.intervals.empty(), p.outcome == Outcome::clear);
    EXPECT_LE(spans.intervals.size(), 1u);  // at most one, because the distance is a convex function of time
    if (p.outcome != Outcome::impact) return;
    EXPECT_LE(p.impact->t_hi - p.impact->t_lo, 1e-9);
    EXPECT_TRUE(truth.is_within_by(p.impact->t_lo, p.impact->t_hi, limit)) << text_of(p);
    const mpq_class before = mpq_class(p.impact->t_lo) * mpq_class(0.999999999999);
    EXPECT_FALSE(truth.is_within_by(0, before, limit)) << text_of(p);
}

TEST(PredictClearance, translations_are_decided_exactly) {
    base::Random random(8501);
    for (int k = 0; k < effort(200, 6000); ++k) {
        SCOPED_TRACE(k);
        const LatticePair pair = random_lattice(random);
        // For most pairs the clearance is the smallest distance, rounded; for the others it is any number.
        mpq_class least = 1000000;
        const LatticeDistance truth(pair);
        for (const mpq_class& t : truth.turns()) least = std::min(least, truth.squared(t));
        const double about = std::sqrt(least.get_d());
        expect_exactly_within(pair,
                              about > 0 && k % 3 != 0 ? about : 0.5 + static_cast<double>(random.below(4)));
        if (about > 0) expect_exactly_within(pair, std::nextafter(about, k % 2 == 0 ? 0.0 : 1000.0));
    }
}

// Boxes pass each other with parallel edges at the distance 5: the offsets are 3 and 4.
TEST(PredictClearance, a_clearance_that_is_met_exactly) {
    const Model a = model_of(box({3, 4, -9}, {5, 6, -8})), b = model_of(box({-2, -1, -1}, {0, 0, 1}));
    const Motion motion = Motion::linear({0, 0, 20});
    const Prediction met = predict(a.along(motion), b.at_rest(), {.clearance = 5});
    EXPECT_EQ(met.outcome, Outcome::impact) << text_of(met);
    EXPECT_NEAR(met.free_until, 7.0 / 20, 1e-9);
    EXPECT_LE(met.impact->t_hi - met.impact->t_lo, 1e-9);
    const auto spans = contact_intervals(a.along(motion), b.at_rest(), {.clearance = 5});
    EXPECT_TRUE(spans.undecided.empty());
    ASSERT_EQ(spans.intervals.size(), 1u);
    EXPECT_NEAR(spans.intervals[0].t1_hi, 0.5, 1e-9);
    const Prediction missed = predict(a.along(motion), b.at_rest(), {.clearance = std::nextafter(5.0, 0.0)});
    EXPECT_EQ(missed.outcome, Outcome::clear) << text_of(missed);
    // A screw without rotation is a translation.
    const Motion screw = Motion::screw({.axis = {0, 0, 3}, .angle = {}, .advance = 20});
    EXPECT_EQ(predict(a.along(screw), b.at_rest(), {.clearance = 5}).outcome, Outcome::impact);
    const Model slanted = model_of(box({3, 3, 3}, {4, 4, 4}));
    const Motion aslant = Motion::screw({.axis = {1, 1, 1}, .angle = {}, .advance = -1});
    EXPECT_EQ(predict(slanted.along(aslant), b.at_rest(), {.clearance = 4}).outcome, Outcome::impact);
}

// Pairs of bodies whose distance is constant, `gap`, during the whole motion.
struct Stay {
    MovingPair pair;
    double gap;
};
std::vector<Stay> stays_apart() {
    const SmallMesh plate{{{-3, -3, 0}, {3, -3, 0}, {0, 3, 0}}, {{0, 1, 2}}};
    const SmallMesh on_tip{{{0, 0, 0.1}, {1, 0.3, 1.5}, {-0.2, 1, 1.5}}, {{0, 1, 2}}};
    const SmallMesh needle{{{0, 0, -2}, {0, 0, 2}, {0, 0, 1}}, {{0, 1, 2}}};
    const SmallMesh tip{{{1, 0, 0}, {3, 0, 0.5}, {3, 0, -0.5}}, {{0, 1, 2}}};
    return {
        // A body rotates on its tip above a plate, about a vertical and about slanted axes.
        {{on_tip, plate, {{0, 0, 0.1}, {0, 0, 1}, 6, 0}}, 0.1},
        {{on_tip, plate, {{0, 0, 0.1}, {0.3, -0.8, 0.1}, 0.7, 0}}, 0.1},
        {{on_tip, plate, {{0, 0, 0.1}, {1, 0, 0}, -0.5, 0}}, 0.1},
        // A box rotates above another box.
        {{box({-1, -1, 0.1}, {1, 1, 1}), box({-2, -2, -1}, {2, 2, 0}), {{0.1, 0.2, 0}, {0, 0, 1}, 6, 0}},
         0.1},
        // A tip circles around a needle, or follows a helix around it.
        {{tip, needle, {{0, 0, 0}, {0, 0, 1}, 9, 0}}, 1},
        {{tip, needle, {{0, 0, 0}, {0, 0, 1}, 9, 0.5}}, 1},
    };
}

// The query stays fast, however small the difference between the gap and the clearance is.
TEST(PredictClearance, a_gap_close_to_the_clearance_is_distinguished_from_it) {
    int k = 0;
    for (const auto& [pair, gap] : stays_apart()) {
        SCOPED_TRACE(k++);
        for (const double part : {1e-3, 1e-7, 1e-9, 1e-11, 1e-13}) {
            SCOPED_TRACE(part);
            const PredictOptions below{.clearance = gap * (1 - part)}, above{.clearance = gap * (1 + part)};
            const Prediction p = predicted(pair, below);
            EXPECT_EQ(p.outcome, Outcome::clear) << text_of(p);
            const ContactIntervals none = predicted_intervals(pair, below);
            EXPECT_TRUE(none.intervals.empty() && none.undecided.empty());
            EXPECT_EQ(predicted(pair, above).outcome, Outcome::touching_at_start);
            const ContactIntervals all = predicted_intervals(pair, above);
            EXPECT_TRUE(all.undecided.empty());
            ASSERT_EQ(all.intervals.size(), 1u);
            EXPECT_EQ(all.intervals[0], (ContactInterval{0, 0, 1, 1}));
        }
    }
}

// The tip of a needle circles around another needle at a constant distance.
TEST(PredictClearance, staying_just_outside_is_clear_and_just_inside_is_not) {
    const Model needle = model_of({{{0, 0, -2}, {0, 0, 2}, {0, 0, 1}}, {{0, 1, 2}}});
    const Model tip = model_of({{{1, 0, 0}, {3, 0, 0.5}, {3, 0, -0.5}}, {{0, 1, 2}}});
    const Motion around = Motion::rotation({}, {0, 0, 1}, radians(1));
    const Prediction outside = predict(tip.along(around), needle.at_rest(), {.clearance = 1 - 1e-8});
    EXPECT_EQ(outside.outcome, Outcome::clear) << text_of(outside);
    EXPECT_EQ(predict(tip.along(around), needle.at_rest(), {.clearance = 1}).outcome,
              Outcome::touching_at_start);
    const Prediction graze = predict(tip.along(around), needle.at_rest(), {.clearance = 1 - 1e-12});
    EXPECT_TRUE(graze.outcome == Outcome::clear || graze.outcome == Outcome::undecided);
    EXPECT_LE(graze.delta, 4e-9);
    // The distance falls very slowly from above the clearance to below it; that is an impact.
    const Motion inward = Motion::rotation({1e-7, 0, 0}, {0, 0, 1}, radians(3));
    // At the angle φ, 1 − distance² is 2·1e-7·(1 − cos φ)·(1 − 1e-7).
    const double limit = 1 - 0.5e-7;
    const Prediction deeper = predict(tip.along(inward), needle.at_rest(), {.clearance = limit});
    EXPECT_EQ(deeper.outcome, Outcome::impact) << text_of(deeper);
    ASSERT_TRUE(deeper.impact);
    EXPECT_LE(deeper.impact->t_hi - deeper.impact->t_lo, 1e-9);
    const auto distance_at = [&](double t) {
        const double phi = 3 * t, r = 1 - 1e-7;
        return std::hypot(1e-7 + r * std::cos(phi), r * std::sin(phi));
    };
    EXPECT_NEAR(distance_at(deeper.impact->t_hi), limit, 1e-15);
}

}  // namespace
}  // namespace allide::test
