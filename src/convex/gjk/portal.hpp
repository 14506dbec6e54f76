// Do two hulls of points share a point? After Snethen's XenoCollide (2008): a portal of three differences
// that the ray from a difference inside of all to the origin passes through is moved outward, until the
// origin is on its near side or beyond a plane. Quicker than GJK where only the verdict is wanted.
#pragma once

#include "convex/gjk/gjk.hpp"

namespace allide::convex {

// apart, inside or open. Both bodies have corners and no radius; `inside` is the difference of their middles.
GjkAnswer::End search_portal(const BodyPair& pair, const Vec3& inside, BodyHint* hint);

}  // namespace allide::convex
