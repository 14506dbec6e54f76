// Paper 001, table 1: the smallest half angle at which cones around a k-DOP's directions cover the sphere.
#include "papers/paper_001.hpp"
#include "volume/hull/directions.hpp"

#include <cmath>
#include <numbers>

#include <fmt/format.h>

namespace allide::bench {

void aperture_table(Report& report) {
    report.add_section("Apertures of the direction cones (table 1)");
    struct Row {
        int k;
        double computed, printed;
    };
    const std::vector<Row> rows{{6, volume::aperture<6>(), 0.57735},
                                {12, volume::aperture<12>(), 0.787539},
                                {14, volume::aperture<14>(), 0.806898},
                                {18, volume::aperture<18>(), 0.816497},
                                {26, volume::aperture<26>(), 0.886452}};
    Table table{.name = "apertures",
                .caption =
                    "The cosine of the smallest half angle at which the cones around the k directions cover "
                    "all directions.",
                .columns = {"k", "aperture", "half angle, degrees", "paper: aperture", "agrees"},
                .repeats = Repeats::always};
    std::string wrong;
    for (const Row& row : rows) {
        const bool agrees = std::abs(row.computed - row.printed) < 1e-5;
        if (!agrees)
            wrong += fmt::format("{}the {}-DOP has {:.6f}, not {:.6f}", wrong.empty() ? "" : "; ", row.k,
                                 row.computed, row.printed);
        table.add({cell(row.k), fmt::format("{:.6f}", row.computed),
                   fmt::format("{:.2f}", 180 / std::numbers::pi * std::acos(row.computed)),
                   fmt::format("{:g}", row.printed), agrees ? "yes" : "no"});
    }
    report.add(table);
    report.add_finding(wrong.empty(), "the five apertures of table 1",
                       wrong.empty() ? "all agree" : wrong + "; the others agree");
}

}  // namespace allide::bench
