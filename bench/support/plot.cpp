#include "support/plot.hpp"

#include "support/plot_axis.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

namespace allide::bench {
namespace {

constexpr double left = 82, right = 700, top = 44, bottom = 352, line_height = 18;

std::vector<double> values_of(const Plot& plot, bool of_x) {
    std::vector<double> values;
    for (const Series& series : plot.series)
        for (const auto& [x, y] : series.points) values.push_back(of_x ? x : y);
    // Linear axes of bar charts include 0, where the bars start.
    const bool bars = std::ranges::any_of(plot.series, [](const Series& s) { return s.mark == Mark::bars; });
    if (bars && !of_x && plot.y.scale == Scale::linear) values.push_back(0);
    if (plot.ratios && !of_x) values.push_back(1);
    return values;
}

std::string text_at(double x, double y, const char* anchor, const std::string& text,
                    const std::string& more = "") {
    return fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\"{}>{}</text>\n", x, y, anchor, more,
                       escaped(text));
}

// A number that is short enough to be written at the end of a bar.
std::string short_number(double value) {
    return value < 1000 ? cell(value, 2) : cell(value / 1000, 2) + "k";
}

class Drawing {
  public:
    explicit Drawing(const Plot& plot)
        : plot_(plot),
          x_(plot.categories.empty() ? PlotAxis(plot.x.scale, values_of(plot, true), left, right)
                                     : PlotAxis::of_places(plot.categories.size(), left, right)),
          y_(plot.y.scale, values_of(plot, false), bottom, top) {}

    std::string svg() const {
        const double height = bottom + 66 + line_height * static_cast<double>((plot_.series.size() + 2) / 3);
        std::string text = fmt::format(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 740 {0:.0f}\" width=\"740\" "
            "height=\"{0:.0f}\" font-family=\"sans-serif\" font-size=\"12\" fill=\"#222\">\n"
            "<rect width=\"740\" height=\"{0:.0f}\" fill=\"#fff\"/>\n",
            height);
        text += text_at((left + right) / 2, 24, "middle", plot_.title, " font-size=\"15\"");
        text += grid() + labels();
        for (std::size_t n = 0; n < plot_.series.size(); ++n) text += series(n) + legend(n);
        return text + "</svg>\n";
    }

  private:
    std::string grid() const {
        std::string text;
        const auto line = [&](double x1, double y1, double x2, double y2, const char* stroke) {
            text += fmt::format("<path d=\"M{:.1f} {:.1f}L{:.1f} {:.1f}\" stroke=\"{}\"/>\n", x1, y1, x2, y2,
                                stroke);
        };
        for (const Tick& tick : x_.ticks()) {
            line(x_.place(tick.value), top, x_.place(tick.value), bottom, "#e3e3e3");
            text += text_at(x_.place(tick.value), bottom + 17, "middle", tick.label);
        }
        for (const Tick& tick : y_.ticks()) {
            line(left, y_.place(tick.value), right, y_.place(tick.value), "#e3e3e3");
            text += text_at(left - 7, y_.place(tick.value) + 4, "end", tick.label);
        }
        for (std::size_t i = 0; i < plot_.categories.size(); ++i)
            text += text_at(x_.place(static_cast<double>(i)), bottom + 17, "middle", plot_.categories[i]);
        line(left, bottom, right, bottom, "#555");
        line(left, top, left, bottom, "#555");
        return text;
    }

    std::string labels() const {
        const double middle = (top + bottom) / 2;
        return text_at((left + right) / 2, bottom + 38, "middle", plot_.x.label) +
               text_at(18, middle, "middle", plot_.y.label,
                       fmt::format(" transform=\"rotate(-90 18 {:.1f})\"", middle).c_str());
    }

    std::string series(std::size_t n) const {
        std::vector<std::pair<double, double>> places;
        const auto& points = plot_.series[n].points;
        const std::size_t step = plot_.most_drawn == 0 ? 1 : points.size() / plot_.most_drawn + 1;
        for (std::size_t i = 0; i < points.size(); i += step)
            if (const auto& [x, y] = points[i]; x_.shows(x) && y_.shows(y))
                places.emplace_back(x_.place(x), y_.place(y));
        switch (plot_.series[n].mark) {
            case Mark::line:
                return line(places, n);
            case Mark::points:
                return dots(places, n, places.size() > 400 ? 1.1 : 3);
            default:
                return bars(n);
        }
    }

    static std::string line(const std::vector<std::pair<double, double>>& places, std::size_t n) {
        std::string path;
        for (const auto& [x, y] : places)
            path += fmt::format("{}{:.1f} {:.1f}", path.empty() ? "M" : "L", x, y);
        return fmt::format("<path d=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"1.8\"/>\n", path,
                           colour(n)) +
               (places.size() <= 60 ? dots(places, n, 2.6) : "");
    }

    static std::string dots(const std::vector<std::pair<double, double>>& places, std::size_t n,
                            double radius) {
        // A round cap on a path without length is a dot, in far fewer bytes than a circle element.
        std::string path;
        for (const auto& [x, y] : places) path += fmt::format("M{:.1f} {:.1f}h0", x, y);
        return fmt::format(
            "<path d=\"{}\" stroke=\"{}\" stroke-width=\"{:.1f}\" stroke-linecap=\"round\"/>\n", path,
            colour(n), 2 * radius);
    }

    std::string bars(std::size_t n) const {
        const double room =
            (right - left) / static_cast<double>(std::max<std::size_t>(1, plot_.categories.size()));
        const double wide = 0.8 * room / static_cast<double>(plot_.series.size());
        const double ground = plot_.ratios ? y_.place(1) : bottom;
        std::string text;
        for (const auto& [place, value] : plot_.series[n].points) {
            if (!x_.shows(place) || !y_.shows(value)) continue;
            const double x = x_.place(place) - 0.4 * room + static_cast<double>(n) * wide,
                         y = y_.place(value);
            text += fmt::format(
                "<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" fill=\"{}\"/>\n", x,
                std::min(y, ground), 0.94 * wide, std::abs(ground - y), colour(n));
            if (plot_.ratios) text += upright(x + 0.47 * wide, y, y < ground, short_number(value));
        }
        return text;
    }

    // A vertical number beyond the end of a bar; bars are too narrow for horizontal numbers.
    static std::string upright(double x, double y, bool above, const std::string& number) {
        const double baseline = x + 3, end = above ? y - 3 : y + 3;
        return text_at(
            baseline, end, above ? "start" : "end", number,
            fmt::format(" font-size=\"9\" transform=\"rotate(-90 {:.1f} {:.1f})\"", baseline, end));
    }

    // Entry `n` of the legend below the plot, which has three entries per line.
    std::string legend(std::size_t n) const {
        const double x = left + 206 * static_cast<double>(n % 3);
        const double y = bottom + 60 + line_height * static_cast<double>(n / 3);
        return fmt::format("<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"14\" height=\"8\" fill=\"{}\"/>\n", x,
                           y - 8, colour(n)) +
               text_at(x + 20, y, "start", plot_.series[n].name);
    }

    const Plot& plot_;
    PlotAxis x_, y_;
};

}  // namespace

Table points_of(const Plot& plot) {
    Table table{.name = plot.name + "-points",
                .caption = plot.title,
                .columns = {"series", plot.x.label, plot.y.label}};
    for (const Series& series : plot.series)
        for (const auto& [x, y] : series.points)
            table.add({series.name,
                       plot.categories.empty() ? cell(x, 6) : plot.categories[static_cast<std::size_t>(x)],
                       cell(y, 6)});
    return table;
}

std::string as_svg(const Plot& plot) {
    return Drawing(plot).svg();
}

std::string escaped(const std::string& text) {
    std::string result;
    for (const char c : text) {
        if (c == '&')
            result += "&amp;";
        else if (c == '<')
            result += "&lt;";
        else if (c == '>')
            result += "&gt;";
        else
            result += c;
    }
    return result;
}

std::string colour(std::size_t n) {
    constexpr std::array<const char*, 8> colours{"#0072b2", "#d55e00", "#009e73", "#cc79a7",
                                                 "#e69f00", "#56b4e9", "#333333", "#8a6d3b"};
    return colours[n % colours.size()];
}

}  // namespace allide::bench
