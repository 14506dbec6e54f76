#pragma once

#include <allide/convex.hpp>

#include <string>
#include <vector>

namespace allide::python {

// Python's ConvexBody, with the name of the function that made it and that function's numbers, for pickling.
struct Body {
    ConvexBody body;
    std::string maker;
    std::vector<double> numbers;
};

}  // namespace allide::python
