// Timeline of one segment of a motion.
#pragma once

#include "query/predict/inner_vertex.hpp"
#include "query/predict/segment_search.hpp"
#include "query/predict/timeline.hpp"

#include <allide/predict.hpp>

#include <optional>

namespace allide::query {

// `shift` is a translation over the segment that both models share; the segment describes A's motion relative
// to B. `rest` is the part of the segment's translation that rounding to doubles removed.
struct CommonTranslation {
    Vec3 shift;
    TranslationRemainder rest;
};

// Half of the largest allowed graze, which is 1e-9 of the larger body's size. A side of the body's bounding
// box serves as a lower bound of that size.
double graze_of(const detail::ModelData& a, const detail::ModelData& b);
double size_of_graze(double graze);

class SegmentTimeline : public Timeline {
  public:
    // No answer is wider than `width`, in the segment's own time. With a negative clearance, `next` skips
    // contacts that are no deeper than its absolute value along the axis.
    SegmentTimeline(const detail::ModelData& a, const MotionSegment& segment, const Placed& b,
                    const PredictOptions& options, double width,
                    const kernel::ScrewApproximation& approximation = {},
                    const CommonTranslation& common = {});

    std::optional<Next> next(double lo, double hi) override;
    kernel::Certainty contact_at(double t) override;
    double contact_until(double t, double hi) override;
    double graze() const override { return graze_; }
    double stride() const override;
    double width() const override { return width_; }
    std::uint64_t triangle_tests() const override { return search_.triangle_tests(); }

  private:
    Next as_next(const SegmentEvent& event, double lo, double hi, bool certain) const;
    double doubt_between(double lo, double hi) const;
    double speed() const;
    std::vector<Contact> near_at(double t) const;
    std::vector<Contact> candidates_at(double t) const;
    kernel::Certainty touch_at(const Contact& pair, double t) const;
    kernel::Certainty contact_of_pairs(double t) const;
    double pairs_touch_until(double t, double hi);
    std::vector<Contact> lasting_pairs(const std::vector<Contact>& near, double later) const;
    double patches_touch_until(double t, double hi) const;
    double vertices_touch_until(double t, double hi);
    std::optional<double> contact_soon_after(double from, double hi) const;

    Moving a_;
    Placed b_;
    double clearance_, width_, graze_;
    Vec3 common_shift_;
    PairTimes times_;
    SegmentSearch search_;
    std::optional<InnerVertices> inner_of_a_, inner_of_b_;
    Contact last_pair_{};  // the pair that last tracked a contact
    int pairs_followed_ = 0;
    // How far ahead to look for pairs that last: about twice the time for which the contact was one of the
    // last pair.
    double followed_;
};

}  // namespace allide::query
