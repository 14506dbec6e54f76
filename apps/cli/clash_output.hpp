// Writing clash reports, for the verbs `clash` and `merge`.
#pragma once

#include "interrupt.hpp"
#include "progress.hpp"

#include <allide/report.hpp>

#include <cstddef>
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace allide::cli {

// Shows a bar and stops the work on Ctrl-C.
inline auto progress_callback(ProgressBar& bar, const FinishStepOnInterrupt& interrupt) {
    return [&](std::size_t done, std::size_t all) {
        bar.show(done, all);
        return !interrupt.interrupted();
    };
}

void add_report_outputs(CLI::App& verb, std::vector<std::string>& outputs);
// Throws a Refusal unless a report can be saved under this name.
void expect_report_name(const std::string& file);

// Saves the report and prints it. After Ctrl-C the pictures that are left are not drawn, and every later
// output is marked as partial.
void write_reports(const std::vector<std::string>& outputs, bool json, const ClashBcfOptions& bcf,
                   const FinishStepOnInterrupt& interrupt, ClashReport& report);

}  // namespace allide::cli
