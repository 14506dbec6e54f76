// A plane between two parts: then no point is inside both, and no triangle runs through another.
#pragma once

#include <allide/query.hpp>

#include <span>

namespace allide::query {

// Has the plane of a triangle in contact all of one part on one side and all of the other on the other,
// though both may touch it? Exact; false says nothing. Both parts have the same pose.
bool a_face_parts(const Mesh& a, const Mesh& b, std::span<const Contact> contacts);

}  // namespace allide::query
