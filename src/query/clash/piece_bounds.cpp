#include "query/clash/piece_bounds.hpp"

#include "base/infinity.hpp"
#include "kernel/pose/vec.hpp"

#include <algorithm>
#include <cmath>

namespace allide::query {

using kernel::operator+;
using kernel::operator-;
using kernel::operator*;

namespace {

constexpr double mean_rounding = 1 + 0x1p-48;  // covers the rounding of means and of distances to boxes
constexpr int most_facets_in_mean = 6;

std::size_t index_of_largest(const std::vector<double>& values) {
    return static_cast<std::size_t>(std::max_element(values.begin(), values.end()) - values.begin());
}

}  // namespace

void PieceBounds::measure(const SurfacePiece& piece, std::span<const std::uint32_t> some, double upper) {
    upper_ = upper;
    corners_ = piece.size();
    has_ridge_ = false;
    choose_candidates(piece, some);
    add_rows(piece);
    mix(piece);
}

bool PieceBounds::is_later(const Candidate& x, const Candidate& y) {
    return x.gap != y.gap ? x.gap > y.gap : x.facet > y.facet;
}

void PieceBounds::choose_candidates(const SurfacePiece& piece, std::span<const std::uint32_t> some) {
    Box box = Box::empty();
    for (const Vec3& x : piece) box.grow(x);
    candidates_.clear();
    for (const std::uint32_t f : some) {
        const double gap = facets_.gap_to_box(f, box);
        if (gap <= upper_) candidates_.push_back({gap, f});
    }
    std::make_heap(candidates_.begin(), candidates_.end(), is_later);
}

// Adds a row of distances per candidate, in ascending order of their gaps, and lowers the upper bound. Stops
// at the first candidate whose gap exceeds that bound.
void PieceBounds::add_rows(const SurfacePiece& piece) {
    near_.clear();
    rows_.clear();
    double best = base::infinity;
    std::size_t best_row = 0;
    // Usually, few candidates are needed in order, so they are not all sorted.
    for (auto last = candidates_.end(); last != candidates_.begin(); --last) {
        std::pop_heap(candidates_.begin(), last, is_later);
        const Candidate candidate = *(last - 1);
        if (candidate.gap > upper_) break;
        if (facets_.plane_is_beyond(candidate.facet, piece, upper_)) continue;
        double farthest = 0;
        for (const Vec3& x : piece) {
            rows_.push_back(facets_.distance(candidate.facet, x));
            farthest = std::max(farthest, rows_.back());
        }
        near_.push_back(candidate.facet);
        farthest += facets_.error(candidate.facet);
        if (farthest < best) {
            best = farthest;
            best_row = near_.size() - 1;
        }
        upper_ = std::min(upper_, farthest);
    }
    mean_.clear();
    lies_on_facet_ = !near_.empty() && best <= 2 * error(best_row) && facets_.is_flat(near_[best_row]);
    uneven_by_ = near_.empty() || facets_.is_flat(near_[best_row]) ? 0 : error(best_row);
    if (near_.empty()) return;
    for (std::size_t i = 0; i < corners_; ++i) mean_.push_back(row(best_row)[i] + error(best_row));
    farthest_corner_ = index_of_largest(mean_);
}

// Optimises a mean twice: starting from the best single facet, then from the facet nearest to the corner that
// is farthest from the best one. If the best facet is parallel to the piece, two facets that meet the piece's
// sides may give a better mean.
void PieceBounds::mix(const SurfacePiece& piece) {
    if (near_.empty()) return;
    const std::size_t farthest = index_of_largest(mean_), other = nearest_to_corner(farthest);
    mix_from_mean(piece);
    if (!(row(other)[farthest] + error(other) < (1 - 1e-4) * upper_)) return;
    for (std::size_t i = 0; i < corners_; ++i) mean_[i] = row(other)[i] + error(other);
    mix_from_mean(piece);
}

void PieceBounds::mix_from_mean(const SurfacePiece& piece) {
    for (int facets = 1; facets < most_facets_in_mean; ++facets) {
        const std::size_t worst = index_of_largest(mean_), other = nearest_to_corner(worst);
        if (!(row(other)[worst] + error(other) < (1 - 1e-4) * mean_[worst]) || !mix_in(other, worst, piece))
            break;
    }
}

std::size_t PieceBounds::nearest_to_corner(std::size_t corner) const {
    std::size_t best = 0;
    for (std::size_t i = 1; i < near_.size(); ++i)
        if (row(i)[corner] + error(i) < row(best)[corner] + error(best)) best = i;
    return best;
}

// Adds a facet to the mean, with the weight that minimises the mean's largest value over the corners. This
// value is a convex function of the weight, the maximum of one linear function per corner; at its minimum, a
// falling one and a rising one intersect. False if no weight helps.
bool PieceBounds::mix_in(std::size_t other, std::size_t worst, const SurfacePiece& piece) {
    const auto slope = [&](std::size_t i) { return row(other)[i] + error(other) - mean_[i]; };
    std::size_t falling = worst, rising = 0;
    for (std::size_t i = 1; i < corners_; ++i)
        if (row(other)[i] > row(other)[rising]) rising = i;
    if (!(slope(rising) > 0)) return false;
    double weight = 0;
    for (std::size_t step = 0; step < 2 * corners_; ++step) {
        weight = std::clamp((mean_[falling] - mean_[rising]) / (slope(rising) - slope(falling)), 0.0, 1.0);
        std::size_t highest = falling;
        for (std::size_t i = 0; i < corners_; ++i)
            if (mean_[i] + weight * slope(i) > (mean_[highest] + weight * slope(highest)) * mean_rounding)
                highest = i;
        if (highest == falling || highest == rising) break;
        (slope(highest) < 0 ? falling : rising) = highest;
    }
    if (!(weight > 0)) return false;
    const double t = slope(falling) / (slope(falling) - slope(rising));
    ridge_ = {piece[falling] + t * (piece[rising] - piece[falling]), piece[falling], piece[rising]};
    has_ridge_ = true;
    double largest = 0;
    for (std::size_t i = 0; i < corners_; ++i) {
        mean_[i] = ((1 - weight) * mean_[i] + weight * (row(other)[i] + error(other))) * mean_rounding;
        largest = std::max(largest, mean_[i]);
    }
    upper_ = std::min(upper_, largest);
    return true;
}

// On the segment from the corner to the centre, each facet's distance is convex, so it is at most the linear
// function with the same values at the ends. The minimum of these functions is concave; it is largest where a
// rising one and a falling one intersect.
Vec3 PieceBounds::promising_point(const SurfacePiece& piece, const Vec3& centre) {
    const Vec3& corner = piece[farthest_corner_];
    if (near_.empty()) return corner;
    at_centre_.clear();
    for (const std::uint32_t f : near_) at_centre_.push_back(facets_.distance(f, centre));
    const auto start = [&](std::size_t i) { return row(i)[farthest_corner_]; };
    const auto slope = [&](std::size_t i) { return at_centre_[i] - start(i); };
    const auto lowest_at = [&](double t) {
        std::size_t best = 0;
        for (std::size_t i = 1; i < near_.size(); ++i)
            if (start(i) + t * slope(i) < start(best) + t * slope(best)) best = i;
        return best;
    };
    std::size_t rising = lowest_at(0), falling = lowest_at(1);
    if (!(slope(rising) > 0)) return corner;
    if (!(slope(falling) < slope(rising)) || slope(falling) >= 0) return centre;
    double t = 0;
    for (std::size_t step = 0; step < 2 * near_.size(); ++step) {
        t = std::clamp((start(falling) - start(rising)) / (slope(rising) - slope(falling)), 0.0, 1.0);
        const std::size_t lowest = lowest_at(t);
        if (lowest == rising || lowest == falling) break;
        (slope(lowest) > 0 ? rising : falling) = lowest;
    }
    return corner + t * (centre - corner);
}

double PieceBounds::lower_at_corner(std::size_t corner) const {
    double least = upper_;
    for (std::size_t i = 0; i < near_.size(); ++i) least = std::min(least, row(i)[corner] - error(i));
    return least;
}

std::uint32_t PieceBounds::nearest_facet(const Vec3& x) const {
    double least = base::infinity;
    std::uint32_t best = near_[0];
    for (const std::uint32_t f : near_)
        if (const double d = facets_.distance(f, x, least); d < least) {
            least = d;
            best = f;
        }
    return best;
}

double PieceBounds::gap_to_near(const Vec3& x) const {
    double least = base::infinity;
    for (const std::uint32_t f : near_) {
        const double error = facets_.error(f);
        least = std::min(least, facets_.distance(f, x, least + error) - error);
    }
    return least;
}

}  // namespace allide::query
