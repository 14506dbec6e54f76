#include "papers/papers.hpp"

namespace allide::bench {

std::string opening_of_page() {
    return R"(# The papers' experiments

Made by `make bench-papers`; do not edit. `allide bench paper-004 -o results` makes one part of it anew, with its tables
as CSV and its plots as SVG; `--full` takes the papers' own numbers of steps. Times are processor times of one thread on a
shared machine; ratios and counts say more. Every engine gives the same contacts, so that only the ways differ. Each part ends with what agrees
with its paper and what does not, computed from the numbers above it. The duality behind Zachmann's realignment, the
corrected factors of the occupancy tables and the apertures are derived [further below](#derivations).
)";
}

std::string closing_of_page() {
    return R"(## What was left out, and why

- **General DOPs** whose planes come without antiparallel partners (paper 000): its own overlap test needs the pairs.
- **Curved surfaces** (papers 000 and 004): allide answers for triangles.
- **Hardware** (papers 000 and 001): a proposal there, without an experiment to repeat.
- **The papers' own CAD models**: not public. Stand-ins are named with their counts in each table.
- **RAPID**: allide's own oriented boxes take its place, built by the same rule, so that only the volume differs.
- **The front cache** (paper 001): tried for distances and taken out, since it made every search slower.
- **Distances** (paper 001, section 5): `allide distance` answers them, approximate and weak ones too; no table repeats them.
- **The paper's oil tankers** (paper 002): not public. Its step with Kim and Rossignac's test is allide's own prediction.
- **PQP, RAPID, SOLID, I-COLLIDE, QuickCD** (paper 003): its table 3 is repeated beside engines that are packaged today.
)";
}

}  // namespace allide::bench
