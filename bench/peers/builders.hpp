// Functions that build two bodies in each engine. Those of engines that are not installed are only declared.
#pragma once

#include "peers/rival.hpp"

namespace allide::bench {

using RivalPointer = std::unique_ptr<Rival>;

RivalPointer ours(const Mesh& a, const Mesh& b);

RivalPointer fcl_obbrss(const Mesh& a, const Mesh& b);
RivalPointer fcl_obb(const Mesh& a, const Mesh& b);
RivalPointer fcl_rss(const Mesh& a, const Mesh& b);
RivalPointer fcl_kios(const Mesh& a, const Mesh& b);
RivalPointer fcl_aabb(const Mesh& a, const Mesh& b);
RivalPointer fcl_kdop16(const Mesh& a, const Mesh& b);
RivalPointer fcl_kdop18(const Mesh& a, const Mesh& b);
RivalPointer fcl_kdop24(const Mesh& a, const Mesh& b);
RivalPointer fcl_native_obbrss(const Mesh& a, const Mesh& b);

RivalPointer bullet_gimpact(const Mesh& a, const Mesh& b);
RivalPointer ode_trimesh(const Mesh& a, const Mesh& b);
RivalPointer cgal_trees(const Mesh& a, const Mesh& b);
RivalPointer libccd_gjk(const Mesh& a, const Mesh& b);

}  // namespace allide::bench
