#include "kernel/triangle/closest_features.hpp"
#include "model/model_data.hpp"
#include "query/predict/segment_times.hpp"

#include <allide/query.hpp>

namespace allide::query {
namespace {

using kernel::Certainty;

// Limits on the number of undecided events per time segment; the second one applies if there is a clearance.
constexpr int max_undecided = 4096, max_undecided_near = 64;
// The search for a contact that is deeper than an undecided one uses time windows of this length and at most
// this many triangle tests.
constexpr double deep_window = 0x1p-8;
constexpr std::uint64_t max_triangle_tests = 200'000;

// Returns the closest features of two triangles.
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

// Searches for the first contact. An undecided event is kept and becomes the answer if no certain contact
// follows. If one follows, the answer is an impact, bracketed from the undecided event to the certain
// contact; or bracketed by the undecided event alone if the bodies touch there as far as the precision can
// tell.
class FirstContactAlong {
  public:
    FirstContactAlong(const std::vector<TimeSegment>& time_segments, const PredictOptions& options)
        : time_segments_(time_segments), options_(options) {}

    Prediction run() {
        for (std::size_t i = 0; i < time_segments_.size() && !done_; ++i) {
            const std::unique_ptr<Timeline> line = time_segments_[i].line(options_);
            if (i > 0) test_knot(time_segments_[i], *line);
            if (!done_) search_segment(time_segments_[i], *line);
            out_.triangle_tests += line->triangle_tests();
        }
        if (jump_ && out_.outcome == Outcome::clear) {
            jump_->triangle_tests = out_.triangle_tests;
            return *jump_;
        }
        return out_;
    }

  private:
    void search_segment(const TimeSegment& time_segment, Timeline& line) {
        const SegmentTimes times(time_segment);
        double lo = 0, since = 0;
        int repeats = 0;
        for (int count = 0; count < max_undecided && lo <= 1; ++count) {
            const std::optional<Next> next = line.next(lo, 1);
            if (next) record_event(times, *next, line.width());
            if (!next || next->certain) break;
            if (count == 0) since = next->hi;
            repeats = next->lo <= lo + line.width() ? repeats + 1 : 0;
            // Bodies that stay near the clearance are left to search_deeper_contact.
            if (options_.clearance > 0 && (repeats > 8 || count > max_undecided_near)) break;
            const double step = step_past(line.width(), repeats);
            lo = std::nextafter(std::max(next->hi, next->lo + step), 2.0);
            if (repeats > max_repeats && lo <= 1 && line.contact_at(lo) == Certainty::yes)
                record_certain_contact(times.later(lo));
            if (done_) break;
        }
        if (out_.outcome == Outcome::undecided) {
            search_deeper_contact(time_segment, line, times, since);
            sample_contact_times(line, times, since);
        }
    }

    // Searches after an undecided event for a contact that is closer than the clearance by more than a graze,
    // which proves an impact. With clearance 0, this skips the contact of bodies that slide along each other.
    void search_deeper_contact(const TimeSegment& time_segment, Timeline& line, const SegmentTimes& times,
                               double since) {
        const int max_others = options_.clearance > 0 ? 1 : 64;
        PredictOptions nearer = options_;
        nearer.clearance -= line.graze();
        if (options_.clearance > 0 && !(nearer.clearance > 0)) return;
        const std::unique_ptr<Timeline> deep = time_segment.line(nearer);
        int others = 0;
        // Bodies that stay this close may need very many steps that hardly advance, hence the limit.
        for (double lo = std::min(since, 1.0);
             lo < 1 && !done_ && deep->triangle_tests() < max_triangle_tests;) {
            const double hi = std::min(1.0, lo + deep_window);
            const std::optional<Next> next = deep->next(lo, hi);
            lo = next ? std::nextafter(std::max(next->hi, next->lo + line.width()), 2.0) : hi;
            if (!next) continue;
            if (next->certain || line.contact_at(next->hi) == Certainty::yes)
                record_certain_contact(times.later(next->hi));
            if (++others == max_others) break;
        }
        out_.triangle_tests += deep->triangle_tests();
    }

    // After an undecided event the bodies may be in contact without a new event: test shortly after it, then
    // at regular times.
    void sample_contact_times(Timeline& line, const SegmentTimes& times, double since) {
        for (double step = line.width(); since + step < 1 && !done_; step *= 4)
            if (line.contact_at(since + step) == Certainty::yes)
                record_certain_contact(times.later(since + step));
        const double some_times = std::ceil((1 - since) / line.stride());
        for (double i = 1; i <= some_times && !done_; ++i) {
            const double t = std::min(1.0, since + (1 - since) * i / some_times);
            if (line.contact_at(t) == Certainty::yes) record_certain_contact(times.later(t));
        }
    }

    // The bracket of an undecided event is at least `width` wide, because events shortly after it count as
    // part of it.
    void record_event(const SegmentTimes& times, const Next& next, double width) {
        if (out_.outcome == Outcome::undecided) {
            if (next.certain) record_certain_contact(times.later(next.hi));
            return;
        }
        double hi = next.certain ? next.hi : std::max(next.hi, next.lo + width);
        // `coincides` means that the bodies touch from the event's start, as far as the precision can tell.
        if (next.coincides) hi = std::min(hi, next.lo + width);
        Impact where{
            times.earlier(next.lo), times.later(hi), next.triangle_a, next.triangle_b, {}, next.point};
        if (options_.clearance == 0) where.features = next.features;
        coincides_ = next.coincides;
        found(next.certain ? Outcome::impact : Outcome::undecided, where, next.doubt);
    }
    // Records a certain contact after an undecided event.
    void record_certain_contact(double t_hi) {
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

    // Tests the start of a time segment. If it is not certain that the bodies touch there, but they may have
    // touched during the jump from the end of the previous time segment, the knot is reported as undecided,
    // unless there is another result.
    void test_knot(const TimeSegment& time_segment, Timeline& line) {
        const double limit = options_.clearance;
        if (!distance_within(time_segment.a, time_segment.b, limit + time_segment.jump + time_segment.off)
                 .within)
            return;
        const bool touches = time_segment.is_exact && time_segment.begins_within(limit, line);
        if (out_.outcome == Outcome::undecided) {
            if (touches) record_certain_contact(time_segment.t0);
            return;
        }
        if (!touches && time_segment.is_smooth()) return;
        const Distance near = distance(time_segment.a, time_segment.b);
        Impact where{
            time_segment.t0,      time_segment.t0, near.closest->triangle_a, near.closest->triangle_b, {},
            near.closest->point_a};
        if (limit == 0)
            where.features =
                closest_features_of(time_segment.a, where.triangle_a, time_segment.b, where.triangle_b);
        if (touches) return found(Outcome::impact, where, 0);
        const double apart = std::max(0.0, near.upper - limit) +
                             (time_segment.is_exact ? time_segment.off : time_segment.jump);
        if (apart > line.graze() || jump_) return;
        jump_ = Prediction{
            .outcome = Outcome::undecided, .free_until = time_segment.t0, .impact = where, .delta = apart};
    }

    const std::vector<TimeSegment>& time_segments_;
    const PredictOptions& options_;
    Prediction out_;
    std::optional<Prediction> jump_;  // the first knot at which the bodies may touch during the jump
    bool done_ = false;
    bool coincides_ = false;  // Next::coincides of the undecided event in out_
};

}  // namespace

Prediction first_along(const std::vector<TimeSegment>& time_segments, const PredictOptions& options) {
    return FirstContactAlong(time_segments, options).run();
}

}  // namespace allide::query
