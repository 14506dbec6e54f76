// The experiments of `allide bench NAME`.
#pragma once

#include "support/report.hpp"

#include <filesystem>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace allide::bench {

// quick: takes seconds, for tests; standard: takes minutes; full: the papers' own sizes and step counts.
enum class Size { quick, standard, full };

// Thrown by Settings::on_text to end a run early; the results up to then are kept.
struct Stopped {};

struct Settings {
    Size size = Size::standard;
    std::filesystem::path models = {};  // folder that contains scans/…; it may not exist
    std::function<void(std::string_view)> on_text = {};
};

struct Experiment {
    std::string_view name;   // such as "paper-004"
    std::string_view title;  // one line, shown in the list of names
    void (*run)(Report& report, const Settings& settings);
};

std::span<const Experiment> all_experiments();
// Returns null if no experiment has this name.
const Experiment* find_experiment(std::string_view name);

// Runs an experiment and returns its report; if it was stopped early, with the results obtained until then.
Report run(const Experiment& experiment, const Settings& settings);

// The Markdown page of all reports, with commit, machine and date. For the papers' experiments it is
// docs/papers.md, which also has an introduction and derivations.
std::string page_of(const std::vector<Report>& reports, const Settings& settings,
                    const std::string& pictures);

}  // namespace allide::bench
