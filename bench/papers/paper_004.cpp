#include "papers/paper_004.hpp"

#include "papers/papers.hpp"

namespace allide::bench {

void run_paper_004(Report& report, const Settings& settings) {
    box_tests(report, settings);
    scene_table(report, settings);
}

}  // namespace allide::bench
