#pragma once

#include <allide/convex.hpp>

#include <string>
#include <vector>

namespace allide::python {

// Python's ConvexBody remembers how it was made, for pickling.
struct Body {
    ConvexBody body;
    std::string maker;
    std::vector<double> numbers;
};

}  // namespace allide::python
