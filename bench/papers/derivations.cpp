// Derivations behind the engines of papers 000 and 001, for docs/papers.md.
#include "papers/papers.hpp"

namespace allide::bench {

std::string derivations_of_page() {
    return R"(## Derivations

This section derives what the papers leave open or print wrongly. Throughout, D_1 … D_k are the fixed unit directions of
a k-DOP in antiparallel pairs, and a point x of B has the coordinates M x + T in A's frame.

### Realignment is weak duality

A k-DOP of B is the set of x with D_j · x ≤ d_j. Along A's direction D_i, a point of it has the coordinate
D_i · (M x + T) = c · x + D_i · T with c = Mᵀ D_i. The largest c · x over the k-DOP is a linear program; its dual is the
least y · d with Σ y_j D_j = c and y ≥ 0. So **every** y ≥ 0 with Σ y_j D_j = c gives an upper bound for **every**
k-DOP with the offsets d, even if some of its planes are redundant:

```math
c · x = Σ y_j (D_j · x) ≤ Σ y_j d_j
```

Zachmann's correspondence takes the y of the unit k-DOP, all d_j = 1: three planes that meet in its farthest corner. The
unit k-DOP is the polar body of the convex hull of the directions, so those three are the corners of the facet of that
hull that the ray along c intersects. If more than three planes meet in a corner (k = 8, 14, 26), the facet has more than
three corners and is triangulated; all its triangles belong to the same corner, but only the triangle whose cone contains
c has y ≥ 0. A realignment that takes any three of the planes may get negative weights, which give no bound.

The same y is valid for −c with the opposite planes. So a slab [lo, hi] is realigned as Σ z_s [lo_s, hi_s] in interval
arithmetic, with signed weights z: three multiplications per direction.

The minimum over several y is also a bound. `zachmann_multi` uses up to three bases adjacent to Zachmann's: a fourth
direction enters the basis, and the direction whose weight first falls to 0 leaves it. `vertices` is the optimum itself,
by strong duality, so it is never looser than either; `hill_climb` uses the convex hull of the node's points, which lies
in the k-DOP.

Nothing here uses that M is a rotation.

### Occupancy: the factors of Fünfzig and Fellner, corrected

A node stores a centre, and for each direction D the extent d = max(0, max D · q) of q = p − centre over its points p.
Let D' be the rotated direction, of unit length, at the angle θ from its nearest D, and φ_a the half angle of the cone around D:
the aperture a = cos φ_a is chosen so that θ ≤ φ_a always. We want d' ≥ D' · q for all points. A point with |q| ≤ d gives
D' · q ≤ |q| ≤ d: its factor is 1, not a as printed. From here on |q| > d, and ψ is the angle between q and D.

*Inside the cone*, φ_{j−1} < ψ ≤ φ_j with cos φ_j = a_j, the outer rim of ring j. Since |q| cos ψ = D · q ≤ d and the angle
between q and D' is at least |ψ − θ|,

```math
D' · q ≤ |q| cos(ψ − θ) ≤ d cos(ψ − θ) / cos ψ = d (cos θ + sin θ tan ψ) ≤ d (cos θ + sin θ tan φ_j)
```

which grows with j, so the outermost ring J that contains a point decides. The paper's equations 6 and 7 subtract ring
indices as if the rings had equal widths in angle. They have equal widths in cosine, so the results are too small.

*Beyond the cone*, ψ > φ_a ≥ θ. Let l = |q| cos(ψ − φ_a), the largest product of q with a vector on the cone's rim, and
L = max(0, max l). Both ψ − φ_a and φ_a − θ lie in [0, π], so that their sines are not negative, and

```math
D' · q ≤ |q| cos((ψ − φ_a) + (φ_a − θ)) ≤ |q| cos(ψ − φ_a) cos(φ_a − θ) ≤ L cos(φ_a − θ)
```

Here the paper stores the ratio d / l, which is useless for d = 0, and again computes the angle from an index. Together:

```math
d' = max(d, d (cos θ + sin θ tan φ_J) if a ring contains a point, L cos(φ_a − θ) if there are points beyond the cone)
```

The condition printed as D_i · D'_i ≤ a should read ≥. A pose may differ from a rotation by 1e-6, so that D' is not exactly
of unit length: with c = Mᵀ D_i for D', all three terms are multiplied by |c|, which the code does by using c · D_σ for cos θ,
|c × D_σ| for sin θ and |c| for 1. The sine comes from the cross product, since √(1 − cos²) has no correct digits near 0.

With rounded numbers a point near a ring's boundary may be assigned to the wrong ring. Points are therefore moved outward: a
cosine is lowered by 32u before its ring is looked up, and a length is increased by as much before it is compared with d.
Both cost tightness only. The cone is widened by 32u, so that every D' lies in the cone of some D.

### Apertures

The vector with the largest angle to its nearest direction points to the farthest corner of the unit k-DOP, and the cosine
of that angle is 1 / |corner|. The entry of the 12-DOP in the paper's table 1 is wrong: a regular dodecahedron with inradius 1 has its
corners at 1/0.794654, and 0.794654 = √((5 + 2√5) / 15). For 50 directions the aperture is 0.923389.

### Zachmann's construction: what the paper leaves open

"Grows less" needs a measure. allide uses the sum of the slabs' widths, since the volume of every flat group is 0. The
order in which triangles are assigned to the two sides matters too: in sorted order from one end only, the first side would
get nearly all of them, because the next triangle is always near it. So they are taken from both ends alternately. If one
side then has less than 1/32 of them, the sorted list is split in the middle.
)";
}

}  // namespace allide::bench
