// A straight line through points on logarithmic axes.
#pragma once

#include <cmath>
#include <utility>
#include <vector>

namespace allide::bench {

struct PowerLaw {
    double slope = 0;         // y ~ x^slope
    double from = 0, to = 0;  // the range of x of the fitted points
    std::size_t points = 0;   // number of fitted points; with fewer than 3 the slope is meaningless
    bool fitted() const { return points >= 3; }
};

// Least-squares fit. All coordinates must be positive.
inline PowerLaw fit_power_law(const std::vector<std::pair<double, double>>& points) {
    PowerLaw law;
    double n = 0, sx = 0, sy = 0, sxx = 0, sxy = 0;
    for (const auto& [x, y] : points) {
        const double u = std::log(x), v = std::log(y);
        n += 1;
        sx += u;
        sy += v;
        sxx += u * u;
        sxy += u * v;
        law.from = law.points == 0 ? x : std::min(law.from, x);
        law.to = law.points == 0 ? x : std::max(law.to, x);
        ++law.points;
    }
    if (law.points >= 2) law.slope = (n * sxy - sx * sy) / (n * sxx - sx * sx);
    return law;
}

}  // namespace allide::bench
