// The HTML page that web/ builds, into which data are inserted.
#pragma once

#include <allide/report.hpp>

#include <string>
#include <string_view>

namespace allide::detail::report {

// The page without data; empty if the library was built without pages.
std::string_view page_template();

// Inserts the JSON object `head`, with `report` added as its member "report", and the geometry text. No
// string in the JSON can end the page's script early. Returns an Error if the library has no pages.
Result<std::string> filled_page(std::string_view head, std::string_view report, std::string_view geometry);

}  // namespace allide::detail::report
