// Names of parts that stay the same from run to run.
#pragma once

#include <allide/report.hpp>

#include <string>
#include <vector>

namespace allide::detail::report {

// The path without its folders: "bolt.stl" for "parts/bolt.stl".
std::string file_name_of(const std::string& path);

// The name of a part; a part without a name has that of its file, without the folders.
std::string own_name(const std::string& name, const std::string& file);

// Sets identities: a part's name with the digest of its triangles, so that no identity depends on other
// parts' triangles. Parts with the same name and triangles are numbered in their order.
void set_identities(std::vector<AssemblyPart>& parts);

// Sets labels: the shortest end of a part's path that no other part's path has.
void set_labels(std::vector<AssemblyPart>& parts);

// The key of a clash: the same for both orders of its parts, and in every run.
std::string clash_key(const std::string& identity_a, const std::string& identity_b);

// The two group names in ascending order, such as "piping | structure".
std::string group_pair(const std::string& a, const std::string& b);

}  // namespace allide::detail::report
