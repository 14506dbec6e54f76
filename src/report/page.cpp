#include "report/page.hpp"

namespace allide {

bool has_pages() {
    return !detail::report::page_template().empty();
}

}  // namespace allide

namespace allide::detail::report {

namespace {

constexpr std::string_view data_place = "<!--allide:data-->";

// Escapes '<', which in JSON appears only in strings, so that neither </script> nor <!-- can appear.
std::string escaped_for_html(std::string_view json) {
    std::string out;
    out.reserve(json.size());
    for (const char c : json)
        if (c == '<')
            out += "\\u003c";
        else
            out += c;
    return out;
}

}  // namespace

Result<std::string> filled_page(std::string_view head, std::string_view report, std::string_view geometry) {
    const std::string_view page = page_template();
    const std::size_t place = page.find(data_place);
    if (place == std::string_view::npos)
        return Error{.message =
                         "this allide was built without its page for browsers: install nodejs and npm, and "
                         "build again"};
    head.remove_suffix(1);  // removes the closing brace
    std::string out;
    out.reserve(page.size() + head.size() + report.size() + geometry.size() + 1000);
    out += page.substr(0, place);
    out += R"(<script type="application/json" id="allide-data">)";
    out += escaped_for_html(head);
    out += R"(,"report":)";
    out += escaped_for_html(report);
    out += "}</script>\n";
    out += R"(<script type="text/plain" id="allide-geometry">)";
    out += geometry;
    out += "</script>";
    out += page.substr(place + data_place.size());
    return out;
}

}  // namespace allide::detail::report
