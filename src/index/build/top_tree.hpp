// The nodes above the segments of an extended index form a tree whose leaves are the trees of the segments.
#pragma once

#include "index/build/object_spool.hpp"
#include "index/file/page_writer.hpp"
#include "index/file/reader.hpp"
#include "index/file/segment.hpp"

#include <span>

namespace allide::index {

// Writes the nodes above all segments; the last segment consists of `objects`, the others are in `old`.
// Returns the root, and adds the counts of the new nodes and of all segments to `counts`. The work depends on
// the number of segments and on the objects in the overlaps of the segments' boxes. A limited number of these
// objects is read; for the rest, the boxes of objects, leaves or nodes are used.
Child write_top_tree(std::span<const Segment> segments, const Reader& old, const ObjectSpool& objects,
                     PageWriter& writer, TreeCounts& counts);

}  // namespace allide::index
