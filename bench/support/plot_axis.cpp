#include "support/plot_axis.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace allide::bench {
namespace {

// The tick distance: the smallest 1, 2 or 5 times a power of ten with which five steps cover the range.
double round_step(double range) {
    const double raw = range / 5, power = std::pow(10, std::floor(std::log10(raw)));
    for (const double factor : {1.0, 2.0, 5.0})
        if (raw <= factor * power * 1.0001) return factor * power;
    return 10 * power;
}

std::string power_label(int exponent) {
    if (exponent >= -3 && exponent <= 4) return fmt::format("{:g}", std::pow(10, exponent));
    return fmt::format("1e{}", exponent);
}

}  // namespace

PlotAxis::PlotAxis(Scale scale, const std::vector<double>& values, double from, double to)
    : scale_(scale), from_(from), to_(to) {
    std::vector<double> shown;
    for (const double value : values)
        if (shows(value)) shown.push_back(value);
    if (shown.empty()) shown = {1, 10};
    low_ = *std::min_element(shown.begin(), shown.end());
    high_ = *std::max_element(shown.begin(), shown.end());
    scale_ == Scale::log ? log_ticks() : linear_ticks();
}

PlotAxis PlotAxis::of_places(std::size_t n, double from, double to) {
    PlotAxis axis;
    axis.low_ = -0.5;
    axis.high_ = static_cast<double>(n) - 0.5;
    axis.from_ = from;
    axis.to_ = to;
    return axis;
}

bool PlotAxis::shows(double value) const {
    return std::isfinite(value) && (scale_ == Scale::linear || value > 0);
}

double PlotAxis::on_scale(double value) const {
    return scale_ == Scale::log ? std::log10(value) : value;
}

double PlotAxis::place(double value) const {
    const double part = (on_scale(value) - on_scale(low_)) / (on_scale(high_) - on_scale(low_));
    return from_ + part * (to_ - from_);
}

void PlotAxis::linear_ticks() {
    if (low_ > 0 && low_ < 0.4 * high_) low_ = 0;
    if (high_ == low_) high_ = low_ + 1;
    const double step = round_step(high_ - low_);
    low_ = step * std::floor(low_ / step + 1e-9);
    high_ = step * std::ceil(high_ / step - 1e-9);
    for (double value = low_; value <= high_ + step / 2; value += step)
        ticks_.push_back({value, fmt::format("{:g}", std::abs(value) < step / 1e6 ? 0.0 : value)});
}

void PlotAxis::log_ticks() {
    const int first = static_cast<int>(std::floor(std::log10(low_) + 1e-9));
    const int last = std::max(first + 1, static_cast<int>(std::ceil(std::log10(high_) - 1e-9)));
    low_ = std::pow(10, first);
    high_ = std::pow(10, last);
    const int step = (last - first) / 9 + 1;
    for (int exponent = first; exponent <= last; exponent += step)
        ticks_.push_back({std::pow(10, exponent), power_label(exponent)});
}

}  // namespace allide::bench
