// The experiments of paper 000, one function per table or figure, and the numbers of its tables.
#pragma once

#include "experiments.hpp"
#include "papers/rotation.hpp"

#include <array>
#include <optional>
#include <string>
#include <vector>

namespace allide::bench {

// A row of the paper's tables 1 to 6: milliseconds, seconds and megabytes on an SGI R10000 of 194 MHz. Only
// the CAD bodies have all columns; the synthetic bodies have 6-DOPs and OBBs only.
struct PaperRow {
    const char* name;
    std::uint64_t triangles;
    std::array<std::optional<double>, 4> query_ms, build_s, megabytes;  // for 6-, 8-, 14-DOPs and OBBs
};
std::vector<PaperRow> rows_of_paper_000();

// The corresponding row measured here, with the engines in the same order.
struct MeasuredRow {
    std::string name;  // such as "lock: rocker-arm (scan)"
    std::uint64_t triangles;
    std::vector<RotationCurve> curves;
    std::vector<double> build_seconds;
    std::vector<TreeInfo> trees;
};

// The engines: 6-, 8-, 14-DOPs with Zachmann's builder and realignment, and OBBs.
std::vector<Engine> engines_of_paper_000();
RotationSetting setting_of_paper_000(Size size);
MeasuredRow measure_row(const std::string& name, const Mesh& mesh, const std::vector<Engine>& engines,
                        const RotationSetting& setting);

void orientation_tables(Report& report, const std::vector<MeasuredRow>& rows);  // tables 1-3
void obb_tables(Report& report, const std::vector<MeasuredRow>& rows);          // tables 4-6
void rotation_figures(Report& report, const std::vector<MeasuredRow>& rows, const Settings& settings);
void more_orientations(Report& report, const Settings& settings);  // named as future work in the paper
void why_eight_is_bad(Report& report, const Settings& settings);
void depth_histogram(Report& report, const Settings& settings);           // section 4.2
void tested_triangles_picture(Report& report, const Settings& settings);  // figure 1

}  // namespace allide::bench
