#include "reading.hpp"

#include "arguments.hpp"

#include <CLI/CLI.hpp>

namespace allide::cli {

void add_reading_options(CLI::App& verb, ReadingRequest& request) {
    const auto store = [&request](const std::string& text) { request.sag = text; };
    verb.add_option_function<std::string>(
            "--sag", store,
            "How far triangles may be from the curved surfaces of a STEP file, in its unit of length;\n"
            "by default 1/1000 of each part's size")
        ->type_name("S");
}

LoadOptions load_options(const ReadingRequest& request) {
    if (!request.sag) return {};
    const double sag = parse_length("--sag", *request.sag);
    if (sag == 0) throw Refusal("--sag: a length of more than 0 is needed");
    return {.sag = sag};
}

}  // namespace allide::cli
