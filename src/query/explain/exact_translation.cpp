#include "query/explain/exact_translation.hpp"

#include <utility>

namespace allide::query {
namespace {

using kernel::Exact;
using kernel::ExactRatio;

bool is_zero_vector(const ExactPosition& v) {
    return v[0].sign() == 0 && v[1].sign() == 0 && v[2].sign() == 0;
}

Exact least_along(const ExactCorners& corners, const ExactPosition& direction) {
    Exact least = kernel::dot_of(direction, corners[0]);
    for (std::size_t i = 1; i < 3; ++i) {
        Exact other = kernel::dot_of(direction, corners[i]);
        if (other < least) least = std::move(other);
    }
    return least;
}

ExactPosition reversed(const ExactPosition& v) {
    return {-v[0], -v[1], -v[2]};
}

// Returns candidate directions. If the triangles are disjoint, at least one of these separates them, even if
// they are in one plane or on one line.
std::vector<ExactPosition> candidates(const ExactCorners& p, const ExactCorners& q, const ExactPosition& v) {
    std::vector<ExactPosition> edges, found{v};
    for (const ExactCorners* t : {&p, &q})
        for (std::size_t i = 0; i < 3; ++i) edges.push_back(kernel::minus((*t)[(i + 1) % 3], (*t)[i]));
    for (std::size_t i = 0; i < 3; ++i)
        for (std::size_t j = 3; j < 6; ++j) found.push_back(kernel::cross_of(edges[i], edges[j]));
    for (const ExactPosition& normal :
         {kernel::cross_of(edges[0], edges[1]), kernel::cross_of(edges[3], edges[4])}) {
        found.push_back(normal);
        for (const ExactPosition& edge : edges) found.push_back(kernel::cross_of(normal, edge));
    }
    for (const ExactPosition& edge : edges) {
        found.push_back(edge);
        found.push_back(kernel::cross_of(v, edge));
    }
    std::vector<ExactPosition> both;
    for (const ExactPosition& direction : found) {
        if (is_zero_vector(direction)) continue;
        both.push_back(direction);
        both.push_back(reversed(direction));
    }
    return both;
}

}  // namespace

ExactTranslation::ExactTranslation(const ExactCorners& p, const ExactCorners& q, const Vec3& translation)
    : p_(p),
      q_(q),
      translation_(kernel::as_given<Exact>(translation)),
      directions_(candidates(p, q, translation_)) {}

ExactTranslation::Gap ExactTranslation::gap_along(const ExactPosition& direction) const {
    return {least_along(q_, direction) + least_along(p_, reversed(direction)),
            kernel::dot_of(direction, translation_)};
}

std::optional<ExactPosition> ExactTranslation::separating_direction(const TimeInterval& time,
                                                                    double clearance) const {
    const Exact limit(clearance), from(time.from), to(time.to);
    for (const ExactPosition& direction : directions_) {
        const Gap gap = gap_along(direction);
        const Exact needed = limit * limit * kernel::dot_of(direction, direction);
        // Sign of the gap at time t minus clearance · |direction|.
        const auto excess = [&](const Exact& t) {
            const Exact now = gap.at_start - t * gap.speed;
            return now.sign() <= 0 ? (clearance > 0 ? -1 : now.sign()) : (now * now - needed).sign();
        };
        if (excess(from) <= 0) continue;
        const int at_end = excess(to);
        if (at_end > 0 || (at_end == 0 && time.is_open)) return direction;
    }
    return std::nullopt;
}

std::optional<ExactRatio> ExactTranslation::first_contact() const {
    ExactRatio first{Exact(), Exact(1.0)};
    for (const ExactPosition& direction : directions_) {
        const Gap gap = gap_along(direction);
        if (gap.at_start.sign() <= 0) continue;
        if (gap.speed.sign() <= 0) return std::nullopt;
        const ExactRatio begin{gap.at_start, gap.speed};
        if (compare(first, begin) < 0) first = begin;
    }
    if (closest_points(first).squared.numerator.sign() != 0) return std::nullopt;
    return first;
}

// Multiplies all points by the time's denominator, which leaves the closest points' weights unchanged.
kernel::ExactClosestPoints ExactTranslation::closest_points(const ExactRatio& time) const {
    ExactCorners p, q;
    const ExactPosition moved = kernel::product_of(time.numerator, translation_);
    for (std::size_t i = 0; i < 3; ++i) {
        const ExactPosition start = kernel::product_of(time.denominator, p_[i]);
        p[i] = {start[0] + moved[0], start[1] + moved[1], start[2] + moved[2]};
        q[i] = kernel::product_of(time.denominator, q_[i]);
    }
    return kernel::exact_closest_points(p, q);
}

}  // namespace allide::query
