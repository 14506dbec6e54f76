// Functions that build two bodies in an engine; those of engines that are not installed are not defined.
#pragma once

#include "peers/engine_adapter.hpp"

namespace allide::bench {

using AdapterPointer = std::unique_ptr<EngineAdapter>;

AdapterPointer ours(const Mesh& a, const Mesh& b);

AdapterPointer fcl_obbrss(const Mesh& a, const Mesh& b);
AdapterPointer fcl_obb(const Mesh& a, const Mesh& b);
AdapterPointer fcl_rss(const Mesh& a, const Mesh& b);
AdapterPointer fcl_kios(const Mesh& a, const Mesh& b);
AdapterPointer fcl_aabb(const Mesh& a, const Mesh& b);
AdapterPointer fcl_kdop16(const Mesh& a, const Mesh& b);
AdapterPointer fcl_kdop18(const Mesh& a, const Mesh& b);
AdapterPointer fcl_kdop24(const Mesh& a, const Mesh& b);
AdapterPointer fcl_native_obbrss(const Mesh& a, const Mesh& b);

AdapterPointer bullet_gimpact(const Mesh& a, const Mesh& b);
AdapterPointer ode_trimesh(const Mesh& a, const Mesh& b);
AdapterPointer cgal_trees(const Mesh& a, const Mesh& b);
AdapterPointer libccd_gjk(const Mesh& a, const Mesh& b);

}  // namespace allide::bench
