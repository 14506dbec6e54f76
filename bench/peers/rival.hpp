// What every engine of the comparison is asked, through its own public functions.
#pragma once

#include <allide/allide.hpp>

#include <memory>
#include <span>
#include <stdexcept>
#include <string_view>
#include <vector>

namespace allide::bench {

// The engine cannot hold these bodies; the text says why.
struct Unfit : std::runtime_error {
    using std::runtime_error::runtime_error;
};

// Two bodies in one engine. A rests at the origin, B is placed anew for each question.
class Rival {
  public:
    virtual ~Rival() = default;
    // Any one contact, without its point: is there one?
    virtual bool touches(const Pose& pose_of_b) = 0;
    // The same, B having moved a little since the last question: for engines that remember.
    virtual bool still_touches(const Pose& pose_of_b) { return touches(pose_of_b); }
    // All contacts, in any order; an engine may report a pair more than once.
    virtual std::vector<Contact> contacts(const Pose& pose_of_b) = 0;
    // How far apart the surfaces are, for engines that tell.
    virtual bool measures() const { return false; }
    virtual double distance(const Pose& /*pose_of_b*/) { throw Unfit("it knows no distance of surfaces"); }
    // Of the tree around A beside the mesh's own vertices and indices; 0 if the engine does not say.
    virtual std::uint64_t tree_bytes() const { return 0; }
};

enum class Role {
    ours,
    reference,  // Debian's FCL with its default volume: what the bars are set against
    native,     // the same code in float, compiled for this machine
    other,      // another engine
    variant,    // another volume of the reference
};

// What an engine can be asked. Convex solids touch where surfaces do only if neither is within the other.
enum class Asks { everything, convex_apart };

struct Engine {
    std::string_view name;
    Role role;
    Asks asks;
    std::string_view how;  // a sentence: which of its functions answer
    std::unique_ptr<Rival> (*build)(const Mesh& a, const Mesh& b);  // may throw Unfit
};

// Ours first, then the reference if it is installed, then the others that are.
std::span<const Engine> all_engines();

// Whether b is a copy of a, so that one tree serves both.
inline bool same_mesh(const Mesh& a, const Mesh& b) {
    return a.triangles().data() == b.triangles().data();
}

}  // namespace allide::bench
