#include "kernel/screw_pair.hpp"

#include "kernel/closest_features.hpp"
#include "kernel/crossing_line.hpp"
#include "kernel/screw_plane.hpp"

#include <algorithm>
#include <cmath>
#include <tuple>
#include <type_traits>

namespace allide::kernel {
namespace {

double length_of_place(const NumberPoint<double>& x) {
    return std::sqrt(dot_of(x, x)) * (1 + 0x1p-40);
}
template <typename Number>
double length_of_any(const NumberPoint<Number>& x) {
    return length_of_place({rounded(x[0]), rounded(x[1]), rounded(x[2])});
}

// In units of the numbers' precision, times the lengths of two edges: what is off in a contact function,
// everything included. docs/guarantees.md has the sum.
constexpr double function_units = 1024;

template <typename Number>
double function_error(double spread, double angle) {
    return function_units * Precision<Number>::unit * (1 + std::abs(angle) / 64) * spread + 0x1p-1000;
}

// A point under a screw against the plane through c with this normal.
template <typename Number>
ContactFunction<Number> point_and_plane(const NumberPoint<Number>& x, const NumberPoint<Number>& n,
                                        const NumberPoint<Number>& c, double angle, double advance) {
    ContactFunction<Number> h;
    h.angle = angle;
    h.alpha = n[2] * (x[2] - c[2]) - (n[0] * c[0] + n[1] * c[1]);
    h.kappa = Number(advance) * n[2];
    h.beta = n[0] * x[0] + n[1] * x[1];
    h.delta = n[1] * x[0] - n[0] * x[1];
    return h;
}

// An edge of A, from q along u at the start, against one of B, from b along e.
template <typename Number>
ContactFunction<Number> edge_and_edge(const NumberPoint<Number>& q, const NumberPoint<Number>& u,
                                      const NumberPoint<Number>& b, const NumberPoint<Number>& e,
                                      double angle, double advance) {
    const NumberPoint<Number> g = cross_of(e, b), k = cross_of(q, u);
    ContactFunction<Number> h;
    h.angle = angle;
    h.alpha = u[2] * g[2] - k[2] * e[2];
    h.beta = (u[0] * g[0] + u[1] * g[1]) - (k[0] * e[0] + k[1] * e[1]);
    h.delta = (u[0] * g[1] - u[1] * g[0]) - (k[0] * e[1] - k[1] * e[0]);
    h.gamma = Number(advance) * (u[1] * e[0] - u[0] * e[1]);
    h.epsilon = Number(advance) * (u[0] * e[0] + u[1] * e[1]);
    return h;
}

// Is a point that is off by at most `slack` inside the prism over a triangle?
template <typename Number>
Sure inside_prism(const NumberPoint<Number>& x, const AxisTriangle<Number>& face, double slack) {
    Sure sure = Sure::yes;
    for (std::size_t k = 0; k < 3; ++k) {
        const NumberPoint<Number> v = minus(x, face.corner[k]);
        const double g = rounded(dot_of(cross_of(face.edge[k], v), face.normal));
        const double far = length_of_any(v) + slack;
        const double bound = face.length[k] * (2 * face.normal_length * slack +
                                               128 * Precision<Number>::unit * far * face.spread) +
                             0x1p-1000;
        if (g < -bound) return Sure::no;
        if (!(g > bound)) sure = Sure::maybe;
    }
    return sure;
}

template <typename Number>
struct Edges {
    NumberPoint<Number> q, u, b, e;
    double u_length, e_length;
};

// Do the lines of two edges come closest inside both? Points are off by at most `slack`, u by `turn_slack` ·
// |u|. The place is a point of the first.
template <typename Number>
Sure edges_cross(const Edges<Number>& x, double slack, double turn_slack, NumberPoint<double>& place) {
    const NumberPoint<Number> normal = cross_of(x.u, x.e), w = minus(x.b, x.q);
    const double u = x.u_length, e = x.e_length, length = length_of_any(normal),
                 far = length_of_any(w) + slack;
    const double normal_slack = (turn_slack + 32 * Precision<Number>::unit) * u * e;
    const Number whole = dot_of(normal, normal);
    const double whole_slack = (2 * length + normal_slack) * normal_slack + 0x1p-1000;
    const auto side = [&](const NumberPoint<Number>& along, double size) {
        const Number share = dot_of(cross_of(w, along), normal);
        const double slack_of_share =
            size * (2 * length * slack + 2 * far * normal_slack + 2 * turn_slack * far * length) +
            2 * size * slack * normal_slack + 0x1p-1000;
        const double s = rounded(share), rest = rounded(whole - share);
        if (s < -slack_of_share || rest < -slack_of_share - whole_slack) return Sure::no;
        return s > slack_of_share && rest > slack_of_share + whole_slack ? Sure::yes : Sure::maybe;
    };
    const Sure on_a = side(x.e, e), on_b = side(x.u, u);
    if (on_a == Sure::no || on_b == Sure::no) return Sure::no;
    const double share =
        rounded(whole) > 0 ? std::clamp(rounded(dot_of(cross_of(w, x.e), normal)) / rounded(whole), 0.0, 1.0)
                           : 0.5;
    for (std::size_t k = 0; k < 3; ++k) place[k] = rounded(x.q[k]) + share * rounded(x.u[k]);
    return on_a == Sure::yes && on_b == Sure::yes ? Sure::yes : Sure::maybe;
}

// Does the edge from p0 to p1 go through a triangle? All points are off by at most `slack`.
template <typename Number>
Sure edge_through_face(const NumberPoint<Number>& p0, const NumberPoint<Number>& p1,
                       const NumberTriangle<Number>& c, double slack) {
    const NumberPoint<Number> e = minus(c[1], c[0]), f = minus(c[2], c[0]), n = cross_of(e, f);
    const double le = length_of_any(e), lf = length_of_any(f);
    const auto sign_of_height = [&](const NumberPoint<Number>& p) {
        const NumberPoint<Number> v = minus(p, c[0]);
        const double far = length_of_any(v), h = rounded(dot_of(n, v));
        const double bound = 4 * slack * (le * lf + (le + lf) * far) + 0x1p-1000;
        return h > bound ? 1 : h < -bound ? -1 : 0;
    };
    const int first = sign_of_height(p0), last = sign_of_height(p1);
    if (first * last > 0) return Sure::no;
    const NumberPoint<Number> d = minus(p1, p0);
    const double ld = length_of_any(d);
    int low = 1, high = -1;
    for (std::size_t k = 0; k < 3; ++k) {
        const NumberPoint<Number> v = minus(c[k], p0), w = minus(c[(k + 1) % 3], p0);
        const double lv = length_of_any(v), lw = length_of_any(w), s = rounded(dot_of(cross_of(v, w), d));
        const double bound = 4 * slack * (lv * lw + (lv + lw) * ld) + 0x1p-1000;
        const int sign = s > bound ? 1 : s < -bound ? -1 : 0;
        low = std::min(low, sign);
        high = std::max(high, sign);
    }
    if (low < 0 && high > 0) return Sure::no;
    return low * high > 0 && first * last < 0 ? Sure::yes : Sure::maybe;
}

Triangle rounded_triangle(const NumberTriangle<DoubleDouble>& t, const FinePoint& from) {
    Triangle out;
    for (std::size_t i = 0; i < 3; ++i) {
        const FinePoint x = minus(t[i], from);
        out[i] = {x[0].rounded(), x[1].rounded(), x[2].rounded()};
    }
    return out;
}

// From one of the closest points of two triangles to the other, rounded.
FinePoint closest_direction(const NumberTriangle<DoubleDouble>& a, const NumberTriangle<DoubleDouble>& b) {
    const auto [weights_a, weights_b] =
        closest_features(rounded_triangle(a, a[0]), rounded_triangle(b, a[0]));
    FinePoint out;
    const double sum_a = weights_a[0] + weights_a[1] + weights_a[2];
    const double sum_b = weights_b[0] + weights_b[1] + weights_b[2];
    for (std::size_t i = 0; i < 3; ++i)
        for (std::size_t k = 0; k < 3; ++k)
            out[k] = out[k] + DoubleDouble(weights_b[i] / sum_b) * b[i][k] -
                     DoubleDouble(weights_a[i] / sum_a) * a[i][k];
    return out;
}

// Are two triangles apart whose points are off by at most `slack`? Their shadows on one of three lines tell.
bool apart(const NumberTriangle<DoubleDouble>& a, const NumberTriangle<DoubleDouble>& b, double slack) {
    const auto parts = [&](const FinePoint& n) {
        double low_a = 0, high_a = 0, low_b = 0, high_b = 0;
        for (std::size_t i = 0; i < 3; ++i) {
            const double of_a = dot_of(n, minus(a[i], a[0])).rounded(),
                         of_b = dot_of(n, minus(b[i], a[0])).rounded();
            low_a = std::min(low_a, of_a);
            high_a = std::max(high_a, of_a);
            low_b = i == 0 ? of_b : std::min(low_b, of_b);
            high_b = i == 0 ? of_b : std::max(high_b, of_b);
        }
        return std::max(low_b - high_a, low_a - high_b) > 4 * slack * length_of_any(n);
    };
    return parts(cross_of(minus(b[1], b[0]), minus(b[2], b[0]))) ||
           parts(cross_of(minus(a[1], a[0]), minus(a[2], a[0]))) || parts(closest_direction(a, b));
}

NumberTriangle<Enclosed> enclosed(const NumberTriangle<DoubleDouble>& t, double slack) {
    NumberTriangle<Enclosed> out;
    for (std::size_t i = 0; i < 3; ++i)
        for (std::size_t k = 0; k < 3; ++k) out[i][k] = {t[i][k], slack};
    return out;
}

// Rounded outward.
double below(double t) {
    return t;
}
double below(const DoubleDouble& t) {
    return std::nextafter(t.rounded(), -1.0);
}
double above(double t) {
    return t;
}
double above(const DoubleDouble& t) {
    return std::nextafter(t.rounded(), 2.0);
}

// Looks for the events of one pair of triangles, with one kind of number.
template <typename Number>
class EventSearch {
  public:
    EventSearch(const ScrewScene& scene, const Triangle& corners_a, const Triangle& corners_b,
                const AxisTriangle<Number>& a, const AxisTriangle<Number>& b, double lo, double hi,
                double width, bool first_only)
        : scene_(scene),
          corners_a_(corners_a),
          corners_b_(corners_b),
          a_(a),
          b_(b),
          lo_(lo),
          hi_(hi),
          end_(hi),
          width_(width),
          first_only_(first_only) {
        error_ = position_error<Number>(scene.angle) + scene.blur;
    }

    // Which functions need finer numbers.
    struct Task {
        int kind;  // 0: corner of A and face of B, 1: the reverse, 2: edges
        std::size_t i, j;
    };

    void run_all() {
        for (std::size_t i = 0; i < 3; ++i) {
            run({0, i, 0});
            run({1, 0, i});
            for (std::size_t j = 0; j < 3; ++j) run({2, i, j});
        }
    }
    void run(const Task& task) {
        if (task.kind == 2)
            edges(task);
        else
            corner(task);
    }

    std::vector<PairEvent> found;
    std::vector<Task> doubtful;

    // The earliest certain event so far; nothing behind it matters.
    double end() const { return end_; }
    void end_at(double t) { end_ = std::min(end_, t); }

  private:
    static constexpr bool is_fine = !std::is_same_v<Number, double>;

    // A corner against a face. The reverse is the same with the inverse screw.
    void corner(const Task& task) {
        const bool forward = task.kind == 0;
        const AxisTriangle<Number>& face = forward ? b_ : a_;
        const NumberPoint<Number>& x = forward ? a_.corner[task.i] : b_.corner[task.j];
        const double angle = forward ? scene_.angle : -scene_.angle;
        const double advance = forward ? scene_.advance : -scene_.advance;
        ContactFunction<Number> h = point_and_plane(x, face.normal, face.corner[0], angle, advance);
        h.error = function_error<Number>(face.spread, angle) + blurred(face);
        const double speed = speed_of(x);
        const auto features = forward ? allide::Features::vertex_face : allide::Features::face_vertex;
        const auto where = [&](const Number& t) {
            // The reverse screw advances first and turns then.
            const auto turn = Precision<Number>::turn(angle, t);
            return moved(x, turn, Number(advance) * t);
        };
        const auto inside = [&](const ZeroSpan<Number>& span, NumberPoint<double>& place) {
            const Number m = Number(0.5) * (span.lo + span.hi);
            const double r = 0.5 * rounded(span.hi - span.lo) * (1 + 0x1p-40);
            const NumberPoint<Number> y = where(m);
            for (std::size_t k = 0; k < 3; ++k) place[k] = rounded(forward ? y[k] : x[k]);
            return inside_prism(y, face, speed * r + error_);
        };
        if (h.vanishes()) {
            if (is_fine)
                slide(x, face, task, inside);
            else
                doubtful.push_back(task);
            return;
        }
        look(h, features, inside, task);
    }

    void edges(const Task& task) {
        const NumberPoint<Number>&q = a_.corner[task.i], &u = a_.edge[task.i];
        const NumberPoint<Number>&b = b_.corner[task.j], &e = b_.edge[task.j];
        const double lu = a_.length[task.i], le = b_.length[task.j];
        ContactFunction<Number> h = edge_and_edge(q, u, b, e, scene_.angle, scene_.advance);
        h.error = function_error<Number>(lu * le, scene_.angle) + scene_.blur * (lu * le + 16 * le);
        if (h.vanishes()) {
            // Edges that stay parallel, or slide in one plane, meet first where a corner meets an edge: that
            // corner's own functions see it.
            if (!is_fine) doubtful.push_back(task);
            return;
        }
        const double speed = std::max(speed_of(q), speed_of(a_.corner[(task.i + 1) % 3]));
        const auto cross = [&](const ZeroSpan<Number>& span, NumberPoint<double>& place) {
            const Number m = Number(0.5) * (span.lo + span.hi);
            const double r = 0.5 * rounded(span.hi - span.lo) * (1 + 0x1p-40);
            const auto turn = Precision<Number>::turn(scene_.angle, m);
            const Edges<Number> now{
                moved(q, turn, Number(scene_.advance) * m), moved(u, turn, Number(0)), b, e, lu, le};
            const double turn_slack =
                std::abs(scene_.angle) * r + error_ + (lu > 0 ? 2 * scene_.blur / lu : 0);
            return edges_cross(now, speed * r + error_, turn_slack, place);
        };
        look(h, allide::Features::edge_edge, cross, task);
    }

    template <typename Inside>
    void look(const ContactFunction<Number>& h, allide::Features features, const Inside& inside,
              const Task& task) {
        for_each_zero(h, Number(lo_), Number(first_only_ ? end_ : hi_), [&](const ZeroSpan<Number>& rough) {
            if (first_only_ && rounded(rough.lo) > end_) return false;
            NumberPoint<double> place;
            auto span = narrowed(h, rough, width_);
            if (!span) return true;
            Sure sure = inside(*span, place);
            if (sure == Sure::maybe) {
                span = narrowed(h, *span, 0);
                if (!span) return true;
                sure = inside(*span, place);
            }
            if (sure == Sure::no) return true;
            const bool certain = sure == Sure::yes && span->certain;
            if (!is_fine && (!certain || rounded(span->hi - span->lo) > width_)) {
                doubtful.push_back(task);
                return false;
            }
            if (!certain && are_apart(*span)) return true;
            add({std::max(lo_, below(span->lo)), std::min(hi_, above(span->hi)), certain, features, place});
            return !(first_only_ && certain);
        });
    }

    // A corner that stays in the plane of a face, for all that can be told: it comes in where it passes one
    // of the edges, which is a contact if it does stay there.
    template <typename Inside>
    void slide(const NumberPoint<Number>& x, const AxisTriangle<Number>& face, const Task& task,
               const Inside& inside) {
        const double turn = task.kind == 0 ? 1 : -1;
        std::vector<ZeroSpan<Number>> passings{{Number(lo_), Number(lo_), true}};
        for (std::size_t k = 0; k < 3; ++k) {
            const NumberPoint<Number> n = cross_of(face.normal, face.edge[k]);
            ContactFunction<Number> g =
                point_and_plane(x, n, face.corner[k], turn * scene_.angle, turn * scene_.advance);
            g.error = function_error<Number>(face.spread * face.length[k], scene_.angle) +
                      16 * (blurred(face) + scene_.blur * face.normal_length) * face.length[k];
            if (g.vanishes()) continue;
            for_each_zero(g, Number(lo_), Number(hi_), [&](const ZeroSpan<Number>& rough) {
                if (const auto span = narrowed(g, rough, 0.25 * width_)) passings.push_back(*span);
                return true;
            });
        }
        std::sort(passings.begin(), passings.end(), [](const auto& p, const auto& q) { return p.lo < q.lo; });
        for (std::size_t i = 0; i < passings.size(); ++i) {
            // Between two passings nothing changes.
            const bool is_last = i + 1 == passings.size();
            const ZeroSpan<Number> from = passings[i];
            const Number until = is_last ? Number(hi_) : passings[i + 1].lo;
            const Number m = Number(0.5) * (from.hi + until);
            NumberPoint<double> place;
            const Sure sure = inside({m, m, false}, place);
            if (sure == Sure::no) continue;
            inside(from, place);
            const bool certain = sure == Sure::yes && from.certain && from.hi < until && is_exact_slide(task);
            const double end = certain ? above(from.hi) : std::min(above(until), above(from.lo) + width_);
            if (!certain && are_apart({from.lo, from.hi, false})) continue;
            add({std::max(lo_, below(from.lo)), std::min(hi_, end), certain,
                 task.kind == 0 ? allide::Features::vertex_face : allide::Features::face_vertex, place});
            if (first_only_ && certain) return;
        }
    }
    bool is_exact_slide(const Task& task) const {
        if (scene_.blur != 0) return false;
        const Pose &pose_a = scene_.leg.start, &pose_b = scene_.pose_b;
        return task.kind == 0
                   ? stays_in_plane(scene_.leg.screw, pose_a, corners_a_[task.i], pose_b, corners_b_)
                   : stays_in_plane(scene_.leg.screw, pose_b, corners_b_[task.j], pose_a, corners_a_);
    }

    // During the whole span?
    bool are_apart(const ZeroSpan<Number>& span) const {
        if constexpr (is_fine) {
            const Number m = Number(0.5) * (span.lo + span.hi);
            const double r = 0.5 * rounded(span.hi - span.lo) * (1 + 0x1p-40);
            const auto turn = Precision<Number>::turn(scene_.angle, m);
            NumberTriangle<Number> now;
            double speed = 0;
            for (std::size_t i = 0; i < 3; ++i) {
                now[i] = moved(a_.corner[i], turn, Number(scene_.advance) * m);
                speed = std::max(speed, speed_of(a_.corner[i]));
            }
            return apart(now, b_.corner, speed * r + error_);
        }
        return false;
    }

    void add(const PairEvent& event) {
        if (first_only_ && event.lo > end_) return;
        found.push_back(event);
        if (event.certain) end_at(event.hi);
    }

    double blurred(const AxisTriangle<Number>& face) const {
        return scene_.blur * (face.spread + 16 * (face.length[0] + face.length[1]));
    }
    double speed_of(const NumberPoint<Number>& x) const {
        const double beside = std::hypot(rounded(x[0]), rounded(x[1]));
        return (std::abs(scene_.angle) * beside + std::abs(scene_.advance)) * (1 + 0x1p-40);
    }

    const ScrewScene& scene_;
    const Triangle &corners_a_, &corners_b_;
    const AxisTriangle<Number>&a_, &b_;
    double lo_, hi_, end_, width_, error_;
    bool first_only_;
};

template <typename Number>
bool has_no_area(const AxisTriangle<Number>& t) {
    return !(t.normal_length > 256 * Precision<Number>::unit * t.spread) || t.normal_length < 0x1p-900;
}

}  // namespace

ScrewPair::ScrewPair(const ScrewScene& scene, const Triangle& a, const Triangle& b)
    : scene_(scene),
      corners_a_(a),
      corners_b_(b),
      a_(scene.triangle_a<double>(a)),
      b_(scene.triangle_b<double>(b)) {
    is_flat_ = (has_no_area(a_) && has_no_area(scene.triangle_a<DoubleDouble>(a))) ||
               (has_no_area(b_) && has_no_area(scene.triangle_b<DoubleDouble>(b)));
}

std::vector<PairEvent> ScrewPair::events(double lo, double hi, double width, bool first_only) const {
    EventSearch<double> quick(scene_, corners_a_, corners_b_, a_, b_, lo, hi, width, first_only);
    quick.run_all();
    std::vector<PairEvent> found = std::move(quick.found);
    if (!quick.doubtful.empty()) {
        const auto fine_a = scene_.triangle_a<DoubleDouble>(corners_a_);
        const auto fine_b = scene_.triangle_b<DoubleDouble>(corners_b_);
        EventSearch<DoubleDouble> fine(scene_, corners_a_, corners_b_, fine_a, fine_b, lo, hi, width,
                                       first_only);
        fine.end_at(quick.end());
        for (const auto& task : quick.doubtful) fine.run({task.kind, task.i, task.j});
        found.insert(found.end(), fine.found.begin(), fine.found.end());
    }
    std::sort(found.begin(), found.end(), [](const PairEvent& x, const PairEvent& y) {
        return std::tie(x.lo, x.hi, x.features) < std::tie(y.lo, y.hi, y.features);
    });
    return found;
}

std::vector<PairEvent> ScrewPair::first_events(double lo, double hi, double width) const {
    return events(lo, hi, width, true);
}
std::vector<PairEvent> ScrewPair::all_events(double lo, double hi, double width) const {
    return events(lo, hi, width, false);
}

Sure ScrewPair::touch_at(double t) const {
    const auto a = scene_.triangle_a<DoubleDouble>(corners_a_);
    const auto b = scene_.triangle_b<DoubleDouble>(corners_b_);
    const FineSinCos turn = Precision<DoubleDouble>::turn(scene_.angle, t);
    NumberTriangle<DoubleDouble> now;
    for (std::size_t i = 0; i < 3; ++i) now[i] = moved(a.corner[i], turn, DoubleDouble(scene_.advance) * t);
    const double slack = position_error<DoubleDouble>(scene_.angle) + scene_.blur;
    Sure all = Sure::no;
    for (std::size_t i = 0; i < 3; ++i) {
        for (const Sure one : {edge_through_face(now[i], now[(i + 1) % 3], b.corner, slack),
                               edge_through_face(b.corner[i], b.corner[(i + 1) % 3], now, slack)}) {
            if (one == Sure::yes) return Sure::yes;
            if (one == Sure::maybe) all = Sure::maybe;
        }
    }
    if (all == Sure::no) return all;
    return certainly_cross(enclosed(now, slack), enclosed(b.corner, slack)) || slides_at(t, a, b, now)
               ? Sure::yes
               : Sure::maybe;
}

// A corner inside a face whose plane it never leaves.
bool ScrewPair::slides_at(double t, const AxisTriangle<DoubleDouble>& a, const AxisTriangle<DoubleDouble>& b,
                          const NumberTriangle<DoubleDouble>& a_now) const {
    if (scene_.blur != 0) return false;
    const double slack = position_error<DoubleDouble>(scene_.angle);
    const FineSinCos back = Precision<DoubleDouble>::turn(-scene_.angle, t);
    const Screw& screw = scene_.leg.screw;
    for (std::size_t i = 0; i < 3; ++i) {
        if (inside_prism(a_now[i], b, slack) == Sure::yes &&
            stays_in_plane(screw, scene_.leg.start, corners_a_[i], scene_.pose_b, corners_b_))
            return true;
        const FinePoint seen = moved(b.corner[i], back, DoubleDouble(-scene_.advance) * t);
        if (inside_prism(seen, a, slack) == Sure::yes &&
            stays_in_plane(screw, scene_.pose_b, corners_b_[i], scene_.leg.start, corners_a_))
            return true;
    }
    return false;
}

}  // namespace allide::kernel
