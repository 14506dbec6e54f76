#include "scenes/scenes.hpp"

#include "experiments.hpp"

namespace allide::bench {

void run_clash(Report& report, const Settings& settings) {
    compare_moving_boxes(report, settings);
#ifdef ALLIDE_PEER_FCL
    compare_clash_jobs(report, settings);
#endif
}

}  // namespace allide::bench
