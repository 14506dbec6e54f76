// Collects queries of features and decides eight of a kind at a time.
#pragma once

#include "kernel/deform/first_contact.hpp"
#include "kernel/deform/motion_filter.hpp"

#include <array>

namespace allide::query {

// A `Label` identifies a query; it is passed to `report` with the query's contact.
template <typename Label>
class FeatureBatch {
  public:
    explicit FeatureBatch(kernel::FeatureKind kind) : kind_(kind) {}

    bool full() const { return count_ == kernel::motion_filter_width; }

    // `x` holds the query's four points at t = 0, then the same points at t = 1.
    void add(const std::array<const Vec3*, 8>& x, const Label& label) {
        for (std::size_t i = 0; i < 8; ++i) {
            queries_.rows[3 * i][count_] = x[i]->x;
            queries_.rows[3 * i + 1][count_] = x[i]->y;
            queries_.rows[3 * i + 2][count_] = x[i]->z;
        }
        labels_[count_++] = label;
    }

    // Decides all queries within the limits that limits() returns, calls report(label, contact) for each that
    // is not clear, and empties the batch.
    template <typename Limits, typename Report>
    void decide(const Limits& limits, const Report& report) {
        if (count_ == 0) return;
        const auto verdicts = kernel::filter_motions(kind_, queries_, count_);
        for (std::size_t i = 0; i < count_; ++i) {
            if ((verdicts.clear >> i & 1) != 0) continue;
            const kernel::MotionContact contact = kernel::first_feature_contact(kind_, points(i), limits());
            if (contact.verdict != kernel::MotionVerdict::clear) report(labels_[i], contact);
        }
        count_ = 0;
    }

  private:
    kernel::EightPoints points(std::size_t lane) const {
        kernel::EightPoints x;
        for (std::size_t i = 0; i < 8; ++i)
            x[i] = {queries_.rows[3 * i][lane], queries_.rows[3 * i + 1][lane],
                    queries_.rows[3 * i + 2][lane]};
        return x;
    }

    kernel::FeatureKind kind_;
    std::size_t count_ = 0;
    kernel::MotionQueries queries_;
    std::array<Label, kernel::motion_filter_width> labels_;
};

}  // namespace allide::query
