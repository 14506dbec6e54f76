#include "papers/paper_004.hpp"

#include "papers/papers.hpp"

namespace allide::bench {

void run_paper_004(Report& report, const Settings& settings) {
    report.add_paragraph(
        "The copy of the paper that was used lacks its numerals. A value that is called the paper's below "
        "follows from its sentences, formulas and analysis.");
    level_drawing(report, settings);
    covariance_table(report, settings);
    box_tests(report, settings);
    cost_table(report, settings);
    tightness_table(report, settings);
    close_proximity(report, settings);
    scene_table(report, settings);
}

}  // namespace allide::bench
