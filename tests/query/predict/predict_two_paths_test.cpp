// Two movers that are translated along paths with knots at different times. Between the knots their
// positions are rational numbers that are not doubles; still every answer is exact, and none is undecided.
#include "oracle/linear_contacts.hpp"
#include "support/effort.hpp"
#include "support/moving_bodies.hpp"

#include <algorithm>
#include <sstream>

namespace allide::test {
namespace {

// A mesh that is rotated by `turn` and then moved through `places`, which it reaches at the given `times`.
struct ShiftedMesh {
    SmallMesh mesh;
    Pose turn;
    std::vector<Vec3> places;
    std::vector<double> times;

    Motion motion() const {
        std::vector<Pose> poses;
        for (const Vec3& place : places) poses.push_back(turn.translated(place));
        return Motion::path(poses, times).value();
    }
    // The exact position at time t on the path segment that begins at or before `when` and ends after it. A
    // segment's translation may be rounded, so the next segment may begin elsewhere.
    oracle::RationalPoint place_at(const mpq_class& t, double when) const {
        std::size_t segment = 0;
        while (segment + 2 < times.size() && when >= times[segment + 1]) ++segment;
        const mpq_class from(times[segment]), to(times[segment + 1]), part = (t - from) / (to - from);
        const auto between = [&](double x, double y) {
            return mpq_class(mpq_class(x) + part * mpq_class(y - x));
        };
        const Vec3 &p = places[segment], &q = places[segment + 1];
        return {between(p.x, q.x), between(p.y, q.y), between(p.z, q.z)};
    }
};

// Merges overlapping intervals of contact; the result is disjoint and sorted.
using RationalSpans = std::vector<std::array<mpq_class, 2>>;
RationalSpans joined(RationalSpans all) {
    RationalSpans out;
    std::sort(all.begin(), all.end());
    for (const auto& span : all) {
        if (out.empty() || out.back()[1] < span[0])
            out.push_back(span);
        else
            out.back()[1] = std::max(out.back()[1], span[1]);
    }
    return out;
}
RationalSpans exact_spans(const ShiftedMesh& a, const ShiftedMesh& b) {
    std::vector<double> cuts = a.times;
    cuts.insert(cuts.end(), b.times.begin(), b.times.end());
    std::sort(cuts.begin(), cuts.end());
    RationalSpans all;
    for (std::size_t i = 0; i + 1 < cuts.size(); ++i) {
        const mpq_class from(cuts[i]), to(cuts[i + 1]);
        const auto start = oracle::difference(a.place_at(from, cuts[i]), b.place_at(from, cuts[i])),
                   end = oracle::difference(a.place_at(to, cuts[i]), b.place_at(to, cuts[i]));
        const oracle::LinearContacts contacts(a.mesh, a.turn.matrix(), start, b.mesh, b.turn.matrix(),
                                              oracle::difference(end, start));
        for (const auto& [first, last] : contacts.spans())
            all.push_back({from + first * (to - from), from + last * (to - from)});
    }
    return joined(std::move(all));
}

std::string spans_in_text(const RationalSpans& truth, const ContactIntervals& found) {
    std::ostringstream out;
    out.precision(17);
    out << "truth";
    for (const auto& [first, last] : truth) out << " [" << first.get_d() << ", " << last.get_d() << "]";
    const auto add = [&](const std::vector<ContactInterval>& spans) {
        for (const ContactInterval& x : spans)
            out << " [" << x.t0_lo << ", " << x.t0_hi << ", " << x.t1_lo << ", " << x.t1_hi << "]";
    };
    out << " found";
    add(found.intervals);
    out << " undecided";
    add(found.undecided);
    return out.str();
}

bool is_between(const mpq_class& t, double lo, double hi) {
    return oracle::compare(lo, t) <= 0 && oracle::compare(hi, t) >= 0;
}

void expect_spans(const RationalSpans& truth, const Prediction& p, const ContactIntervals& found) {
    const PredictOptions options;
    SCOPED_TRACE(spans_in_text(truth, found));
    EXPECT_TRUE(found.undecided.empty());
    if (truth.empty()) {
        EXPECT_EQ(p.outcome, Outcome::clear) << text_of(p);
        EXPECT_TRUE(found.intervals.empty());
        return;
    }
    if (truth[0][0] == 0) {
        EXPECT_EQ(p.outcome, Outcome::touching_at_start) << text_of(p);
    } else {
        ASSERT_EQ(p.outcome, Outcome::impact) << text_of(p) << " truth " << truth[0][0].get_d();
        EXPECT_TRUE(is_between(truth[0][0], p.impact->t_lo, p.impact->t_hi)) << text_of(p);
        EXPECT_LE(p.impact->t_hi - p.impact->t_lo, options.tolerance);
    }
    // The result covers every true interval; gaps that are no longer than the tolerance may be closed.
    for (const auto& [first, last] : truth)
        EXPECT_TRUE(std::any_of(
            found.intervals.begin(), found.intervals.end(), [&, first = first, last = last](const auto& x) {
                return oracle::compare(x.t0_lo, first) <= 0 && oracle::compare(x.t1_hi, last) >= 0;
            }));
    for (const ContactInterval& x : found.intervals) {
        EXPECT_LE(x.t0_hi - x.t0_lo, options.tolerance);
        EXPECT_LE(x.t1_hi - x.t1_lo, options.tolerance);
        EXPECT_TRUE(std::any_of(truth.begin(), truth.end(),
                                [&](const auto& span) { return is_between(span[0], x.t0_lo, x.t0_hi); }));
        // If contact is a single instant, its start and end have the same bracket.
        const double end_from = x.t1_lo == x.t0_hi ? x.t0_lo : x.t1_lo;
        EXPECT_TRUE(std::any_of(truth.begin(), truth.end(),
                                [&](const auto& span) { return is_between(span[1], end_from, x.t1_hi); }));
    }
}

void expect_exact(const ShiftedMesh& a, const ShiftedMesh& b) {
    const Model model_a = model_of(a.mesh), model_b = model_of(b.mesh);
    const Motion of_a = a.motion(), of_b = b.motion();
    expect_spans(exact_spans(a, b), predict(model_a.along(of_a), model_b.along(of_b)),
                 contact_intervals(model_a.along(of_a), model_b.along(of_b)));
}

class LatticePaths {
  public:
    explicit LatticePaths(std::uint64_t seed) : random_(seed) {}

    double whole(int most) {
        return static_cast<double>(random_.below(2 * static_cast<unsigned>(most) + 1)) - most;
    }
    ShiftedMesh shifted(std::span<const double> knots) {
        ShiftedMesh out{body(), turn(), {}, {0, 1}};
        for (std::uint64_t more = random_.below(3); more > 0; --more)
            out.times.push_back(knots[random_.below(knots.size())]);
        std::sort(out.times.begin(), out.times.end());
        out.times.erase(std::unique(out.times.begin(), out.times.end()), out.times.end());
        for (std::size_t i = 0; i < out.times.size(); ++i)
            out.places.push_back({whole(4), whole(4), whole(2)});
        if (random_.below(8) == 0) out.places[1] = out.places[0];  // at rest for a while
        return out;
    }
    base::Random& random() { return random_; }
    SmallMesh body() {
        const std::uint64_t kind = random_.below(4);
        if (kind == 0) return tetrahedron();
        if (kind == 1)
            return box({whole(1), whole(1), -1}, {2, 2, 1 + static_cast<double>(random_.below(2))});
        SmallMesh soup;
        for (std::uint32_t i = 0; i < (kind == 2 ? 1u : 3u); ++i) {
            for (int k = 0; k < 3; ++k) soup.points.push_back({whole(2), whole(2), whole(2)});
            soup.faces.push_back({3 * i, 3 * i + 1, 3 * i + 2});
        }
        if (random_.below(8) == 0) soup.points[2] = soup.points[1];  // a segment
        return soup;
    }

  private:
    Pose turn() {
        if (random_.below(3) != 0) return {};
        return Pose::from_matrix({0, -1, 0, 0, 0, 0, 1, 0, -1, 0, 0, 0}).value();
    }
    base::Random random_;
};

constexpr std::array decimals{0.1,  0.15, 0.3,     1.0 / 3, 0.35, 3.0 / 7, 0.45,
                              0.55, 0.6,  2.0 / 3, 0.7,     0.85, 0.9};

TEST(PredictTwoPaths, lattice_bodies_are_decided_exactly) {
    LatticePaths lattice(8701);
    for (int k = 0; k < effort(60, 3000); ++k) {
        SCOPED_TRACE(k);
        const ShiftedMesh a = lattice.shifted(decimals), b = lattice.shifted(decimals);
        expect_exact(a, b);
    }
}

// A rod between two parallel faces touches both with its ends while both bodies move. This contact lasts
// until one end leaves a face.
TEST(PredictTwoPaths, a_segment_that_slides_between_two_faces_does_so_for_certain) {
    const SmallMesh duct{{{-1, -2, -2}, {-1, 2, -2}, {-1, 0, 2}, {1, -2, -2}, {1, 2, -2}, {1, 0, 2}},
                         {{0, 1, 2}, {3, 4, 5}}};
    const SmallMesh rod{{{-1, 0, 0}, {1, 0, 0}, {1, 0, 0}}, {{0, 1, 2}}};
    const ShiftedMesh a{rod, {}, {{0, 0, 0}, {0, 0, 1}, {5, 0, 0}}, {0, 0.3, 1}};
    const ShiftedMesh b{duct, {}, {{0, 0, 0}, {0, 1, 0}, {0, 0, -1}, {0, 0, 3}}, {0, 0.15, 0.55, 1}};
    expect_exact(a, b);
    expect_exact(b, a);
}

// A screw without rotation is a translation. The bodies meet in one corner; in the last case only at t = 1.
TEST(PredictTwoPaths, screws_without_a_turn_are_shifts) {
    const Model a = model_of(box({0, 0, 0}, {1, 1, 1})), b = model_of(box({3, 3, 3}, {4, 4, 4}));
    const Motion along_x = Motion::screw({.axis = {3, 0, 0}, .advance = 6}),
                 along_y = Motion::screw({.axis = {0, -0.1, 0}, .advance = 6});
    const std::array poses{Pose::translation({0, 0, -2}), Pose::translation({0, -2, -2}),
                           Pose::translation({0, -2, -2})};
    const Motion path = Motion::path(poses, std::array{0.0, 1.0 / 3, 1.0}).value();
    const Prediction p = predict(a.along(along_x), b.along(path));
    ASSERT_EQ(p.outcome, Outcome::impact) << text_of(p);
    EXPECT_LE(p.impact->t_lo, 1. / 3);
    EXPECT_GE(p.impact->t_hi, 1. / 3);
    const Prediction q = predict(a.along(along_x), b.along(along_y.from(Pose::translation({2, 0, -2}))));
    ASSERT_EQ(q.outcome, Outcome::impact) << text_of(q);
    EXPECT_LE(oracle::compare(q.impact->t_lo, mpq_class(2, 3)), 0);
    EXPECT_GE(oracle::compare(q.impact->t_hi, mpq_class(2, 3)), 0);
}

// A mesh translated along an axis vector of integer length: its exact translation is a rational vector that
// usually is not representable in doubles.
struct SlantedMesh {
    SmallMesh mesh;
    Vec3 start, axis;
    double advance, length;

    Motion motion() const {
        return Motion::screw({.axis = axis, .advance = advance}).from(Pose::translation(start));
    }
    oracle::RationalPoint place() const { return {start.x, start.y, start.z}; }
    oracle::RationalPoint translation() const {
        const auto part = [this](double x) { return mpq_class(mpq_class(advance) * x / mpq_class(length)); };
        return {part(axis.x), part(axis.y), part(axis.z)};
    }
};
class SlantedScrews {
  public:
    explicit SlantedScrews(std::uint64_t seed) : lattice_(seed) {}

    // Two random meshes, often at the same height, so that they slide along or pass each other in one plane.
    std::array<SlantedMesh, 2> next() {
        SlantedMesh a = any(), b = any();
        if (lattice_.random().below(2) == 0) {
            a.axis = {2, 1, 2};
            b.axis = lattice_.random().below(2) == 0 ? Vec3{-1, 2, 2} : Vec3{1, -2, 2};
            a.length = b.length = 3;
            b.advance = a.advance;
        }
        return {a, b};
    }

  private:
    SlantedMesh any() {
        static const std::array<Vec3, 5> axes{
            {{3, 0, 4}, {6, -2, 3}, {-1, 8, 4}, {0, 5, 12}, {0.5, 0.5, 0.25}}};
        static constexpr std::array lengths{5.0, 7.0, 9.0, 13.0, 0.75};
        const std::size_t k = lattice_.random().below(axes.size());
        return {lattice_.body(),
                {lattice_.whole(3), lattice_.whole(3), lattice_.whole(2)},
                axes[k],
                lattice_.whole(10),
                lengths[k]};
    }
    LatticePaths lattice_;
};

TEST(PredictTwoPaths, screws_along_slanted_axes_are_shifts_too) {
    SlantedScrews screws(8704);
    int touches = 0;
    for (int k = 0; k < effort(120, 6000); ++k) {
        SCOPED_TRACE(k);
        const std::array<SlantedMesh, 2> pair = screws.next();
        const SlantedMesh &a = pair[0], &b = pair[1];
        const Model model_a = model_of(a.mesh), model_b = model_of(b.mesh);
        const Motion of_a = a.motion(), of_b = b.motion();
        const auto start = oracle::difference(a.place(), b.place());
        const auto identity = Pose{}.matrix();
        const auto truth = [&](const oracle::RationalPoint& translation) {
            return joined(
                oracle::LinearContacts(a.mesh, identity, start, b.mesh, identity, translation).spans());
        };
        const auto of_two = truth(oracle::difference(a.translation(), b.translation())),
                   of_one = truth(a.translation());
        expect_spans(of_two, predict(model_a.along(of_a), model_b.along(of_b)),
                     contact_intervals(model_a.along(of_a), model_b.along(of_b)));
        const Placed rests = model_b.at(Pose::translation(b.start));
        expect_spans(of_one, predict(model_a.along(of_a), rests),
                     contact_intervals(model_a.along(of_a), rests));
        touches += !of_two.empty();
    }
    EXPECT_GE(touches, effort(120) / 8);
}

void expect_alike(const ContactIntervals& x, const ContactIntervals& y) {
    EXPECT_EQ(x.undecided.size(), y.undecided.size());
    ASSERT_EQ(x.intervals.size(), y.intervals.size());
    for (std::size_t i = 0; i < x.intervals.size(); ++i) {
        const ContactInterval &of_x = x.intervals[i], &of_y = y.intervals[i];
        EXPECT_LE(std::max(of_x.t0_lo, of_y.t0_lo), std::min(of_x.t0_hi, of_y.t0_hi));
        EXPECT_LE(std::max(of_x.t1_lo, of_y.t1_lo), std::min(of_x.t1_hi, of_y.t1_hi));
    }
}

// Without rotation, a screw does not depend on `point`, however far away that is and whatever the size of the
// bodies.
TEST(PredictTwoPaths, without_rotation_the_point_of_an_axis_is_irrelevant) {
    for (const double size : {1.0, 0x1p-1060, 0x1p900}) {
        const Model a = model_of(stretched(box({0, 0, 0}, {1, 1, 1}), size, size, size)),
                    b = model_of(stretched(box({3, 3, 0.5}, {4, 4, 1}), size, size, size));
        const Motion aside = Motion::linear({0.5 * size, 0, 0});
        for (const Vec3& axis : {Vec3{1, 0, 0}, Vec3{3, 4, 0}, Vec3{1, 1, 0}}) {
            const bool level = axis.y == 0;
            const Pose start = Pose::translation({level ? 0. : size, level ? 2.5 * size : 0, 0});
            const auto screw = [&](double far) {
                return Motion::screw({.point = {far, -far, 0.3 * far}, .axis = axis, .advance = 8 * size})
                    .from(start);
            };
            const Motion near = screw(0);
            const ContactIntervals of_one = contact_intervals(a.along(near), b.at(Pose{})),
                                   of_two = contact_intervals(a.along(near), b.along(aside));
            EXPECT_EQ(of_one.intervals.size(), 1u);
            for (const double far : {1e9, 1e22, 1e300}) {
                SCOPED_TRACE(far);
                const Motion same = screw(far);
                expect_alike(contact_intervals(a.along(same), b.at(Pose{})), of_one);
                expect_alike(contact_intervals(a.along(same), b.along(aside)), of_two);
                EXPECT_EQ(predict(a.along(same), b.at(Pose{})).outcome, Outcome::impact);
                EXPECT_EQ(predict(a.along(same), b.along(aside)).outcome, Outcome::impact);
            }
        }
    }
}

// An axis component of 2⁻¹⁰⁷⁴ next to one of 1 moves a body across a tiny gap if the motion is long enough.
TEST(PredictTwoPaths, no_digit_of_an_axis_is_lost) {
    const double least = 0x1p-1074, gap = 0x1p-1054, translation = 0x1p30;
    const Model a = model_of({{{-1, 0, 0}, {1, 0, 0}, {0, 0, 1}}, {{0, 1, 2}}}),
                b = model_of({{{-10, gap, -1}, {0x1p31, gap, -1}, {0, gap, 0x1p20}}, {{0, 1, 2}}});
    for (const double length : {1.0, 3.0, 4.0, 1e300}) {
        SCOPED_TRACE(length);
        const Motion screw = Motion::screw({.axis = {length, length * least, 0}, .advance = translation});
        const Prediction p = predict(a.along(screw), b.at_rest());
        ASSERT_EQ(p.outcome, Outcome::impact) << text_of(p);
        EXPECT_LE(p.impact->t_lo, 0x1p-10);
        EXPECT_GE(p.impact->t_hi, 0x1p-10);
    }
}

TEST(PredictTwoPaths, any_bodies_on_any_ways) {
    base::Random random(8703);
    for (int k = 0; k < effort(12, 600); ++k) {
        SCOPED_TRACE(k);
        const double size = k % 3 == 0 ? 1e-5 : 1, far = k % 2 == 0 ? 0 : 1e4;
        const auto shifted = [&](double aside) {
            ShiftedMesh out{
                stretched(tetrahedron(), size, size, 0.5 * size), random_rotation(random), {}, {0}};
            for (std::uint64_t more = random.below(3); more > 0; --more)
                out.times.push_back(random.between(out.times.back(), 1));
            out.times.push_back(1);
            for (std::size_t i = 0; i < out.times.size(); ++i) {
                const Vec3 p = random_point(random, 2 * size);
                out.places.push_back({far + p.x + (i == 0 ? aside : 0), p.y - far, p.z});
            }
            return out;
        };
        const ShiftedMesh a = shifted(4 * size), b = shifted(0);
        expect_exact(a, b);
    }
}

// The knots of both paths are at multiples of 1/16. At a knot of the other path, the position on a segment is
// a fraction whose denominator is at most 16: the segment's length in sixteenths. Scaled by 720720, the least
// common multiple of 1 to 16, all positions are integers, and a single mover with all knots gives the same
// answer.
constexpr std::array sixteenths{1 / 16., 3 / 16.,  5 / 16.,  6 / 16., 7 / 16.,
                                9 / 16., 10 / 16., 11 / 16., 13 / 16.};
constexpr double many_times = 720720;

ShiftedMesh as_one_mover(const ShiftedMesh& a, const ShiftedMesh& b) {
    ShiftedMesh out{stretched(a.mesh, many_times, many_times, many_times), a.turn, {}, a.times};
    out.times.insert(out.times.end(), b.times.begin(), b.times.end());
    std::sort(out.times.begin(), out.times.end());
    out.times.erase(std::unique(out.times.begin(), out.times.end()), out.times.end());
    for (const double t : out.times) {
        const auto place = oracle::difference(a.place_at(t, t), b.place_at(t, t));
        const auto whole = [&](std::size_t k) { return mpq_class(place[k] * many_times).get_d(); };
        out.places.push_back({whole(0), whole(1), whole(2)});
    }
    return out;
}

TEST(PredictTwoPaths, clearances_are_those_of_one_mover_in_a_larger_scene) {
    LatticePaths lattice(8702);
    int impacts = 0;
    for (int k = 0; k < effort(160, 10000); ++k) {
        SCOPED_TRACE(k);
        const ShiftedMesh a = lattice.shifted(sixteenths), b = lattice.shifted(sixteenths);
        const ShiftedMesh one = as_one_mover(a, b);
        const Model model_a = model_of(a.mesh), model_b = model_of(b.mesh), large_a = model_of(one.mesh),
                    large_b = model_of(stretched(b.mesh, many_times, many_times, many_times));
        const Motion of_a = a.motion(), of_b = b.motion(), relative = one.motion();
        const PredictOptions options{.clearance = std::array{1.0, 0.5, 2.0, 0.0}[lattice.random().below(4)]},
            larger{.clearance = many_times * options.clearance};
        const Prediction p = predict(model_a.along(of_a), model_b.along(of_b), options),
                         q = predict(large_a.along(relative), large_b.at(b.turn), larger);
        ASSERT_EQ(p.outcome, q.outcome) << text_of(p) << text_of(q);
        EXPECT_NE(p.outcome, Outcome::undecided);
        impacts += p.outcome == Outcome::impact;
        if (p.impact) {
            EXPECT_LE(std::max(p.impact->t_lo, q.impact->t_lo), std::min(p.impact->t_hi, q.impact->t_hi));
        }
        expect_alike(contact_intervals(model_a.along(of_a), model_b.along(of_b), options),
                     contact_intervals(large_a.along(relative), large_b.at(b.turn), larger));
    }
    EXPECT_GE(impacts, effort(160) / 40);
}

}  // namespace
}  // namespace allide::test
