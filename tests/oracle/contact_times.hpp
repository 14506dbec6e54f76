// The times at which two small meshes touch while one of them moves along a screw, to about 28 digits.
//
// Where the contact of two triangles begins or ends, a vertex lies in a face or two edges cross, so one of
// the contact functions is 0. All roots of all contact functions are found, first in double precision, and
// with 60 digits where that is not conclusive. The contact can change only at roots at which the two features
// really meet; between two such times, a single check suffices. If a vertex stays in the plane of a face
// (sliding), the times at which it passes the face's edges and corners are included as well.
#pragma once

#include "oracle/wave.hpp"

#include <optional>

namespace oracle {

enum class FeaturePair { vertex_face, face_vertex, edge_edge, vertex_edge, edge_vertex, vertex_vertex };

// An interval of contact from t0 to t1; a single instant if they are equal.
struct ContactSpan {
    HighPrecision t0, t1;
};

class ContactTimes {
  public:
    ContactTimes(const SmallMesh& a, const Matrix& pose_a, const SmallMesh& b, const Matrix& pose_b,
                 const ScrewMotion& screw)
        : a_(body_of(a, pose_a)),
          b_(body_of(b, pose_b)),
          screw_(turning_of(screw)),
          coarse_a_(coarse(a_)),
          coarse_b_(coarse(b_)),
          coarse_screw_(coarse(screw_)) {
        measure();
        gather();
    }

    bool touches(const HighPrecision& t) const {
        const Body<double> a = moved(coarse_a_, coarse_screw_, static_cast<double>(t));
        std::vector<std::pair<std::size_t, std::size_t>> doubtful_ab, doubtful_ba;
        if (crosses(a, coarse_b_, doubtful_ab) || crosses(coarse_b_, a, doubtful_ba)) return true;
        if (doubtful_ab.empty() && doubtful_ba.empty()) return false;
        const Body<HighPrecision> moved_a = moved(a_, screw_, t);
        return meets(moved_a, b_, doubtful_ab) || meets(b_, moved_a, doubtful_ba);
    }

    // The first time of contact; empty if there is none.
    std::optional<HighPrecision> first() const {
        if (touches(HighPrecision(0))) return HighPrecision(0);
        std::optional<HighPrecision> first;
        for (const Candidate& c : candidates_) {
            if (first && c.coarse > static_cast<double>(*first) + 1e-6) break;
            const auto t = confirmed(c);
            if (t && (!first || *t < *first)) first = t;
        }
        return first;
    }

    // All intervals of contact, in order.
    std::vector<ContactSpan> spans() const {
        std::vector<HighPrecision> times{HighPrecision(0), HighPrecision(1)};
        for (const Candidate& c : candidates_)
            if (const auto t = confirmed(c)) times.push_back(*t);
        std::sort(times.begin(), times.end());
        const auto same = [](const HighPrecision& x, const HighPrecision& y) {
            return y - x < HighPrecision("1e-26");
        };
        times.erase(std::unique(times.begin(), times.end(), same), times.end());
        std::vector<ContactSpan> spans;
        const auto join = [&](const HighPrecision& from, const HighPrecision& to) {
            if (!spans.empty() && spans.back().t1 == from)
                spans.back().t1 = to;
            else
                spans.push_back({from, to});
        };
        for (std::size_t i = 0; i < times.size(); ++i) {
            const bool is_end = i == 0 || i + 1 == times.size();
            if (!is_end || touches(times[i])) join(times[i], times[i]);
            if (i + 1 < times.size() && touches(HighPrecision((times[i] + times[i + 1]) / 2)))
                join(times[i], times[i + 1]);
        }
        return spans;
    }

    // The smallest distance from time lo to hi, where it must have a single minimum; in double precision.
    double clearance(double lo, double hi) const {
        for (int step = 0; step < 60; ++step) {
            const double from = lo + (hi - lo) / 3, to = hi - (hi - lo) / 3;
            if (gap(from) < gap(to))
                hi = to;
            else
                lo = from;
        }
        return gap((lo + hi) / 2);
    }
    double gap(double t) const {
        return std::sqrt(squared_gap(moved(coarse_a_, coarse_screw_, t), coarse_b_));
    }

  private:
    struct Candidate {
        double coarse;
        FeaturePair features;
        std::size_t i, j, k;  // i, j: features of A and B; k: edge or corner that a point passes
        std::optional<HighPrecision> exact;  // the time, set if double precision was not conclusive
    };

    void measure() {
        for (const auto* body : {&coarse_a_, &coarse_b_})
            for (const auto& p : body->points)
                for (const double x : p) largest_ = std::max(largest_, std::abs(x));
        for (const double x : coarse_screw_.point) largest_ = std::max(largest_, std::abs(x));
        for (const auto& p : coarse_a_.points) {
            const Vec<double> arm = outer(coarse_screw_.axis, Vec<double>(p - coarse_screw_.point));
            speed_ = std::max(speed_, std::sqrt(inner(arm, arm)));
        }
        speed_ = std::abs(coarse_screw_.advance) + std::abs(coarse_screw_.angle) * speed_;
        noise_ = 1e-12 * (largest_ + std::abs(coarse_screw_.advance)) * (1 + std::abs(coarse_screw_.angle));
    }

    void gather() {
        for (std::size_t i = 0; i < a_.points.size(); ++i)
            for (std::size_t j = 0; j < b_.faces.size(); ++j)
                find({0, FeaturePair::vertex_face, i, j, 0, {}});
        for (std::size_t i = 0; i < a_.faces.size(); ++i)
            for (std::size_t j = 0; j < b_.points.size(); ++j)
                find({0, FeaturePair::face_vertex, i, j, 0, {}});
        for (std::size_t i = 0; i < a_.edges.size(); ++i)
            for (std::size_t j = 0; j < b_.edges.size(); ++j) find({0, FeaturePair::edge_edge, i, j, 0, {}});
        std::sort(candidates_.begin(), candidates_.end(),
                  [](const Candidate& x, const Candidate& y) { return x.coarse < y.coarse; });
    }

    // The contact function of the two features. For a point that stays in the plane of a face: the function
    // that is 0 when the point passes the edge or corner `k` of that face.
    template <typename N>
    static Wave<N> wave(const Candidate& c, const Body<N>& a, const Body<N>& b, const Turning<N>& screw) {
        switch (c.features) {
            case FeaturePair::vertex_face:
                return over_face(screw, a.points[c.i], face_of(b, c.j));
            case FeaturePair::face_vertex:
                return over_face(reversed(screw), b.points[c.j], face_of(a, c.i));
            case FeaturePair::edge_edge:
                return edges_apart(screw, edge_of(a, c.i), edge_of(b, c.j));
            case FeaturePair::vertex_edge:
                return over_edge(screw, a.points[c.i], face_of(b, c.j), c.k);
            case FeaturePair::edge_vertex:
                return over_edge(reversed(screw), b.points[c.j], face_of(a, c.i), c.k);
            case FeaturePair::vertex_vertex:
                return beyond_corner(screw, a.points[c.i], face_of(b, c.j), c.k);
        }
        return {};
    }
    template <typename N>
    static Vec<N> normal_of(const Triangle3<N>& f) {
        return unit(outer(Vec<N>(f[1] - f[0]), Vec<N>(f[2] - f[0])));
    }
    template <typename N>
    static Wave<N> over_face(const Turning<N>& screw, const Vec<N>& x, const Triangle3<N>& f) {
        return height_over_plane(screw, x, normal_of(f), f[0]);
    }
    template <typename N>
    static Wave<N> over_edge(const Turning<N>& screw, const Vec<N>& x, const Triangle3<N>& f, std::size_t k) {
        const Vec<N> along = unit(Vec<N>(f[(k + 1) % 3] - f[k]));
        return height_over_plane(screw, x, outer(normal_of(f), along), f[k]);
    }
    template <typename N>
    static Wave<N> beyond_corner(const Turning<N>& screw, const Vec<N>& x, const Triangle3<N>& f,
                                 std::size_t k) {
        return height_over_plane(screw, x, unit(Vec<N>(f[(k + 1) % 3] - f[k])), f[k]);
    }

    void find(Candidate c) {
        const Wave<double> h = wave(c, coarse_a_, coarse_b_, coarse_screw_);
        if (h.is_within(noise_) && wave(c, a_, b_, screw_).is_within(HighPrecision("1e-45")))
            return find_sliding(c);
        RootSearch<double> search{noise_, 0x1p-14, {}, {}};
        search.root = [&](double t) {
            c.coarse = t;
            if (is_near(c, t, 1e-6)) candidates_.push_back(c);
        };
        search.doubt = [&](double lo, double hi) {
            if (is_near(c, (lo + hi) / 2, hi - lo)) find_in_high_precision(c, lo, hi);
        };
        search.run(h, h.bend(), 0, 1);
    }

    void find_in_high_precision(Candidate c, double lo, double hi) {
        const auto keep = [&](const HighPrecision& t) {
            c.coarse = static_cast<double>(t);
            c.exact = t;
            candidates_.push_back(c);
        };
        RootSearch<HighPrecision> search{HighPrecision("1e-48"), HighPrecision("1e-28"), keep, {}};
        search.doubt = [&](const HighPrecision& from, const HighPrecision& to) {
            keep_doubtful(c, from, to, keep);
        };
        const Wave<HighPrecision> h = wave(c, a_, b_, screw_);
        search.run(h, h.bend(), HighPrecision(lo), HighPrecision(hi));
    }
    // For an interval that is not conclusive: keeps its middle if it is tiny (a double root), else those of
    // its ends that are roots.
    template <typename Keep>
    void keep_doubtful(const Candidate& c, const HighPrecision& from, const HighPrecision& to,
                       const Keep& keep) const {
        const Wave<HighPrecision> h = wave(c, a_, b_, screw_);
        if (to - from < HighPrecision("1e-27")) return keep(HighPrecision((from + to) / 2));
        for (const HighPrecision& end : {from, to})
            if (abs(h.value(end)) <= HighPrecision("1e-48")) keep(end);
    }

    void find_sliding(const Candidate& c) {
        for (std::size_t k = 0; k < 3; ++k) {
            if (c.features == FeaturePair::vertex_face) {
                find({0, FeaturePair::vertex_edge, c.i, c.j, k, {}});
                find({0, FeaturePair::vertex_vertex, c.i, c.j, k, {}});
            } else if (c.features == FeaturePair::face_vertex) {
                find({0, FeaturePair::edge_vertex, c.i, c.j, k, {}});
            }
        }
    }

    // The squared distance of the two features at the time t.
    template <typename N>
    static N apart(const Candidate& c, const Body<N>& a, const Body<N>& b, const Turning<N>& screw,
                   const N& t) {
        const auto at = [&](std::size_t p) { return screw.at(a.points[p], t); };
        const auto moved_face = [&](std::size_t f) {
            return Triangle3<N>{at(a.faces[f][0]), at(a.faces[f][1]), at(a.faces[f][2])};
        };
        switch (c.features) {
            case FeaturePair::face_vertex:
            case FeaturePair::edge_vertex:
                return squared_gap(b.points[c.j], moved_face(c.i));
            case FeaturePair::edge_edge:
                return squared_gap(Segment3<N>{at(a.edges[c.i][0]), at(a.edges[c.i][1])}, edge_of(b, c.j));
            default:
                return squared_gap(at(c.i), face_of(b, c.j));
        }
    }
    bool is_near(const Candidate& c, double t, double radius) const {
        const double reach = speed_ * radius + 1e3 * noise_;
        return apart(c, coarse_a_, coarse_b_, coarse_screw_, t) <= reach * reach;
    }

    // The time of the candidate in full precision if the two features really meet then; otherwise empty.
    std::optional<HighPrecision> confirmed(const Candidate& c) const {
        HighPrecision t = c.exact ? *c.exact : HighPrecision(c.coarse);
        if (!c.exact) {
            const Wave<HighPrecision> h = wave(c, a_, b_, screw_);
            for (int step = 0; step < 4; ++step) t -= h.value(t) / h.derivative(t);
        }
        if (t < 0 || t > 1 || apart(c, a_, b_, screw_, t) > tolerance()) return std::nullopt;
        return t;
    }
    static HighPrecision tolerance() { return HighPrecision("1e-52"); }  // of a squared distance

    // True if an edge of `a` certainly crosses a face of `b`; pairs that may do so are added to `doubtful`.
    bool crosses(const Body<double>& a, const Body<double>& b,
                 std::vector<std::pair<std::size_t, std::size_t>>& doubtful) const {
        const double margin = 1e3 * noise_;
        for (std::size_t e = 0; e < a.edges.size(); ++e)
            for (std::size_t f = 0; f < b.faces.size(); ++f) {
                const Segment3<double> s = edge_of(a, e);
                const Triangle3<double> t = face_of(b, f);
                if (squared_gap(s, t) > margin * margin) continue;
                if (surely_crosses(s, t, margin)) return true;
                doubtful.push_back({e, f});
            }
        return false;
    }
    static bool surely_crosses(const Segment3<double>& s, const Triangle3<double>& t, double margin) {
        const Vec<double> n = normal_of(t);
        const double at_0 = inner(n, Vec<double>(s[0] - t[0])), at_1 = inner(n, Vec<double>(s[1] - t[0]));
        if (std::min(std::abs(at_0), std::abs(at_1)) <= margin || (at_0 > 0) == (at_1 > 0)) return false;
        const Vec<double> x = s[0] + scaled(at_0 / (at_0 - at_1), Vec<double>(s[1] - s[0]));
        for (std::size_t i = 0; i < 3; ++i) {
            const Vec<double> in = outer(n, unit(Vec<double>(t[(i + 1) % 3] - t[i])));
            if (inner(in, Vec<double>(x - t[i])) <= 1e3 * margin) return false;
        }
        return true;
    }
    static bool meets(const Body<HighPrecision>& a, const Body<HighPrecision>& b,
                      const std::vector<std::pair<std::size_t, std::size_t>>& pairs) {
        for (const auto& [e, f] : pairs)
            if (squared_gap(edge_of(a, e), face_of(b, f)) <= tolerance()) return true;
        return false;
    }

    Body<HighPrecision> a_, b_;
    Turning<HighPrecision> screw_;
    Body<double> coarse_a_, coarse_b_;
    Turning<double> coarse_screw_;
    double largest_ = 0, speed_ = 0, noise_ = 0;
    std::vector<Candidate> candidates_;
};

}  // namespace oracle
