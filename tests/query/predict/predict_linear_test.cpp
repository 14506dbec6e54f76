// Contact times of translations are rational: every answer is compared with the exact one, none is undecided.
#include "oracle/linear_contacts.hpp"
#include "support/effort.hpp"
#include "support/moving_bodies.hpp"

#include <allide/extra/shapes.hpp>

namespace allide::test {
namespace {

struct LinearPair {
    SmallMesh a, b;
    Vec3 translation;
};

oracle::LinearContacts exact(const LinearPair& pair) {
    const Vec3& t = pair.translation;
    return {pair.a, oracle::identity, pair.b, oracle::identity, {t.x, t.y, t.z}};
}

Prediction predicted(const LinearPair& pair, const PredictOptions& options = {}) {
    const Model a = model_of(pair.a), b = model_of(pair.b);
    return predict(a.along(Motion::linear(pair.translation)), b.at_rest(), options);
}

void expect_exact(const LinearPair& pair, const PredictOptions& options = {}) {
    const auto truth = exact(pair).first();
    const Prediction p = predicted(pair, options);
    if (!truth) {
        EXPECT_EQ(p.outcome, Outcome::clear) << text_of(p);
        EXPECT_EQ(p.free_until, 1);
        return;
    }
    if (*truth == 0) {
        EXPECT_EQ(p.outcome, Outcome::touching_at_start) << text_of(p);
        return;
    }
    ASSERT_EQ(p.outcome, Outcome::impact) << text_of(p) << " truth " << truth->get_d();
    EXPECT_LE(oracle::compare(p.impact->t_lo, *truth), 0);
    EXPECT_GE(oracle::compare(p.impact->t_hi, *truth), 0);
    EXPECT_LE(p.impact->t_hi - p.impact->t_lo, options.tolerance);
    EXPECT_EQ(p.free_until, p.impact->t_lo);
}

// Two random bodies of about this size near the point `around`.
LinearPair random_linear(base::Random& random, double size, const Vec3& around) {
    LinearPair pair{random_small_body(random), random_small_body(random), random_point(random, 4 * size)};
    const Vec3 aside = random_point(random, 2 * size);
    for (auto& p : pair.a.points)
        p = {around.x + aside.x + size * p[0], around.y + aside.y + size * p[1],
             around.z + aside.z + size * p[2]};
    for (auto& p : pair.b.points)
        p = {around.x + size * p[0], around.y + size * p[1], around.z + size * p[2]};
    return pair;
}

TEST(PredictLinear, random_translations) {
    base::Random random(8201);
    for (int k = 0; k < effort(40, 600); ++k) {
        SCOPED_TRACE(k);
        expect_exact(random_linear(random, 1, {}));
    }
}

TEST(PredictLinear, coordinates_of_1e4_and_sizes_of_1e_5) {
    base::Random random(8202);
    for (int k = 0; k < effort(40, 600); ++k) {
        SCOPED_TRACE(k);
        const Vec3 far{random.between(-1e4, 1e4), 1e4, random.between(-1e4, 1e4)};
        expect_exact(random_linear(random, k % 2 == 0 ? 1e-5 : 1, k % 4 < 2 ? far : Vec3{}));
    }
}

// Bodies with lattice corners move along lattice directions: corners meet corners, edges lie in faces, and
// some bodies only graze.
TEST(PredictLinear, lattice_bodies_meet_in_every_degenerate_way) {
    base::Random random(8203);
    const auto whole = [&](int most) {
        return static_cast<double>(random.below(2 * static_cast<unsigned>(most) + 1)) - most;
    };
    for (int k = 0; k < effort(120, 3000); ++k) {
        SCOPED_TRACE(k);
        const auto body = [&] {
            const Vec3 lo{whole(3), whole(3), whole(3)};
            if (random.below(3) == 0) {
                SmallMesh four = tetrahedron();
                for (auto& p : four.points) p = {p[0] + lo.x, p[1] + lo.y, p[2] + lo.z};
                return four;
            }
            return box(lo, {lo.x + 1 + static_cast<double>(random.below(2)), lo.y + 1, lo.z + 1});
        };
        expect_exact({body(), body(), {whole(4), whole(4), whole(4)}});
    }
}

// A passes over B at exactly B's height, and then higher by one unit in the last place.
TEST(PredictLinear, exact_grazes_are_decided) {
    const SmallMesh b = box({-1, -1, -1}, {1, 1, 1});
    const double above = std::nextafter(1.0, 2.0);
    LinearPair touching{box({-5, -0.5, 1}, {-4, 0.5, 2}), b, {10, 0, 0}};
    expect_exact(touching);
    EXPECT_EQ(predicted(touching).outcome, Outcome::impact);
    for (auto& p : touching.a.points) p[2] = p[2] == 1 ? above : p[2];
    expect_exact(touching);
    EXPECT_EQ(predicted(touching).outcome, Outcome::clear);

    // Corner past corner: two octahedra whose tips are at the same height.
    const SmallMesh diamond = small_of(generate(GeneratedShape::octahedron).value());
    LinearPair tips{mapped(diamond, Pose::translation({-5, 0, 2})), diamond, {10, 0, 0}};
    expect_exact(tips);
    EXPECT_EQ(predicted(tips).outcome, Outcome::impact);
    // The first contact is at the very end of the motion.
    expect_exact({mapped(diamond, Pose::translation({-4, 0, 0})), diamond, {2, 0, 0}});
    expect_exact({mapped(diamond, Pose::translation({-4, 0, 0})), diamond, {std::nextafter(2.0, 0.0), 0, 0}});
}

TEST(PredictLinear, no_translation_is_no_motion) {
    const SmallMesh cube = box({-1, -1, -1}, {1, 1, 1});
    expect_exact({mapped(cube, Pose::translation({3, 0, 0})), cube, {0, 0, 0}});
    expect_exact({mapped(cube, Pose::translation({2, 0, 0})), cube, {0, 0, 0}});
}

// Small bodies that poses place far away: rounding a translated position would destroy the digits of the
// bodies' shapes.
TEST(PredictLinear, poses_far_from_the_origin) {
    base::Random random(8205);
    for (int k = 0; k < effort(12, 200); ++k) {
        SCOPED_TRACE(k);
        const double size = k % 2 == 0 ? 1e-5 : 1, far = 1e12 * size;
        const SmallMesh mesh = stretched(tetrahedron(), size, size, size);
        const Vec3 translation = random_point(random, 8 * size);
        const auto pose = [&](double aside) {
            const Vec3 p = random_point(random, size);
            return random_rotation(random).translated({far + p.x, p.y - far, p.z + aside});
        };
        const Pose pose_a = pose(2 * size), pose_b = pose(0);
        const auto spans = oracle::LinearContacts(mesh, pose_a.matrix(), mesh, pose_b.matrix(),
                                                  {translation.x, translation.y, translation.z})
                               .spans();
        const Model model = model_of(mesh);
        const auto found =
            contact_intervals(model.along(Motion::linear(translation).from(pose_a)), model.at(pose_b));
        EXPECT_TRUE(found.undecided.empty());
        ASSERT_EQ(found.intervals.empty(), spans.empty());
        for (const auto& [first, last] : spans)
            EXPECT_TRUE(std::any_of(found.intervals.begin(), found.intervals.end(),
                                    [&, first = first, last = last](const ContactInterval& x) {
                                        return oracle::compare(x.t0_lo, first) <= 0 &&
                                               oracle::compare(x.t1_hi, last) >= 0;
                                    }));
    }
}

// Many pairs of triangles are near each other, but only a few touch. The end of an interval must be computed
// from the touching pairs, not approached in small steps.
TEST(PredictLinear, a_resting_contact_is_found_quickly) {
    MeshData box, wedge;
    for (int k = 0; k < 8; ++k)
        box.vertices.push_back({(k & 1) != 0 ? 0.2 : 0, (k & 2) != 0 ? 0.1 : 0, (k & 4) != 0 ? 3 * 0.1 : 0});
    box.triangles = {{0, 2, 1}, {1, 2, 3}, {4, 5, 6}, {5, 7, 6}, {0, 1, 4}, {1, 5, 4},
                     {2, 6, 3}, {3, 6, 7}, {0, 4, 2}, {2, 4, 6}, {1, 3, 5}, {3, 7, 5}};
    wedge.vertices = {{0.1, 0, 0}, {0.2, 0, 0}, {0.2, 0.1, 3 * 0.1}, {0, 0.2, 0.2}};
    wedge.triangles = {{0, 1, 2}, {0, 1, 3}, {0, 2, 3}, {1, 2, 3}};
    const Model a = Model::build(Mesh::from(std::move(box)).value()).value(),
                b = Model::build(Mesh::from(std::move(wedge)).value()).value();
    const Pose pose_a = Pose::translation({-0.1, -0.4, 6 * 0.1}),
               pose_b = Pose::from_matrix({0, -1, 0, 0, 1, 0, 0, -0.4, 0, 0, 1, 0.5}).value();
    ASSERT_TRUE(collides(a.at(pose_a), b.at(pose_b)));
    const auto found = contact_intervals(a.along(Motion().from(pose_a)), b.at(pose_b));
    EXPECT_TRUE(found.undecided.empty());
    EXPECT_EQ(found.intervals, (std::vector{ContactInterval{0, 0, 1, 1}}));
}

// At the ends of the first and the last interval the exact predicate changes its answer.
TEST(PredictLinear, intervals_have_exact_ends) {
    base::Random random(8204);
    for (int k = 0; k < effort(20, 300); ++k) {
        SCOPED_TRACE(k);
        const LinearPair pair = random_linear(random, 1, {});
        const auto times = exact(pair).times();
        const Model a = model_of(pair.a), b = model_of(pair.b);
        const auto found = contact_intervals(a.along(Motion::linear(pair.translation)), b.at_rest());
        EXPECT_TRUE(found.undecided.empty());
        const bool at_start = exact(pair).touches(0), at_end = exact(pair).touches(1);
        ASSERT_EQ(found.intervals.empty(), times.empty() && !at_start && !at_end);
        if (found.intervals.empty()) continue;
        const mpq_class first = at_start ? mpq_class(0) : times.front(),
                        last = at_end ? mpq_class(1) : times.back();
        EXPECT_LE(oracle::compare(found.intervals.front().t0_lo, first), 0);
        EXPECT_GE(oracle::compare(found.intervals.front().t0_hi, first), 0);
        EXPECT_LE(oracle::compare(found.intervals.back().t1_lo, last), 0);
        EXPECT_GE(oracle::compare(found.intervals.back().t1_hi, last), 0);
    }
}

}  // namespace
}  // namespace allide::test
