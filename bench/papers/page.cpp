#include "papers/papers.hpp"

namespace allide::bench {

std::string opening_of_page() {
    return R"(# The papers' experiments

Written by `make bench-papers`; do not edit. `allide bench paper-004 -o results` repeats one section, with its tables as
CSV and its plots as SVG; `--full` uses the papers' own step counts. Times are processor times of one thread on a shared
machine; ratios and counts are more reliable. All engines find the same contacts and differ only in their cost. Each
section ends with a list of agreements and differences with its paper, computed from the numbers above it. The duality
behind Zachmann's realignment, the corrected factors of the occupancy tables and the apertures are derived
[below](#derivations).
)";
}

std::string closing_of_page() {
    return R"(## Omissions, and their reasons

- **General DOPs** whose planes are not in antiparallel pairs (paper 000): its own overlap test needs the pairs.
- **Curved surfaces** (papers 000 and 004): allide supports triangles only.
- **Hardware** (papers 000 and 001): the papers propose it without an experiment that could be repeated.
- **The papers' own CAD models**: not public. Each table names the bodies that replace them, with their triangle counts.
- **RAPID**: replaced by allide's own oriented boxes, built by the same rule, so that only the volume differs.
- **The front cache** (paper 001): tried for distances and removed, since it made every search slower.
- **Distances** (paper 001, section 5): `allide distance` computes them, also approximate and weak ones; no table repeats them.
- **The paper's oil tankers** (paper 002): not public. Its step with Kim and Rossignac's test is allide's own prediction.
- **PQP, RAPID, SOLID, I-COLLIDE, QuickCD** (paper 003): its table 3 is repeated with engines that are packaged today.
)";
}

}  // namespace allide::bench
