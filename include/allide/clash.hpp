// What is wrong between two parts that share a place: one of five kinds, decided exactly.
#pragma once

#include <allide/query.hpp>

#include <cstdint>
#include <optional>
#include <string_view>

namespace allide {

// The first that applies counts.
enum class ClashKind {
    duplicate,  // the same set of triangles, by position
    contained,  // all of one is inside the other, which is closed; their surfaces may meet from within. Of an
                // open one some point must be inside
    hard,       // closed parts: a point is inside both. Others: two triangles cross, each running through
                // the other along a segment. Faces that lie on each other from both sides are never hard
    touch,      // the surfaces meet otherwise, or the gap or the depth is at most the touch limit
    clearance,  // they are at most the clearance apart
};

std::string_view name_of(ClashKind kind);

struct ClashLimits {
    double clearance = 0;  // parts so close clash: a length, finite and not negative; 0: only what meets does
    double touch = 0;      // a gap or a depth of at most this is a touch: a length, finite and not negative
};

struct PairClash {
    ClashKind kind = ClashKind::touch;
    double distance = 0;  // rounded up, within 1e-12; 0 unless it is a clearance or a touch with a gap
    // How far one has to be moved until no point is inside both: bounds, see allide/penetration.hpp. 0 for
    // what only touches.
    double depth = 0, depth_lower = 0;
    // A hard clash whose depth is below 1e-6 of the larger diagonal of the two bounding boxes: turned faces
    // that were flush before their coordinates were rounded look like this.
    bool shallow = false;
    std::uint64_t contacts = 0;  // pairs of triangles that touch
    Vec3 point;                  // where: of both surfaces, of the inner part, or of a that is closest to b
    friend bool operator==(const PairClash&, const PairClash&) = default;
};

// None if there is nothing wrong. What is known about a part is found anew for each call; Scene::clashes
// finds it once.
//
// A part is closed, and has an inside, if every edge belongs to an even number of its triangles that have
// area, those that are there several times counted once. If it is not closed so, walls are left out, as where
// two boxes of a part have a face in common: triangles that are there an even number of times, unless they
// are closed among themselves (those that hang together by edges). The part is closed if it is so without
// them, and walls bound nothing. A wall with a point that is neither inside the part nor on its surface is a
// sheet. A part with sheets keeps its inside, and counts as an open one too: it is hard where a point is
// inside both, and where two triangles cross that bound or are sheets; it is contained only with its sheets.
// Neither the order of corners, triangles and parts nor the way in which triangles are turned matters.
std::optional<PairClash> find_clash(const Placed& a, const Placed& b, const ClashLimits& limits = {});

}  // namespace allide
