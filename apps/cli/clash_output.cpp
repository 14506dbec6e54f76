#include "clash_output.hpp"

#include "output.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

namespace allide::cli {

void add_report_outputs(CLI::App& verb, std::vector<std::string>& outputs) {
    verb.add_option("-o", outputs,
                    "Also write the report to this .html, .json, .csv or .bcf file; may be repeated")
        ->type_name("FILE")
        ->allow_extra_args(false)
        ->group("Output");
}

void expect_report_name(const std::string& file) {
    if (!ClashReport::can_save(file))
        throw Refusal(fmt::format("-o {}: expected a name that ends in .html, .json, .csv or .bcf", file));
}

void write_reports(const std::vector<std::string>& outputs, bool json, const ClashBcfOptions& bcf,
                   const FinishStepOnInterrupt& interrupt, ClashReport& report) {
    for (const std::string& file : outputs) {
        ProgressBar bar("pictures of " + file);
        const auto progress = progress_callback(bar, interrupt);
        ClashSaveOptions options;
        options.bcf = bcf;
        options.page.progress = options.bcf.progress = progress;
        if (const auto error = report.save(file, options)) throw Refusal(error->text());
        report.partial = report.partial || interrupt.interrupted();
    }
    print(json ? report.json() : report.text());
}

}  // namespace allide::cli
