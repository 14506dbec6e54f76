#include "base/float_environment.hpp"
#include "base/precondition.hpp"
#include "kernel/pose/vec.hpp"
#include "query/collide/parallel_batch.hpp"
#include "query/probe/placed_surface.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <memory_resource>

namespace allide {
namespace {

using kernel::RaySource;
using kernel::RayTester;
using kernel::RayTime;
using kernel::operator+;
using kernel::operator*;

RaySource source_of(const Ray& ray) {
    base::expect(kernel::finite(ray.origin) && kernel::finite(ray.direction),
                 "a ray's origin and direction must be finite");
    base::expect(kernel::largest(ray.direction) > 0, "a ray's direction must not be zero");
    base::expect(ray.max_t >= 0, "a ray's max_t must be 0 or more");
    RaySource source{.origin = ray.origin, .direction = ray.direction};
    if (std::isfinite(ray.max_t)) source.max_t = ray.max_t;
    return source;
}

RaySource source_of(const Segment& segment) {
    base::expect(kernel::finite(segment.from) && kernel::finite(segment.to),
                 "a segment's ends must be finite");
    // A segment of length 0 is a point. Any direction will do, since only t = 0 counts.
    if (segment.from == segment.to) return {.origin = segment.from, .direction = {1, 0, 0}, .max_t = 0};
    return {.origin = segment.from, .end = segment.to, .max_t = 1};
}

Vec3 point_at(const Ray& ray, double t) {
    return ray.origin + t * ray.direction;
}
Vec3 point_at(const Segment& segment, double t) {
    return (1 - t) * segment.from + t * segment.to;
}

// Origin and direction of a line in exact arithmetic.
struct ExactLine {
    kernel::NumberPoint<kernel::Exact> origin, direction;
};
ExactLine exact_line(const Ray& ray) {
    return {kernel::as_given<kernel::Exact>(ray.origin), kernel::as_given<kernel::Exact>(ray.direction)};
}
ExactLine exact_line(const Segment& segment) {
    const auto from = kernel::as_given<kernel::Exact>(segment.from);
    return {from, kernel::minus(kernel::as_given<kernel::Exact>(segment.to), from)};
}

Vec3 exact_point_at(const ExactLine& line, const kernel::ExactRatio& t) {
    const auto coordinate = [&](std::size_t k) {
        const kernel::Exact sum = line.origin[k] * t.denominator + line.direction[k] * t.numerator;
        return sum.sign() == 0 ? 0 : quotient(sum, t.denominator);
    };
    return {coordinate(0), coordinate(1), coordinate(2)};
}

// The point of a hit. It comes from the exact t if the rounded t overflows, or is subnormal and inexact.
template <typename Line>
Vec3 point_of(const Line& line, const Hit& hit, const RayTester& tester, const Placed& placed) {
    const Vec3 point = point_at(line, hit.t);
    if ((hit.t == 0 || std::isnormal(hit.t)) && kernel::finite(point)) return point;
    return exact_point_at(exact_line(line), tester.exact(data_of(placed).mesh.corners(hit.triangle)).value());
}

// A hit, with its t as accurately as it was needed so far.
struct FoundHit {
    std::uint32_t place = 0;
    std::uint32_t triangle = 0;
    RayTime time = {};
    bool as_pierced = false;  // true if the time comes from RayTester::rounded_pierced
    std::unique_ptr<kernel::ExactRatio> exact = {};
};

RayTime time_of(const kernel::ExactRatio& t) {
    const double value = quotient(t.numerator, t.denominator);
    return {value * (1 - 0x1p-48), value * (1 + 0x1p-48) + 0x1p-1074, value};
}

enum class Goal { first, all, any };

// Decides which triangles are hit, and keeps the hits that the goal needs.
class Hits final : public traverse::Sink {
  public:
    Hits(const query::PlacedSurface& model, const RayTester& tester, Goal goal)
        : model_(model), tester_(tester), goal_(goal) {
        limit = tester.max_t();
    }

    void candidate(std::uint32_t place) override {
        FoundHit found{.place = place};
        const auto verdict = tester_.rounded(model_.corners(place), found.time);
        consider(std::move(found), verdict);
    }
    void pierced(std::uint32_t place) override {
        FoundHit found{.place = place, .as_pierced = true};
        const auto verdict = tester_.rounded_pierced(model_.corners(place), found.time);
        consider(std::move(found), verdict);
    }

    bool any() const { return !found_.empty(); }

    std::optional<Hit> first() {
        if (found_.empty()) return std::nullopt;
        FoundHit& least =
            *std::min_element(found_.begin(), found_.end(),
                              [this](const FoundHit& x, const FoundHit& y) { return before(x, y); });
        return Hit{.t = good_time(least), .point = {}, .triangle = least.triangle};
    }

    // The hits in ascending order of (t, triangle); their rounded t ascend too.
    std::vector<Hit> sorted() {
        std::sort(found_.begin(), found_.end(),
                  [this](const FoundHit& x, const FoundHit& y) { return before(x, y); });
        std::vector<Hit> hits;
        for (std::size_t i = 0; i < found_.size(); ++i) {
            Hit hit{.t = good_time(found_[i]), .point = {}, .triangle = found_[i].triangle};
            // Hits with exactly equal times get the same t, and a later hit never gets a smaller t.
            if (i > 0)
                hit.t =
                    compare(found_[i - 1], found_[i]) == 0 ? hits.back().t : std::max(hit.t, hits.back().t);
            hits.push_back(hit);
        }
        return hits;
    }

  private:
    void consider(FoundHit found, RayTester::Verdict verdict) {
        if (verdict == RayTester::Verdict::miss || (goal_ == Goal::any && limit < 0)) return;
        found.triangle = model_.number(found.place);
        if (verdict == RayTester::Verdict::doubtful && !decide_exactly(found)) return;
        if (goal_ == Goal::first) {
            if (found.time.low > limit) return;
            limit = std::min(limit, found.time.high);
            std::erase_if(found_, [this](const FoundHit& f) { return f.time.low > limit; });
        } else if (goal_ == Goal::any) {
            limit = -1;  // ends the search
        }
        found_.push_back(std::move(found));
    }

    bool decide_exactly(FoundHit& found) const {
        auto exact = tester_.exact(model_.corners(found.place));
        if (!exact) return false;
        found.time = time_of(*exact);
        found.as_pierced = false;
        found.exact = std::make_unique<kernel::ExactRatio>(*std::move(exact));
        return true;
    }

    bool before(const FoundHit& x, const FoundHit& y) const {
        const int by_time = compare(x, y);
        return by_time != 0 ? by_time < 0 : x.triangle < y.triangle;
    }

    int compare(const FoundHit& x, const FoundHit& y) const {
        if (&x == &y) return 0;
        if (x.time.high < y.time.low) return -1;
        if (y.time.high < x.time.low) return 1;
        return kernel::compare(exact_time(x), exact_time(y));
    }

    kernel::ExactRatio exact_time(const FoundHit& found) const {
        return found.exact ? *found.exact : tester_.exact(model_.corners(found.place)).value();
    }

    // The rounded t of a hit. It depends only on the ray and the triangle, not on how the hit was found.
    double good_time(FoundHit& found) const {
        if (found.as_pierced && is_good(found.time)) return found.time.value;
        RayTime time;
        const kernel::Triangle corners = model_.corners(found.place);
        if (tester_.rounded_pierced(corners, time) == RayTester::Verdict::hit && is_good(time))
            return time.value;
        if (tester_.rounded(corners, time) == RayTester::Verdict::hit && is_good(time)) return time.value;
        if (!found.exact) decide_exactly(found);
        return found.time.value;
    }
    static bool is_good(const RayTime& time) { return time.high - time.low <= 1e-13 * time.low; }

    const query::PlacedSurface& model_;
    const RayTester& tester_;
    Goal goal_;
    // Most rays have few hits before the limit; for these, no memory is allocated.
    alignas(FoundHit) std::array<std::byte, 6 * sizeof(FoundHit)> buffer_;
    std::pmr::monotonic_buffer_resource memory_{buffer_.data(), buffer_.size()};
    std::pmr::vector<FoundHit> found_{&memory_};
};

template <typename Line>
std::vector<Hit> all(const Placed& placed, const Line& line, const ProbeOptions& options) {
    const base::DefaultFloatEnvironment environment;
    const query::PlacedSurface model(placed);
    const RayTester tester(placed.pose(), source_of(line));
    Hits sink(model, tester, Goal::all);
    model.offer(tester, sink, options.search);
    std::vector<Hit> found = sink.sorted();
    for (Hit& hit : found) hit.point = point_of(line, hit, tester, placed);
    return found;
}

template <typename Line>
std::optional<Hit> first(const Placed& placed, const Line& line, const ProbeOptions& options) {
    const base::DefaultFloatEnvironment environment;
    const query::PlacedSurface model(placed);
    const RayTester tester(placed.pose(), source_of(line));
    Hits sink(model, tester, Goal::first);
    model.offer(tester, sink, options.search);
    std::optional<Hit> found = sink.first();
    if (found) found->point = point_of(line, *found, tester, placed);
    return found;
}

template <typename Line>
bool any(const Placed& placed, const Line& line, const ProbeOptions& options) {
    const base::DefaultFloatEnvironment environment;
    const query::PlacedSurface model(placed);
    const RayTester tester(placed.pose(), source_of(line));
    Hits sink(model, tester, Goal::any);
    model.offer(tester, sink, options.search);
    return sink.any();
}

}  // namespace

std::optional<Hit> first_hit(const Placed& model, const Ray& ray, const ProbeOptions& options) {
    return first(model, ray, options);
}
std::optional<Hit> first_hit(const Placed& model, const Segment& segment, const ProbeOptions& options) {
    return first(model, segment, options);
}
std::vector<Hit> all_hits(const Placed& model, const Ray& ray, const ProbeOptions& options) {
    return all(model, ray, options);
}
std::vector<Hit> all_hits(const Placed& model, const Segment& segment, const ProbeOptions& options) {
    return all(model, segment, options);
}
bool any_hit(const Placed& model, const Ray& ray, const ProbeOptions& options) {
    return any(model, ray, options);
}
bool any_hit(const Placed& model, const Segment& segment, const ProbeOptions& options) {
    return any(model, segment, options);
}

namespace {

template <typename Line>
std::vector<std::optional<Hit>> first_of_each(const Placed& model, std::span<const Line> lines,
                                              const BatchOptions& options) {
    return query::answer_in_parallel<std::optional<Hit>>(
        lines.size(), options, [&](std::size_t i) { return first_hit(model, lines[i]); });
}
template <typename Line>
std::vector<std::vector<Hit>> all_of_each(const Placed& model, std::span<const Line> lines,
                                          const BatchOptions& options) {
    return query::answer_in_parallel<std::vector<Hit>>(
        lines.size(), options, [&](std::size_t i) { return all_hits(model, lines[i]); });
}
template <typename Line>
std::vector<bool> any_of_each(const Placed& model, std::span<const Line> lines, const BatchOptions& options) {
    const auto found = query::answer_in_parallel<char>(
        lines.size(), options, [&](std::size_t i) -> char { return any_hit(model, lines[i]) ? 1 : 0; });
    return {found.begin(), found.end()};
}

}  // namespace

std::vector<std::optional<Hit>> first_hits(const Placed& model, std::span<const Ray> rays,
                                           const BatchOptions& options) {
    return first_of_each(model, rays, options);
}
std::vector<std::optional<Hit>> first_hits(const Placed& model, std::span<const Segment> segments,
                                           const BatchOptions& options) {
    return first_of_each(model, segments, options);
}
std::vector<std::vector<Hit>> all_hits(const Placed& model, std::span<const Ray> rays,
                                       const BatchOptions& options) {
    return all_of_each(model, rays, options);
}
std::vector<std::vector<Hit>> all_hits(const Placed& model, std::span<const Segment> segments,
                                       const BatchOptions& options) {
    return all_of_each(model, segments, options);
}
std::vector<bool> any_hits(const Placed& model, std::span<const Ray> rays, const BatchOptions& options) {
    return any_of_each(model, rays, options);
}
std::vector<bool> any_hits(const Placed& model, std::span<const Segment> segments,
                           const BatchOptions& options) {
    return any_of_each(model, segments, options);
}

}  // namespace allide
