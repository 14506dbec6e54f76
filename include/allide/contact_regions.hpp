// Where two models meet, as curves, and how far one has to be moved until they never touch again.
//
// All of it is about surfaces, mapped to the world exactly. Which contacts belong together and how curves run
// is decided in exact arithmetic; points are rounded.
#pragma once

#include <allide/query.hpp>

#include <optional>
#include <vector>

namespace allide {

// Points in the order of the curve, in the world, each within 1e-12·(largest coordinate) of both surfaces.
struct Polyline {
    std::vector<Vec3> points = {};  // a lone one where triangles touch in a point only
    bool closed = false;            // the last is joined to the first, which is not repeated
};

// Contacts that hang together. The common set of two touching triangles is a point, a segment, or, if they
// lie in one plane, a polygon. Two contacts are neighbours if a corner of the one's common set is a corner of
// the other's: the same corner, edge or face of A there meets the same corner, edge or face of B. Corners and
// edges are the same if they are at the same places, whatever their numbers; faces, if they are the same
// triangle. A region is a largest set of contacts in which each is reached from each through neighbours.
struct ContactRegion {
    std::vector<Contact> contacts = {};  // ascending
    // The common segments, joined end to end. Curves end where not exactly two segments meet, so that a
    // curve that branches is several. Each is listed once, though several contacts may share it.
    std::vector<Polyline> curves = {};
    // How many contacts share a polygon of a common plane. Its sides are curves only where other contacts of
    // the region have them in common.
    std::size_t flat = 0;
    // The unit vector along Σ w (n_b − n_a) over the contacts, with n the triangles' unit normals by the
    // order of their corners and w the largest distance of two corners of the common set; where all of these
    // are 0, w = 1. If both models' triangles face outward it leads out of B: moving A along it parts the two
    // where they barely meet. Rounded, a hint and no fact; none where the sum vanishes.
    std::optional<Vec3> normal = {};
};

// All regions, in ascending order of their first contacts.
std::vector<ContactRegion> contact_regions(const Placed& a, const Placed& b);

// How far A is moved along a direction until it never touches B again.
struct Separation {
    // The exact number s is the largest for which A, shifted by s · direction, touches B: shifted by s they
    // touch, shifted by any more they do not. It is 0 also if they touch for no s ≥ 0. Bounds of it:
    double lower = 0;
    double upper = 0;
    std::optional<Contact> last =
        {};  // a pair that touches when shifted by lower … upper; none: no pair does
};

struct SeparationOptions {
    Search search = Search::tree;
};

// The direction is in the world, finite and not zero; s counts in units of its length. lower and upper differ
// by a few units in the last place. Of two closed surfaces moved apart so, neither is then inside the other.
Separation separation_along(const Placed& a, const Placed& b, const Vec3& direction,
                            const SeparationOptions& options = {});

}  // namespace allide
