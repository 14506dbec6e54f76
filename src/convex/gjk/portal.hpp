// Overlap test of two convex hulls after Snethen's XenoCollide (2008). A portal is a triangle of points of A
// − B that meets the ray from an interior point of A − B through the origin. The portal is moved outward
// until the origin lies between it and the interior point (overlap), or beyond a supporting plane (no
// overlap). Faster than GJK if only the verdict is needed.
#pragma once

#include "convex/gjk/gjk.hpp"

namespace allide::convex {

// Returns separated, inside or open. Both bodies must have vertices and no radius; `inside` is the difference
// of their `middle` points, an interior point of A − B.
GjkAnswer::End search_portal(const BodyPair& pair, const Vec3& inside, BodyHint* hint);

}  // namespace allide::convex
