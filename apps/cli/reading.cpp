#include "reading.hpp"

#include "arguments.hpp"

#include <CLI/CLI.hpp>

namespace allide::cli {

void add_reading_options(CLI::App& verb, ReadingRequest& request) {
    const auto store = [&request](const std::string& text) { request.sag = text; };
    verb.add_option_function<std::string>(
            "--sag", store,
            "Approximate curved surfaces of STEP files within S, in the file's unit (default: 1/1000 of each "
            "part's size, and edges of curves turn by at most 10 degrees)")
        ->type_name("S")
        ->group("Input");
}

LoadOptions load_options(const ReadingRequest& request) {
    if (!request.sag) return {};
    const double sag = parse_length("--sag", *request.sag);
    if (sag == 0) throw Refusal("--sag: expected a length above 0, found 0");
    return {.sag = sag};
}

}  // namespace allide::cli
