// What `allide bench NAME` runs.
#pragma once

#include "support/report.hpp"

#include <filesystem>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace allide::bench {

// quick: seconds, for tests; standard: minutes; full: the papers' own sizes and numbers of steps.
enum class Size { quick, standard, full };

// Thrown by Settings::tell to end a run early; what is done is kept.
struct Stopped {};

struct Settings {
    Size size = Size::standard;
    std::filesystem::path models = {};  // a folder with scans/…; may be missing
    std::function<void(std::string_view)> tell = {};
};

struct Experiment {
    std::string_view name;   // "paper-004"
    std::string_view title;  // a line for the list of names
    void (*run)(Report& report, const Settings& settings);
};

std::span<const Experiment> all_experiments();
// Null if there is none of this name.
const Experiment* find_experiment(std::string_view name);

// Runs one and gathers what it found; if it was stopped, what it found so far.
Report run(const Experiment& experiment, const Settings& settings);

// The page of all reports with the commit, the machine and the day; of papers also with what is said around
// them on docs/papers.md.
std::string page_of(const std::vector<Report>& reports, const Settings& settings,
                    const std::string& pictures);

}  // namespace allide::bench
