// Motions that barely touch or barely miss, surfaces that slide along each other, and flush contacts.
#include "support/effort.hpp"
#include "support/moving_bodies.hpp"

#include <allide/extra/shapes.hpp>

namespace allide::test {
namespace {

MovingPair shifted_pair(const MovingPair& pair, double by) {
    MovingPair out = pair;
    for (auto& p : out.a.points) p[2] += by;
    return out;
}

// A pair, and two translations of A along z: the largest that is known to hit, and the smallest that is known
// to miss. The screw's axis is z, so a translation only changes the height at which A passes.
struct Graze {
    MovingPair pair;        // A hits B if A is not translated
    double last_hit = 0;    // if translated up by this length, A still hits
    double first_miss = 0;  // if translated up by this length, A misses
};

// Bisects the translation until last_hit and first_miss are neighbouring doubles, or nearly so.
std::optional<Graze> random_graze(base::Random& random) {
    MovingPair pair{random_small_body(random), random_small_body(random), {}};
    pair.screw = {{random.between(-2, 2), random.between(-2, 2), 0},
                  {0, 0, random.between(0.1, 9)},
                  random.between(-3, 3),
                  random.between(-0.5, 0.5)};
    const double away = random.between(2.5, 4);
    pair.a = mapped(pair.a, Pose::translation({away, random.between(-1, 1), 0}));
    const auto first = times_of(pair).first();
    if (!first || *first == 0) return std::nullopt;
    Graze graze{pair, 0, 4};
    while (graze.first_miss - graze.last_hit > 1e-14) {
        const double middle = (graze.last_hit + graze.first_miss) / 2;
        (times_of(shifted_pair(pair, middle)).first() ? graze.last_hit : graze.first_miss) = middle;
    }
    return graze;
}

// The smallest distance during the motion, searched near the time at which A passes B.
double clearance_of(const MovingPair& miss, double around) {
    const auto times = times_of(miss);
    return times.clearance(std::max(0.0, around - 1e-2), std::min(1.0, around + 1e-2));
}

// Checks two pairs that differ by slightly more than 2·offset in A's height: one hits, the other misses.
void expect_twins(const Graze& graze, double offset) {
    const MovingPair hit = shifted_pair(graze.pair, graze.last_hit - offset);
    const MovingPair miss = shifted_pair(graze.pair, graze.first_miss + offset);
    const auto truth = times_of(hit).first();
    ASSERT_TRUE(truth);
    ASSERT_FALSE(times_of(miss).first());
    const Prediction of_hit = predicted(hit), of_miss = predicted(miss);
    expect_safe(of_hit, truth);
    expect_safe(of_miss, std::nullopt);
    if (of_hit.outcome == Outcome::impact) expect_right(hit, of_hit, truth);

    // Undecided is allowed only if the clearance of the miss is at most 1e-9 of the size.
    const double clearance = clearance_of(miss, static_cast<double>(*truth));
    const double allowed = 1.01e-9 * size_of(hit);
    if (of_hit.outcome == Outcome::undecided || of_miss.outcome == Outcome::undecided) {
        EXPECT_LE(clearance, allowed) << offset;
    }
    if (of_miss.outcome == Outcome::undecided) {
        EXPECT_GE(of_miss.delta, 0.99 * clearance - 1e-13);
    }
}

TEST(PredictGraze, twins_that_differ_by_1e_12_to_1e_6) {
    base::Random random(8101);
    const int count = effort(14, 250);
    for (int k = 0; k < count;) {
        const auto graze = random_graze(random);
        if (!graze) continue;
        SCOPED_TRACE(k);
        expect_twins(*graze, std::pow(10, -12 + 6.0 * (k % 13) / 12));
        ++k;
    }
}

// Motions with a contact of depth 0, which must not be reported as clear.
TEST(PredictGraze, exactly_touching_tops) {
    // The bottom edge of a cube moves in the plane of another cube's top face.
    MovingPair pair{box({3, -1, 1}, {4, 1, 2}), box({-4, -1, -1}, {1, 1, 1}), {}};
    pair.screw = {{0, 0, 0}, {0, 0, 1}, 3, 0};
    pair.a = mapped(pair.a, Pose::translation({-2.5, 3, 0}));
    const auto times = times_of(pair);
    const auto truth = times.first();
    ASSERT_TRUE(truth);
    const Prediction p = predicted(pair);
    EXPECT_NE(p.outcome, Outcome::clear);
    EXPECT_LE(HighPrecision(p.free_until), *truth);
    if (p.outcome == Outcome::undecided) {
        EXPECT_LE(p.delta, 1e-9 * size_of(pair));
    }
    if (p.outcome == Outcome::impact) {
        EXPECT_GE(HighPrecision(p.impact->t_hi), *truth);
    }
}

// Two corners are 1.4e-13 apart at the start and move away from each other; the bodies touch only much
// later. Only that later contact counts.
TEST(PredictGraze, corners_that_start_slightly_apart_do_not_touch) {
    const double off = 1e-13;
    const MovingPair pair{
        {{{2 + off, -1, 2 + off}, {2 + off, -3, off}, {off, -1, off}, {off, -3, 2 + off}},
         {{0, 1, 2}, {0, 3, 1}, {0, 2, 3}, {1, 3, 2}}},
        {{{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}},
         {{0, 2, 4}, {0, 5, 2}, {0, 4, 3}, {0, 3, 5}, {1, 4, 2}, {1, 2, 5}, {1, 3, 4}, {1, 5, 3}}},
        {{0, 0, 0},
         {0.9979418635345032, -0.31034905363998511, 0.47001582172021794},
         -1.9572770319217234,
         -1.078240971836248}};
    const auto truth = times_of(pair).first();
    ASSERT_TRUE(truth);
    EXPECT_NEAR(static_cast<double>(*truth), 0.60574806106239831, 1e-12);
    const Prediction found = predicted(pair);
    EXPECT_EQ(found.outcome, Outcome::impact);
    expect_right(pair, found, truth);
}

// Two collinear edges whose nearest ends are √2·e apart: at first their contact function cannot be
// distinguished from 0, although they move apart. The first contact is much later.
TEST(PredictGraze, collinear_edges_that_barely_miss_do_not_touch) {
    for (const double e : {1e-13, 1.0234531891516144e-16, 1e-18, 1e-21}) {
        SCOPED_TRACE(e);
        const MovingPair pair{{{{2, 2, -e}, {2, 0, -2}, {e, 2, -2}, {e, 0, -e}}, tetrahedron().faces},
                              {{{0, 2, 2}, {0, 0, 0}, {-2, 2, 0}, {-2, 0, 2}}, tetrahedron().faces},
                              {{0, 0, 0},
                               {0.86423885407940348, 0.63163101171470037, 0.26490727987233509},
                               2,
                               1.1189160562007885}};
        const auto truth = times_of(pair).first();
        ASSERT_TRUE(truth);
        EXPECT_NEAR(static_cast<double>(*truth), 0.84547880483232773, 1e-12);
        expect_right(pair, predicted(pair), truth);
    }
}

TEST(PredictGraze, coplanar_slides_and_spins) {
    base::Random random(8102);
    for (int k = 0; k < effort(24, 240); ++k) {
        SCOPED_TRACE(k);
        MovingPair pair{
            box({-1, -0.5, 0}, {1, 0.5, 1}), box({-1, -1, 0}, {1, 1, random.between(0.5, 2)}), {}};
        pair.a = mapped(pair.a, Pose::rotation({0, 0, 1}, radians(random.between(-2, 2))));
        for (auto& p : pair.a.points) p[2] = p[2] < 0.5 ? 0 : 1;
        const bool is_slide = k % 3 == 0;
        pair.screw = {{random.between(-1, 1), random.between(-1, 1), 0}, {0, 0, 1}, random.between(1, 4), 0};
        if (is_slide) pair.screw = {{0, 0, 0}, {random.between(-1, 1), -3, 0}, 0, 5};
        const double x = is_slide ? random.between(-1, 1) : 3.0, y = is_slide ? 4 : 0;
        for (auto& p : pair.a.points) p = {p[0] + x, p[1] + y, p[2]};
        const auto truth = times_of(pair).first();
        if (truth && *truth == 0) continue;
        expect_right(pair, predicted(pair), truth);
    }
}

// Two coplanar triangles: the depth of contact is always 0, and yet they touch.
TEST(PredictGraze, coplanar_sliding_triangles_are_not_missed) {
    const SmallMesh a{{{-5, -1, 0}, {-3, 0, 0}, {-5, 1, 0}}, {{0, 1, 2}}};
    const SmallMesh b{{{0, -1, 0}, {2, 0, 0}, {0, 1, 0}}, {{0, 1, 2}}};
    for (const double angle : {0.0, 6.0}) {
        SCOPED_TRACE(angle);
        MovingPair pair{a, b, {{-1, -2, 0}, {0, 0, 1}, angle, 0}};
        if (angle == 0) pair.screw = {{0, 0, 0}, {1, 0, 0}, 0, 6};
        const auto truth = times_of(pair).first();
        ASSERT_TRUE(truth);
        const Prediction p = predicted(pair);
        EXPECT_NE(p.outcome, Outcome::clear);
        EXPECT_LE(HighPrecision(p.free_until), *truth);
        EXPECT_LE(*truth - HighPrecision(p.free_until), HighPrecision(1e-9));
        ASSERT_TRUE(p.impact);
        EXPECT_GE(HighPrecision(p.impact->t_hi), *truth);
    }
}

// A threaded tube along z: its radius varies along a right-handed helix of pitch 2, which the grid follows.
SmallMesh thread(double widened, double from, std::uint32_t rows) {
    constexpr std::uint32_t around = 12;
    SmallMesh mesh;
    for (std::uint32_t row = 0; row <= rows; ++row)
        for (std::uint32_t i = 0; i <= around; ++i) {
            const double angle = 6.283185307179586 * i / around, r = 5 + widened + (row % 4 < 2 ? 0 : 0.8);
            mesh.points.push_back(
                {r * std::cos(angle), r * std::sin(angle), from + 0.5 * row + 2.0 * i / around});
        }
    for (std::uint32_t row = 0; row < rows; ++row)
        for (std::uint32_t i = 0; i < around; ++i) {
            const std::uint32_t a = row * (around + 1) + i, c = a + around + 1;
            mesh.faces.push_back({a, a + 1, c + 1});
            mesh.faces.push_back({a, c + 1, c});
        }
    return mesh;
}

// The threads' edges stay parallel at a constant distance during the whole motion, which is not a graze.
TEST(PredictGraze, a_bolt_turned_with_its_thread_is_clear) {
    MovingPair pair{thread(0, 0, 4), thread(0.5, -2, 12), {{0, 0, 0}, {0, 0, 1}, 3 * 6.283185307179586, 6}};
    const Prediction p = predicted(pair);
    EXPECT_EQ(p.outcome, Outcome::clear) << text_of(p) << " delta " << p.delta;
    pair.screw.advance = 5;
    EXPECT_EQ(predicted(pair).outcome, Outcome::impact);
}

void expect_impact_at(const MovingPair& pair, double t) {
    const auto truth = times_of(pair).first();
    ASSERT_TRUE(truth);
    EXPECT_NEAR(static_cast<double>(*truth), t, 1e-14);
    expect_right(pair, predicted(pair), truth);
}

TEST(PredictGraze, flush_contacts_under_translation) {
    const SmallMesh a = box({-1, -1, -1}, {1, 1, 1});
    const auto from = [&](double x, double y, double z) { return mapped(a, Pose::translation({x, y, z})); };
    // Face to face, aligned and offset; then edge to edge.
    expect_impact_at({from(-5, 0, 0), a, {{0, 0, 0}, {1, 0, 0}, 0, 10}}, 0.3);
    expect_impact_at({from(-5, 0.5, 0.25), a, {{0, 0, 0}, {1, 0, 0}, 0, 10}}, 0.3);
    expect_impact_at({from(-5, 2, 0), a, {{0, 0, 0}, {1, 0, 0}, 0, 10}}, 0.3);
    // Edge to edge, and corner to corner. The axes are not of length 1, and their unit vectors are
    // irrational.
    expect_impact_at({from(-4, -4, 0), a, {{0, 0, 0}, {1, 1, 0}, 0, 5}}, std::sqrt(8) / 5);
    expect_impact_at({from(-4, -4, -4), a, {{0, 0, 0}, {2, 2, 2}, 0, 5}}, std::sqrt(12) / 5);
}

// The mirror image of a mesh in the plane x = y. While A rotates about z, B stays the mirror image of A in a
// plane that turns too: A's features meet their own images in that plane.
SmallMesh in_mirror(SmallMesh mesh) {
    for (auto& p : mesh.points) std::swap(p[0], p[1]);
    return mesh;
}

TEST(PredictGraze, flush_contacts_under_rotation) {
    const double half_pi = std::acos(0.0);
    // The leading corner (4, 1, 0) of an octahedron meets the corner (1, 4, 0) of the other one.
    const SmallMesh diamond =
        mapped(small_of(generate(GeneratedShape::octahedron).value()), Pose::translation({4, 0, 0}));
    expect_impact_at({diamond, in_mirror(diamond), {{0, 0, 0}, {0, 0, 1}, 2, 0}},
                     (half_pi - 2 * std::atan2(1, 4)) / 2);
    // The leading edge of a square prism meets an edge.
    SmallMesh prism = box({-1, -1, -1}, {1, 1, 1});
    for (auto& p : prism.points) p = {(p[0] + p[1]) / 2 + 4, (p[0] - p[1]) / 2, p[2]};
    expect_impact_at({prism, in_mirror(prism), {{0, 0, 0}, {0, 0, 1}, 2, 0}},
                     (half_pi - 2 * std::atan2(1, 4)) / 2);
    // A door: its face x = 0 rotates about z until it lies flat on the face y = 0.
    expect_impact_at(
        {box({-0.5, 1, -1}, {0, 2, 1}), box({0.5, -1, -1}, {3, 0, 1}), {{0, 0, 0}, {0, 0, -1}, 2, 0}},
        half_pi / 2);
    // An edge of the door rotates into the plane of the face.
    expect_impact_at(
        {box({-0.5, 1, -1}, {0, 2, 1}), box({0.5, -1, 0.5}, {3, 0, 4}), {{0, 0, 0}, {0, 0, -1}, 2, 0}},
        half_pi / 2);
}

}  // namespace
}  // namespace allide::test
