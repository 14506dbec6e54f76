// The HTML page that web/ builds, with an answer inserted.
#pragma once

#include <allide/report.hpp>

#include <string>
#include <string_view>

namespace allide::detail::report {

// The page without data; empty if the library was built without pages.
std::string_view page_template();

// Inserts the JSON object `head`, with `report` added to it under that name, and the geometry text. No string
// in them can end the page's script early. An Error if the library was built without pages.
Result<std::string> filled_page(std::string_view head, std::string_view report, std::string_view geometry);

}  // namespace allide::detail::report
