#include "papers/paper_004.hpp"

#include "papers/papers.hpp"

namespace allide::bench {

void run_paper_004(Report& report, const Settings& settings) {
    report.say(
        "The copy of the paper that we worked from has lost its numerals. Where a value below is called the "
        "paper's, it "
        "is what its sentences, formulas and analysis say.");
    level_drawing(report, settings);
    covariance_table(report, settings);
    box_tests(report, settings);
    cost_table(report, settings);
    tightness_table(report, settings);
    close_proximity(report, settings);
    scene_table(report, settings);
}

}  // namespace allide::bench
