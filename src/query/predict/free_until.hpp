// A lower bound of the time of the first contact, for searches that certify intervals of time and refine the
// rest themselves: what follows an event in doubt is not searched.
#pragma once

#include <allide/predict.hpp>

namespace allide::query {

// A time before which the moving model, whose motion is one screw or translation, certainly stays farther
// than the clearance from b; 2 if it does so for the whole motion.
double free_until(const Moving& a, const Placed& b, double clearance, double tolerance);

}  // namespace allide::query
