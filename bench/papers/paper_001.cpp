#include "papers/paper_001.hpp"

#include "papers/papers.hpp"

namespace allide::bench {

void run_paper_001(Report& report, const Settings& settings) {
    report.say(
        "Of the paper's results only table 1 is printed in numbers; figures 10 to 12 are curves, of which "
        "its text says in "
        "words what they show. Those words are what the findings are compared with.");
    aperture_table(report);
    realignment_tables(report, settings);
    face_pair_cache(report, settings);
    perturbed_parallel_proximity(report, settings);
    kdop_point_proximity(report, settings);
    ring_sections(report, settings);
    principal_frame(report, settings);
}

}  // namespace allide::bench
