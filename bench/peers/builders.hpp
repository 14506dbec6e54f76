// Functions that build two bodies in each engine. Those of engines that are not installed are only declared.
#pragma once

#include "peers/rival.hpp"

namespace allide::bench {

using Held = std::unique_ptr<Rival>;

Held ours(const Mesh& a, const Mesh& b);

Held fcl_obbrss(const Mesh& a, const Mesh& b);
Held fcl_obb(const Mesh& a, const Mesh& b);
Held fcl_rss(const Mesh& a, const Mesh& b);
Held fcl_kios(const Mesh& a, const Mesh& b);
Held fcl_aabb(const Mesh& a, const Mesh& b);
Held fcl_kdop16(const Mesh& a, const Mesh& b);
Held fcl_kdop18(const Mesh& a, const Mesh& b);
Held fcl_kdop24(const Mesh& a, const Mesh& b);
Held fcl_native_obbrss(const Mesh& a, const Mesh& b);

Held bullet_gimpact(const Mesh& a, const Mesh& b);
Held ode_trimesh(const Mesh& a, const Mesh& b);
Held cgal_trees(const Mesh& a, const Mesh& b);
Held libccd_gjk(const Mesh& a, const Mesh& b);

}  // namespace allide::bench
