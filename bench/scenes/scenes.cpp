#include "scenes/scenes.hpp"

#include "experiments.hpp"

namespace allide::bench {

void run_clash(Report& report, const Settings& settings) {
    race_of_moving_boxes(report, settings);
#ifdef ALLIDE_PEER_FCL
    race_of_clash_jobs(report, settings);
#endif
}

}  // namespace allide::bench
