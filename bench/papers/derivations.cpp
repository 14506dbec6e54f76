// Derivations behind the engines of papers 000 and 001, for docs/papers.md.
#include "papers/papers.hpp"

namespace allide::bench {

std::string derivations_of_page() {
    return R"(## Derivations

What the papers leave open or print wrongly, derived. Throughout D_1 … D_k are the fixed unit directions of a k-DOP in
antiparallel pairs, and B's points x are seen in A's frame as M x + T.

### Realignment is weak duality

A k-DOP of B is the set of x with D_j · x ≤ d_j. Along A's direction D_i a point of it reaches
D_i · (M x + T) = c · x + D_i · T with c = Mᵀ D_i. The largest c · x over the k-DOP is a linear program; its dual is the
least y · d with Σ y_j D_j = c and y ≥ 0. So **every** y ≥ 0 with Σ y_j D_j = c bounds **every** k-DOP with the offsets d,
whether its planes touch it or not:

```math
c · x = Σ y_j (D_j · x) ≤ Σ y_j d_j
```

Zachmann's correspondence takes the y of the unit k-DOP, all d_j = 1: three planes that meet in its farthest corner. The
unit k-DOP is the polar body of the convex hull of the directions, so those three are the corners of the facet of that
hull which c passes through. Where more than three planes meet in a corner (k = 8, 14, 26) the facet has more corners than
three and is cut into triangles; all of these share the corner, and only the one whose cone holds c has y ≥ 0. A
realignment that takes any three of them gives negative weights, which bound nothing.

The same y serves −c with the opposite planes. So a slab [lo, hi] is realigned as Σ z_s [lo_s, hi_s] in interval
arithmetic, with signed weights z: three multiplications a direction.

The minimum over several y is a bound too. `zachmann_multi` takes up to three bases next to Zachmann's: a fourth
direction enters, and the one leaves whose weight falls to 0 first. `vertices` is the optimum itself, by strong duality,
so it is never looser than either; and the convex hull of the node's points, which `hill_climb` uses, lies in the k-DOP.

Nothing here uses that M is a rotation.

### Occupancy: the factors of Fünfzig and Fellner, corrected

A node keeps a centre, q = p − centre for its points p, and for each direction D the reach d = max(0, max D · q). Let D'
be the turned direction, of unit length, at the angle θ from its nearest D, and φ_a the half angle of the cone around D:
the aperture a = cos φ_a is chosen so that θ ≤ φ_a always. We want d' ≥ D' · q for all points. A point with |q| ≤ d gives
D' · q ≤ |q| ≤ d: its factor is 1, and not a, as printed. Let now |q| > d and ψ be the angle between q and D.

*Inside the cone*, φ_{j−1} < ψ ≤ φ_j with cos φ_j = a_j, the outer rim of ring j. Since |q| cos ψ = D · q ≤ d and the angle
between q and D' is at least |ψ − θ|,

```math
D' · q ≤ |q| cos(ψ − θ) ≤ d cos(ψ − θ) / cos ψ = d (cos θ + sin θ tan ψ) ≤ d (cos θ + sin θ tan φ_j)
```

which grows with j, so the outermost ring J with a point decides. The paper's equations 6 and 7 subtract indices of rings
as if these were equal in angle. They are equal in cosine, and the results are too small.

*Beyond the cone*, ψ > φ_a ≥ θ. Let l = |q| cos(ψ − φ_a), the largest product of q with a vector on the cone's rim, and
L = max(0, max l). Both ψ − φ_a and φ_a − θ lie in [0, π], so that their sines are not negative, and

```math
D' · q ≤ |q| cos((ψ − φ_a) + (φ_a − θ)) ≤ |q| cos(ψ − φ_a) cos(φ_a − θ) ≤ L cos(φ_a − θ)
```

Here the paper stores the ratio d / l, which is useless for d = 0, and takes the angle by an index again. Together

```math
d' = max(d, d (cos θ + sin θ tan φ_J) if a ring has a point, L cos(φ_a − θ) if there are points beyond)
```

The condition printed as D_i · D'_i ≤ a is meant as ≥. A pose may be 1e-6 off a rotation, so that D' has not quite unit
length: with c = Mᵀ D_i for D', all three terms are multiplied by |c|, which the code does by using c · D_σ for cos θ,
|c × D_σ| for sin θ and |c| for 1. The sine comes from the cross product, since √(1 − cos²) has no correct digits near 0.

With rounded numbers a point may fall on the wrong side of a border. It is counted as farther out: a cosine is lowered by
32u before its ring is looked up, a length raised by as much before it is compared with d. Both mistakes cost tightness
only. The cone is widened by 32u, so that every D' finds a D within.

### Apertures

The vector that is farthest from all directions points to the farthest corner of the unit k-DOP, and the cosine of its
angle is 1 / |corner|. The 12-DOP's is wrong in the paper's table 1: a regular dodecahedron with inradius 1 has its
corners at 1/0.794654, and 0.794654 = √((5 + 2√5) / 15). For 50 directions the aperture is 0.923389.

### Zachmann's construction: what the paper leaves open

"Grows less" needs a measure. We take the sum of the slabs' widths, since a content is 0 for every flat group. The order
in which the triangles are handed out matters too: along the sorted direction from one end only, the first side creeps
over everything, because the next triangle is always near it. We take them from both ends in turn. If one side has
still less than a 32nd, the sorted order is cut in the middle.
)";
}

}  // namespace allide::bench
