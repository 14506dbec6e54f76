#include "papers/paper_001.hpp"

#include "papers/papers.hpp"

namespace allide::bench {

void run_paper_001(Report& report, const Settings& settings) {
    report.add_paragraph(
        "Of the paper's results only table 1 is given in numbers; figures 10 to 12 are curves, which its "
        "text describes. The findings are compared with these descriptions.");
    aperture_table(report);
    realignment_tables(report, settings);
    face_pair_cache(report, settings);
    perturbed_parallel_proximity(report, settings);
    kdop_point_proximity(report, settings);
    ring_sections(report, settings);
    principal_frame(report, settings);
}

}  // namespace allide::bench
