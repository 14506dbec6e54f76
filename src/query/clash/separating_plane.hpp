// A plane that separates two parts: no point is inside both, and no two triangles cross.
#pragma once

#include <allide/query.hpp>

#include <span>

namespace allide::query {

// True if the plane of some triangle in contact has all of one part on one side and all of the other on the
// other side, though both may touch it. Exact, but only a few triangles are tried: false proves nothing. Both
// parts must have the same pose.
bool a_face_plane_separates(const Mesh& a, const Mesh& b, std::span<const Contact> contacts);

}  // namespace allide::query
