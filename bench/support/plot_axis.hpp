// One axis of a plot: its range, its ticks, and the position of a value.
#pragma once

#include "support/plot.hpp"

namespace allide::bench {

struct Tick {
    double value;
    std::string label;
};

class PlotAxis {
  public:
    // Covers all values, widened to whole ticks; its ends are drawn at the positions `from` and `to`.
    PlotAxis(Scale scale, const std::vector<double>& values, double from, double to);
    // An axis for bars: positions 0 … n − 1 with half a position of margin on each side, without ticks.
    static PlotAxis of_places(std::size_t n, double from, double to);

    bool shows(double value) const;
    double place(double value) const;
    const std::vector<Tick>& ticks() const { return ticks_; }

  private:
    PlotAxis() = default;
    void linear_ticks();
    void log_ticks();
    double on_scale(double value) const;

    Scale scale_ = Scale::linear;
    double low_ = 0, high_ = 1, from_ = 0, to_ = 1;
    std::vector<Tick> ticks_;
};

}  // namespace allide::bench
