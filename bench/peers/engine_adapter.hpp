// The interface of every engine in the comparison. Each answers through its own public functions.
#pragma once

#include <allide/allide.hpp>

#include <memory>
#include <span>
#include <stdexcept>
#include <string_view>
#include <vector>

namespace allide::bench {

// Thrown if the engine cannot represent these bodies or answer this query; the text gives the reason.
struct Unsupported : std::runtime_error {
    using std::runtime_error::runtime_error;
};

// Two bodies in one engine. A rests at the origin; each query gives a new pose of B.
class EngineAdapter {
  public:
    virtual ~EngineAdapter() = default;
    // True if there is any contact. The engine need not compute contact points.
    virtual bool touches(const Pose& pose_of_b) = 0;
    // The same question if B has moved little since the last query: engines may use what they cached.
    virtual bool still_touches(const Pose& pose_of_b) { return touches(pose_of_b); }
    // All contacts, in any order; an engine may report a pair more than once.
    virtual std::vector<Contact> contacts(const Pose& pose_of_b) = 0;
    // True if the engine implements distance(), the distance between the surfaces.
    virtual bool measures() const { return false; }
    virtual double distance(const Pose& /*pose_of_b*/) {
        throw Unsupported("it computes no distance between surfaces");
    }
    // Bytes of A's tree, without the vertices and indices of the mesh; 0 if the engine does not report it.
    virtual std::uint64_t tree_bytes() const { return 0; }
};

enum class Role {
    ours,
    reference,  // Debian's FCL with its default volume, the baseline of all goals
    native,     // FCL's code in float, compiled for this machine
    other,      // another library
    variant,    // FCL with another bounding volume
};

// The bodies that an engine supports. `convex_apart`: it treats bodies as convex solids, so it agrees with
// tests of surfaces only if neither body contains the other.
enum class Supports { everything, convex_apart };

struct Engine {
    std::string_view name;
    Role role;
    Supports supports;
    std::string_view how;  // one sentence that names the functions that are measured
    std::unique_ptr<EngineAdapter> (*build)(const Mesh& a, const Mesh& b);  // may throw Unsupported
};

// allide first, then the reference engine, then the others, as far as they are installed.
std::span<const Engine> all_engines();

// True if b shares the memory of a, so that one tree serves both.
inline bool same_mesh(const Mesh& a, const Mesh& b) {
    return a.triangles().data() == b.triangles().data();
}

}  // namespace allide::bench
