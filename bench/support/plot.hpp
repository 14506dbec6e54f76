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
    std::string label;  // the axis title, with the unit
    Scale scale = Scale::linear;
};

struct Series {
    std::string name;
    // Pairs (x, y). On a logarithmic axis, values that are not positive are left out.
    std::vector<std::pair<double, double>> points;
    Mark mark = Mark::line;
};

struct Plot {
    std::string name;  // name of its SVG file, without the extension
    std::string title;
    Axis x, y;
    std::vector<Series> series = {};
    std::vector<std::string> categories = {};  // names of the positions 0, 1, … on the x axis, for bars
    // For ratios: bars start at 1 and go up or down, and the value is written at the end of each bar.
    bool ratios = false;
    std::size_t most_drawn = 0;  // draw at most this many evenly chosen points per series; 0: all
};

std::string as_svg(const Plot& plot);
// Table of all points, one per row: series, x, y.
Table points_of(const Plot& plot);

// Escapes text for SVG.
std::string escaped(const std::string& text);
// The colour of the n-th series. The colours can be distinguished with any kind of colour vision.
std::string colour(std::size_t n);

}  // namespace allide::bench
