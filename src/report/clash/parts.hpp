// The parts of all files of a scene, numbered over all of them, and what keeps their clashes recognisable.
#pragma once

#include <allide/io.hpp>
#include <allide/model.hpp>

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace allide::cli {

// A part that could be read.
struct ClashPartInfo {
    std::string name;
    std::string file;
    std::string group;         // by the rules, else the file's name
    std::string node;          // of the assembly, where siblings matter; empty: it stands alone
    std::uint64_t digest = 0;  // of its triangles
    std::string identity;      // by which it is known in another run
    std::uint64_t triangles = 0;
    double sag = 0;              // how far its triangles may be from the curved surfaces that they stand for
    std::optional<Model> model;  // none: it cannot be tested
};

// A file, or a part of it, that could not be read.
struct Unreadable {
    std::string place;    // the file, or the file and the part
    std::string message;  // one line that names it
};

struct ClashParts {
    std::vector<ClashPartInfo> parts;
    std::vector<Unreadable> unreadable;
};

// Once `goes_on` says no, the files that are left are not read.
ClashParts read_parts(const std::vector<std::string>& files, const LoadOptions& load, unsigned threads,
                      const std::function<bool()>& goes_on);

// A part without a name has that of its file, however the way to it is spelt.
std::string own_name(const std::string& name, const std::string& file);

// A part is known by its name. Those of one name are told apart by their triangles, and those of one name and
// the same triangles, which no run can tell apart, by their order.
void set_identities(std::vector<ClashPartInfo>& parts);

// Finds the nodes of the assembly: the glTF node above a part, else what stands before the last / of its
// name.
void find_nodes(std::vector<ClashPartInfo>& parts);

// The same for both orders of the parts, and for every run.
std::string clash_key(const std::string& identity_a, const std::string& identity_b);

}  // namespace allide::cli
