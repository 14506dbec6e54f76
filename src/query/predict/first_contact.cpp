#include "kernel/triangle/closest_features.hpp"
#include "model/model_data.hpp"
#include "query/predict/segment_clock.hpp"

#include <allide/query.hpp>

namespace allide::query {
namespace {

using kernel::Certainty;

// So many doubts on a stretch are enough.
constexpr int most_doubts = 4096, most_near = 64;
// A nearer contact than the one in doubt is searched for window by window, with so many tests of triangles.
constexpr double deep_window = 0x1p-8;
constexpr std::uint64_t most_tests = 200'000;

// Which features of two triangles come closest.
Features closest_features_of(const Placed& a, std::uint32_t triangle_a, const Placed& b,
                             std::uint32_t triangle_b) {
    const auto in_world = [](const Placed& placed, std::uint32_t triangle) {
        kernel::Triangle corners = data_of(placed).mesh.corners(triangle);
        for (Vec3& x : corners) x = placed.pose().apply(x);
        return corners;
    };
    const auto closest = kernel::closest_features(in_world(a, triangle_a), in_world(b, triangle_b));
    const auto is_corner = [](const std::array<double, 3>& w) {
        return (w[0] != 0) + (w[1] != 0) + (w[2] != 0) == 1;
    };
    if (is_corner(closest.weights_a)) return Features::vertex_face;
    return is_corner(closest.weights_b) ? Features::face_vertex : Features::edge_edge;
}

// Looks for the first contact. A doubt that nothing settles is kept: if nothing certain follows it is the
// answer. A contact after it makes it an impact: in between, or, if they touch there for all that can be
// told, at the doubt itself.
class FirstAlong {
  public:
    FirstAlong(const std::vector<Stretch>& stretches, const PredictOptions& options)
        : stretches_(stretches), options_(options) {}

    Prediction run() {
        for (std::size_t i = 0; i < stretches_.size() && !done_; ++i) {
            const std::unique_ptr<Timeline> line = stretches_[i].line(options_);
            if (i > 0) look_at_knot(stretches_[i], *line);
            if (!done_) look_along(stretches_[i], *line);
            out_.triangle_tests += line->triangle_tests();
        }
        if (jump_ && out_.outcome == Outcome::clear) {
            jump_->triangle_tests = out_.triangle_tests;
            return *jump_;
        }
        return out_;
    }

  private:
    void look_along(const Stretch& stretch, Timeline& line) {
        const Clock clock(stretch);
        double lo = 0, since = 0;
        int alike = 0;
        for (int count = 0; count < most_doubts && lo <= 1; ++count) {
            const std::optional<Next> next = line.next(lo, 1);
            if (next) note(clock, *next, line.width());
            if (!next || next->certain) break;
            if (count == 0) since = next->hi;
            alike = next->lo <= lo + line.width() ? alike + 1 : 0;
            // What stays near the clearance is found by the way that is deeper.
            if (options_.clearance > 0 && (alike > 8 || count > most_near)) break;
            const double step = step_past(line.width(), alike);
            lo = std::nextafter(std::max(next->hi, next->lo + step), 2.0);
            if (alike > most_alike && lo <= 1 && line.contact_at(lo) == Certainty::yes)
                settle(clock.later(lo));
            if (done_) break;
        }
        if (out_.outcome == Outcome::undecided) {
            look_deeper(stretch, line, clock, since);
            look_here_and_there(line, clock, since);
        }
    }

    // What comes nearer than the clearance by more than a graze is certain; and so may be what happens to
    // bodies that slide along each other, but for the slide itself.
    void look_deeper(const Stretch& stretch, Timeline& line, const Clock& clock, double since) {
        const int most_others = options_.clearance > 0 ? 1 : 64;
        PredictOptions nearer = options_;
        nearer.clearance -= line.graze();
        if (options_.clearance > 0 && !(nearer.clearance > 0)) return;
        const std::unique_ptr<Timeline> deep = stretch.line(nearer);
        int others = 0;
        // What stays so close takes very many steps, if they lead on at all.
        for (double lo = std::min(since, 1.0); lo < 1 && !done_ && deep->triangle_tests() < most_tests;) {
            const double hi = std::min(1.0, lo + deep_window);
            const std::optional<Next> next = deep->next(lo, hi);
            lo = next ? std::nextafter(std::max(next->hi, next->lo + line.width()), 2.0) : hi;
            if (!next) continue;
            if (next->certain || line.contact_at(next->hi) == Certainty::yes) settle(clock.later(next->hi));
            if (++others == most_others) break;
        }
        out_.triangle_tests += deep->triangle_tests();
    }

    // After a doubt they may be in contact without any new event: first close behind it, then anywhere.
    void look_here_and_there(Timeline& line, const Clock& clock, double since) {
        for (double step = line.width(); since + step < 1 && !done_; step *= 4)
            if (line.contact_at(since + step) == Certainty::yes) settle(clock.later(since + step));
        const double some_times = std::ceil((1 - since) / line.stride());
        for (double i = 1; i <= some_times && !done_; ++i) {
            const double t = std::min(1.0, since + (1 - since) * i / some_times);
            if (line.contact_at(t) == Certainty::yes) settle(clock.later(t));
        }
    }

    // What follows a doubt closely belongs to it: the contact, if it is one, may be there.
    void note(const Clock& clock, const Next& next, double width) {
        if (out_.outcome == Outcome::undecided) {
            if (next.certain) settle(clock.later(next.hi));
            return;
        }
        double hi = next.certain ? next.hi : std::max(next.hi, next.lo + width);
        // For all that can be told it is a contact from the beginning.
        if (next.coincides) hi = std::min(hi, next.lo + width);
        Impact where{
            clock.earlier(next.lo), clock.later(hi), next.triangle_a, next.triangle_b, {}, next.point};
        if (options_.clearance == 0) where.features = next.features;
        coincides_ = next.coincides;
        found(next.certain ? Outcome::impact : Outcome::undecided, where, next.doubt);
    }
    // A contact after a doubt.
    void settle(double t_hi) {
        out_.outcome = Outcome::impact;
        done_ = true;
        if (coincides_ && t_hi - out_.impact->t_lo > options_.tolerance) return;
        out_.impact->t_hi = t_hi;
        out_.delta = 0;
    }
    void found(Outcome outcome, const Impact& where, double doubt) {
        out_.outcome = outcome;
        out_.free_until = where.t_lo;
        out_.impact = where;
        out_.delta = doubt;
        done_ = outcome == Outcome::impact;
    }

    // Where they stand at a knot: a pose that is exact. What is left is the jump from the end of the stretch
    // before: of bodies that are no farther apart than that, it is told if nothing else is.
    void look_at_knot(const Stretch& stretch, Timeline& line) {
        const double limit = options_.clearance;
        if (!distance_within(stretch.a, stretch.b, limit + stretch.jump + stretch.off).within) return;
        const bool touches = stretch.is_exact && stretch.begins_within(limit, line);
        if (out_.outcome == Outcome::undecided) {
            if (touches) settle(stretch.t0);
            return;
        }
        if (!touches && stretch.is_smooth()) return;
        const Distance near = distance(stretch.a, stretch.b);
        Impact where{stretch.t0, stretch.t0,           near.closest->triangle_a, near.closest->triangle_b,
                     {},         near.closest->point_a};
        if (limit == 0)
            where.features = closest_features_of(stretch.a, where.triangle_a, stretch.b, where.triangle_b);
        if (touches) return found(Outcome::impact, where, 0);
        const double apart =
            std::max(0.0, near.upper - limit) + (stretch.is_exact ? stretch.off : stretch.jump);
        if (apart > line.graze() || jump_) return;
        jump_ = Prediction{
            .outcome = Outcome::undecided, .free_until = stretch.t0, .impact = where, .delta = apart};
    }

    const std::vector<Stretch>& stretches_;
    const PredictOptions& options_;
    Prediction out_;
    std::optional<Prediction> jump_;  // the first at which they may touch
    bool done_ = false;
    bool coincides_ = false;  // the doubt
};

}  // namespace

Prediction first_along(const std::vector<Stretch>& stretches, const PredictOptions& options) {
    return FirstAlong(stretches, options).run();
}

}  // namespace allide::query
