#include "base/float_environment.hpp"
#include "base/precondition.hpp"
#include "base/tasks.hpp"
#include "kernel/deform/first_contact.hpp"
#include "kernel/deform/motion_filter.hpp"

#include <allide/extra/deform.hpp>

#include <algorithm>
#include <atomic>
#include <cmath>

namespace allide {
namespace {

using kernel::FeatureKind;
using kernel::MotionContact;

void check_raw(const PredictOptions& options) {
    base::expect(options.tolerance >= 1e-13 && options.tolerance <= 0.1,
                 "the tolerance of a prediction must be from 1e-13 to 0.1");
    base::expect(options.clearance >= 0 && std::isfinite(options.clearance),
                 "the clearance of a prediction must be finite and not negative");
}

FeatureContact answer_of(const MotionContact& contact, bool vertex_last) {
    FeatureContact answer;
    if (contact.verdict == kernel::MotionVerdict::impact)
        answer = {.outcome = Outcome::impact,
                  .t_lo = contact.t_lo,
                  .t_hi = contact.t_hi,
                  .weights = contact.weights};
    if (vertex_last) std::rotate(answer.weights.begin(), answer.weights.begin() + 1, answer.weights.end());
    return answer;
}

// Queries of one kind, in the order of points that the kernel expects: the vertex first.
class RawQueries {
  public:
    RawQueries(Features features, const PredictOptions& options)
        : kind_(features == Features::edge_edge ? FeatureKind::edge_edge : FeatureKind::vertex_face),
          vertex_last_(features == Features::face_vertex),
          limits_{.tolerance = options.tolerance},
          clearance_(options.clearance) {}

    // Answers up to eight queries. All answers must be `clear` on entry. Returns false if a coordinate is not
    // finite.
    bool answer(std::span<const FeatureMotion> motions, std::span<FeatureContact> answers) {
        const FeatureMotion* const eight = arranged(motions);
        if (!kernel::load_motions(eight, lanes_)) return false;
        std::uint32_t clear = 0;
        if (clearance_ == 0) clear = kernel::filter_motions(kind_, lanes_, motions.size()).clear;
        for (std::size_t i = 0; i < motions.size(); ++i)
            if ((clear >> i & 1) == 0) answers[i] = answer_of(decided(eight[i]), vertex_last_);
        return true;
    }

  private:
    // Returns eight queries with the vertex first: those given or, if there are fewer or their order differs,
    // a copy in which the last query is repeated.
    const FeatureMotion* arranged(std::span<const FeatureMotion> motions) {
        if (!vertex_last_ && motions.size() == copy_.size()) return motions.data();
        for (std::size_t i = 0; i < copy_.size(); ++i) {
            copy_[i] = motions[std::min(i, motions.size() - 1)];
            if (!vertex_last_) continue;
            std::rotate(copy_[i].begin(), copy_[i].begin() + 3, copy_[i].begin() + 4);
            std::rotate(copy_[i].begin() + 4, copy_[i].begin() + 7, copy_[i].end());
        }
        return copy_.data();
    }
    MotionContact decided(const FeatureMotion& x) const {
        return clearance_ > 0 ? kernel::first_feature_approach(kind_, x, clearance_, limits_)
                              : kernel::first_feature_contact(kind_, x, limits_);
    }

    FeatureKind kind_;
    bool vertex_last_;
    kernel::MotionLimits limits_;
    double clearance_;
    std::array<FeatureMotion, kernel::motion_filter_width> copy_;
    kernel::MotionQueries lanes_;
};

}  // namespace

FeatureContact first_contact(Features features, const FeatureMotion& motion, const PredictOptions& options) {
    return first_contacts(features, std::span(&motion, 1), options)[0];
}

std::vector<FeatureContact> first_contacts(Features features, std::span<const FeatureMotion> motions,
                                           const PredictOptions& options) {
    check_raw(options);
    const base::DefaultFloatEnvironment environment;
    std::vector<FeatureContact> answers(motions.size());
    std::atomic<bool> finite = true;
    base::do_pieces(motions.size(), 4096, [&](std::size_t begin, std::size_t end) {
        const base::DefaultFloatEnvironment in_thread;
        RawQueries queries(features, options);
        for (std::size_t i = begin; i < end && finite; i += kernel::motion_filter_width) {
            const std::size_t count = std::min(kernel::motion_filter_width, end - i);
            if (!queries.answer(motions.subspan(i, count), std::span(answers).subspan(i, count)))
                finite = false;
        }
    });
    base::expect(finite, "the points of a query must be finite");
    return answers;
}

}  // namespace allide
