// The experiments of paper 001, one function per table or figure.
#pragma once

#include "experiments.hpp"

namespace allide::bench {

void aperture_table(Report& report);                                // table 1
void realignment_tables(Report& report, const Settings& settings);  // figure 10
void face_pair_cache(Report& report, const Settings& settings);
void perturbed_parallel_proximity(Report& report, const Settings& settings);  // figure 11
void kdop_point_proximity(Report& report, const Settings& settings);          // figure 12
void ring_sections(Report& report, const Settings& settings);    // named as future work in the paper
void principal_frame(Report& report, const Settings& settings);  // named as future work in the paper

}  // namespace allide::bench
