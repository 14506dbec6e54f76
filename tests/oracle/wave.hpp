// A contact function of a screw and all its roots in [0, 1]. With ω = angle, it is h(t) = constant + slope t
// + (cosine + cosine_slope t) cos ωt + (sine + sine_slope t) sin ωt. Intervals are bisected until a bound of
// the second derivative proves the number of roots.
#pragma once

#include "oracle/closest.hpp"

#include <functional>

namespace oracle {

template <typename N>
struct Wave {
    N constant = 0, slope = 0, cosine = 0, cosine_slope = 0, sine = 0, sine_slope = 0, angle = 0;

    N value(const N& t) const {
        using std::cos;
        using std::sin;
        const N turn = angle * t;
        return constant + slope * t + (cosine + cosine_slope * t) * N(cos(turn)) +
               (sine + sine_slope * t) * N(sin(turn));
    }
    N derivative(const N& t) const {
        using std::cos;
        using std::sin;
        const N turn = angle * t;
        return slope + (cosine_slope + angle * (sine + sine_slope * t)) * N(cos(turn)) +
               (sine_slope - angle * (cosine + cosine_slope * t)) * N(sin(turn));
    }
    // Upper bound of |h''(t)| for t in [0, 1].
    N bend() const {
        using std::abs;
        const N turn = abs(angle);
        return turn * turn * N(abs(cosine) + abs(cosine_slope) + abs(sine) + abs(sine_slope)) +
               2 * turn * N(abs(cosine_slope) + abs(sine_slope));
    }
    bool is_within(const N& noise) const {
        using std::abs;
        for (const N* x : {&constant, &slope, &cosine, &cosine_slope, &sine, &sine_slope})
            if (abs(*x) > noise) return false;
        return true;
    }
    // Adds factor · (k · Rot(t) z) to the function, where Rot(t) rotates about `axis`; multiplied by t if
    // `times_t` is set.
    void add_turned(const Vec<N>& k, const Vec<N>& z, const Vec<N>& axis, const N& factor, bool times_t) {
        const Vec<N> along = scaled(inner(axis, z), axis);
        (times_t ? slope : constant) += factor * inner(k, along);
        (times_t ? cosine_slope : cosine) += factor * inner(k, Vec<N>(z - along));
        (times_t ? sine_slope : sine) += factor * inner(k, outer(axis, z));
    }
    // Without rotation the cosine is 1 and the sine is 0, so the function is linear.
    void straighten() {
        if (angle != 0) return;
        constant += cosine;
        slope += cosine_slope;
        cosine = cosine_slope = sine = sine_slope = 0;
    }
};

template <typename N>
Vec<N> unit(const Vec<N>& v) {
    using std::sqrt;
    return scaled(N(1 / N(sqrt(inner(v, v)))), v);
}

// The height of the point x, which moves along the screw, over the plane through q with unit normal n.
template <typename N>
Wave<N> height_over_plane(const Turning<N>& screw, const Vec<N>& x, const Vec<N>& n, const Vec<N>& q) {
    Wave<N> h{.angle = screw.angle};
    h.constant = inner(n, Vec<N>(screw.point - q));
    h.slope = screw.advance * inner(n, screw.axis);
    h.add_turned(n, x - screw.point, screw.axis, N(1), false);
    h.straighten();
    return h;
}

// The inverse motion: that of the resting world as seen from the moving body.
template <typename N>
Turning<N> reversed(const Turning<N>& screw) {
    return {screw.point, screw.axis, -screw.angle, -screw.advance};
}

// The contact function (u(t) × w) · (b − a(t)) of the moving edge a + λu and the edge b + μw; |u| = |w| = 1.
template <typename N>
Wave<N> edges_apart(const Turning<N>& screw, const Segment3<N>& a, const Segment3<N>& b) {
    const Vec<N> u = unit(Vec<N>(a[1] - a[0])), w = unit(Vec<N>(b[1] - b[0]));
    Wave<N> h{.angle = screw.angle};
    h.add_turned(outer(w, Vec<N>(b[0] - screw.point)), u, screw.axis, N(1), false);
    h.add_turned(outer(w, screw.axis), u, screw.axis, N(-screw.advance), true);
    h.add_turned(w, outer(Vec<N>(a[0] - screw.point), u), screw.axis, N(-1), false);
    h.straighten();
    return h;
}

// Finds the roots of a Wave in an interval by bisection. Calls `root` for each root found, and `doubt` for
// each interval in which rounding errors prevent a decision.
template <typename N>
struct RootSearch {
    N noise;      // error bound of function values; derivatives have 10 times this bound
    N narrowest;  // intervals of a smaller half width are not divided
    std::function<void(const N& t)> root;
    std::function<void(const N& lo, const N& hi)> doubt;

    void run(const Wave<N>& h, const N& bend, const N& lo, const N& hi) const {
        using std::abs;
        const N m = (lo + hi) / 2, r = (hi - lo) / 2, value = h.value(m), slope = h.derivative(m);
        if (abs(value) > abs(slope) * r + bend * r * r / 2 + noise) return;
        if (abs(slope) > bend * r + 10 * noise) return one_at_most(h, lo, hi);
        if (r < narrowest) return doubt(lo, hi);
        run(h, bend, lo, m);
        run(h, bend, m, hi);
    }

  private:
    void one_at_most(const Wave<N>& h, N lo, N hi) const {
        using std::abs;
        N at_lo = h.value(lo), at_hi = h.value(hi);
        if (abs(at_lo) <= noise || abs(at_hi) <= noise) return doubt(lo, hi);
        if ((at_lo > 0) == (at_hi > 0)) return;
        N t = (lo + hi) / 2;
        for (int step = 0; step < 400; ++step) {  // Newton, or bisection if a step would leave the bracket
            const N value = h.value(t);
            ((value > 0) == (at_lo > 0) ? lo : hi) = t;
            const N next = t - value / h.derivative(t);
            if (abs(next - t) <= noise || hi - lo <= noise) break;
            t = next > lo && next < hi ? next : N((lo + hi) / 2);
        }
        root(t);
    }
};

}  // namespace oracle
