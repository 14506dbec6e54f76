// The contact functions of a vertex and a face and of two edges, and tests whether a zero is a contact: the
// vertex inside the face, or a point on both edges. Templates; docs/guarantees.md derives the error bounds.
#pragma once

#include "kernel/screw/axis_frame.hpp"
#include "kernel/screw/contact_function.hpp"

#include <algorithm>
#include <cmath>

namespace allide::kernel {

enum class Certainty { no, maybe, yes };

inline double length_of_place(const NumberPoint<double>& x) {
    return std::sqrt(dot_of(x, x)) * (1 + 0x1p-40);
}
template <typename Number>
double length_of_any(const NumberPoint<Number>& x) {
    return length_of_place({rounded(x[0]), rounded(x[1]), rounded(x[2])});
}

// Total error bound of a contact function, as a multiple of the number type's rounding unit times the product
// of two edge lengths. docs/guarantees.md derives it.
inline constexpr double function_units = 1024;

template <typename Number>
double function_error(double spread, double angle) {
    return function_units * Precision<Number>::unit * (1 + std::abs(angle) / 64) * spread + 0x1p-1000;
}

// Contact function of the point x under a screw and the plane through c with the normal n.
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

// Contact function of an edge of A, from q along u at the start, and an edge of B, from b along e.
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

// Tests if a point with an error of at most `slack` is inside the infinite prism over a triangle whose
// corners have an error of at most `face_deviation`.
template <typename Number>
Certainty inside_prism(const NumberPoint<Number>& x, const AxisTriangle<Number>& face, double slack,
                       double face_deviation = 0) {
    Certainty sure = Certainty::yes;
    for (std::size_t k = 0; k < 3; ++k) {
        const NumberPoint<Number> v = minus(x, face.corner[k]);
        const double g = rounded(dot_of(cross_of(face.edge[k], v), face.normal));
        const double far = length_of_any(v) + slack;
        const double sides = face.length[0] + face.length[1];
        const double normal_deviation =
            4 * face_deviation * far * (face.normal_length + 4 * sides * face.length[k]);
        const double bound = face.length[k] * (2 * face.normal_length * slack +
                                               128 * Precision<Number>::unit * far * face.spread) +
                             normal_deviation + 0x1p-1000;
        if (g < -bound) return Certainty::no;
        if (!(g > bound)) sure = Certainty::maybe;
    }
    return sure;
}

template <typename Number>
struct Edges {
    NumberPoint<Number> q, u, b, e;  // A's edge runs from q along u, B's from b along e
    double u_length, e_length;
};

// Tests whether the closest points of the two edges' lines lie on the edges. Points have an error of at most
// `slack`, and u has an error of at most `turn_slack` · |u|. `place` receives a point of A's edge.
template <typename Number>
Certainty edges_cross(const Edges<Number>& x, double slack, double turn_slack, NumberPoint<double>& place) {
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
        if (s < -slack_of_share || rest < -slack_of_share - whole_slack) return Certainty::no;
        return s > slack_of_share && rest > slack_of_share + whole_slack ? Certainty::yes : Certainty::maybe;
    };
    const Certainty on_a = side(x.e, e), on_b = side(x.u, u);
    if (on_a == Certainty::no || on_b == Certainty::no) return Certainty::no;
    const double share =
        rounded(whole) > 0 ? std::clamp(rounded(dot_of(cross_of(w, x.e), normal)) / rounded(whole), 0.0, 1.0)
                           : 0.5;
    for (std::size_t k = 0; k < 3; ++k) place[k] = rounded(x.q[k]) + share * rounded(x.u[k]);
    return on_a == Certainty::yes && on_b == Certainty::yes ? Certainty::yes : Certainty::maybe;
}

}  // namespace allide::kernel
