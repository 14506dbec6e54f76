// The options that decide about a clash report, shared by the verbs `clash` and `plan`.
#pragma once

#include "reading.hpp"

#include <allide/report.hpp>

#include <optional>
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace allide::cli {

struct ClashRequest {
    std::optional<std::string> clearance, touch, rules, baseline, threads, units, memory_limit, bcf_scale,
        depth_error, bcf_kinds, bcf_limit, kinds, min_depth, min_volume, up;
    std::vector<std::string> between;  // two patterns per use of the option
    std::string bcf_version = "2.1";
    ReadingRequest reading;
    bool strict = false, estimate_sag = false;
};

// All options of a run, checked before any scene is read.
struct ClashTask {
    ClashReportOptions report;
    ClashLoadOptions load;
    ClashBcfOptions bcf;
};

// Checks and parses the options. Throws a Refusal.
ClashTask check_request(const ClashRequest& request);
unsigned parse_threads(const std::optional<std::string>& text);

void add_clash_options(CLI::App& verb, ClashRequest& request);

// Thousands of parts are loaded and freed, so freed memory is returned to the system at once.
void return_freed_memory();

}  // namespace allide::cli
