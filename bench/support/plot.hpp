// Plots as SVG: lines, points and bars on linear or logarithmic axes.
#pragma once

#include "support/table.hpp"

#include <string>
#include <utility>
#include <vector>

namespace allide::bench {

enum class Scale { linear, log };
enum class Mark { line, points, bars };

struct Axis {
    std::string label;  // with its unit
    Scale scale = Scale::linear;
};

struct Series {
    std::string name;
    std::vector<std::pair<double, double>> points;  // on a log axis what is not positive is left out
    Mark mark = Mark::line;
};

struct Plot {
    std::string name;  // of its SVG file, without the extension
    std::string title;
    Axis x, y;
    std::vector<Series> series = {};
    std::vector<std::string> categories = {};  // names of the places 0, 1, … on x, for bars
    // Ratios: bars stand on 1, up for more and down for less, and have their values at their ends.
    bool ratios = false;
    std::size_t most_drawn = 0;  // points of each series, evenly chosen; 0: all
};

std::string as_svg(const Plot& plot);
// All points, a row each: series, x and y.
Table points_of(const Plot& plot);

// Text within SVG.
std::string escaped(const std::string& text);
// The colour of the n-th series: told apart with every kind of colour vision.
std::string colour(std::size_t n);

}  // namespace allide::bench
