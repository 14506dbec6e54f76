// Squared distances of points, segments and non-degenerate triangles in any number type, by case analysis.
#pragma once

#include "oracle/high_precision.hpp"

#include <algorithm>

namespace oracle {

template <typename N>
using Segment3 = std::array<Vec<N>, 2>;
template <typename N>
using Triangle3 = std::array<Vec<N>, 3>;

template <typename N>
N squared_gap(const Vec<N>& a, const Vec<N>& b) {
    const Vec<N> d = a - b;
    return inner(d, d);
}

template <typename N>
N squared_gap(const Vec<N>& x, const Segment3<N>& s) {
    const Vec<N> d = s[1] - s[0];
    N t = inner(Vec<N>(x - s[0]), d) / inner(d, d);
    t = std::clamp(t, N(0), N(1));
    return squared_gap(x, Vec<N>(s[0] + scaled(t, d)));
}

template <typename N>
N squared_gap(const Vec<N>& x, const Triangle3<N>& t) {
    const Vec<N> u = t[1] - t[0], v = t[2] - t[0], w = x - t[0], n = outer(u, v);
    const N area = inner(n, n), at_u = inner(outer(w, v), n) / area, at_v = inner(outer(u, w), n) / area;
    if (at_u >= 0 && at_v >= 0 && at_u + at_v <= 1) {
        const N height = inner(w, n);
        return height * height / area;
    }
    return std::min({squared_gap(x, Segment3<N>{t[0], t[1]}), squared_gap(x, Segment3<N>{t[1], t[2]}),
                     squared_gap(x, Segment3<N>{t[2], t[0]})});
}

template <typename N>
N squared_gap(const Segment3<N>& a, const Segment3<N>& b) {
    N least =
        std::min({squared_gap(a[0], b), squared_gap(a[1], b), squared_gap(b[0], a), squared_gap(b[1], a)});
    const Vec<N> u = a[1] - a[0], v = b[1] - b[0], w = b[0] - a[0], n = outer(u, v);
    const N area = inner(n, n);
    if (area == 0) return least;
    const N at_u = inner(outer(w, v), n) / area, at_v = inner(outer(w, u), n) / area;
    if (at_u < 0 || at_u > 1 || at_v < 0 || at_v > 1) return least;
    const N height = inner(w, n);
    return std::min(least, N(height * height / area));
}

template <typename N>
N squared_gap(const Segment3<N>& s, const Triangle3<N>& t) {
    const Vec<N> n = outer(Vec<N>(t[1] - t[0]), Vec<N>(t[2] - t[0]));
    const N at_0 = inner(n, Vec<N>(s[0] - t[0])), at_1 = inner(n, Vec<N>(s[1] - t[0]));
    if ((at_0 < 0 && at_1 > 0) || (at_0 > 0 && at_1 < 0)) {
        const Vec<N> through = s[0] + scaled(N(at_0 / (at_0 - at_1)), Vec<N>(s[1] - s[0]));
        bool left = false, right = false;
        for (std::size_t i = 0; i < 3; ++i) {
            const N side = inner(n, outer(Vec<N>(t[(i + 1) % 3] - t[i]), Vec<N>(through - t[i])));
            left = left || side > 0;
            right = right || side < 0;
        }
        if (!(left && right)) return N(0);
    }
    N least = std::min(squared_gap(s[0], t), squared_gap(s[1], t));
    for (std::size_t i = 0; i < 3; ++i)
        least = std::min(least, squared_gap(s, Segment3<N>{t[i], t[(i + 1) % 3]}));
    return least;
}

template <typename N>
Segment3<N> edge_of(const Body<N>& body, std::size_t e) {
    return {body.points[body.edges[e][0]], body.points[body.edges[e][1]]};
}
template <typename N>
Triangle3<N> face_of(const Body<N>& body, std::size_t f) {
    const auto& [i, j, k] = body.faces[f];
    return {body.points[i], body.points[j], body.points[k]};
}

template <typename N>
Body<N> moved(const Body<N>& body, const Turning<N>& screw, const N& t) {
    Body<N> out{{}, body.faces, body.edges};
    for (const auto& p : body.points) out.points.push_back(screw.at(p, t));
    return out;
}

// Squared distance of two surfaces. It is attained between an edge of one and a face of the other.
template <typename N>
N squared_gap(const Body<N>& a, const Body<N>& b) {
    N least = squared_gap(a.points[0], b.points[0]);
    for (std::size_t e = 0; e < a.edges.size(); ++e)
        for (std::size_t f = 0; f < b.faces.size(); ++f)
            least = std::min(least, squared_gap(edge_of(a, e), face_of(b, f)));
    for (std::size_t e = 0; e < b.edges.size(); ++e)
        for (std::size_t f = 0; f < a.faces.size(); ++f)
            least = std::min(least, squared_gap(edge_of(b, e), face_of(a, f)));
    return least;
}

}  // namespace oracle
