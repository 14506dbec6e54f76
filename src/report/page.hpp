// The page that web/ builds, with an answer put into it.
#pragma once

#include <allide/report.hpp>

#include <string>
#include <string_view>

namespace allide::report {

// The built page; empty where the library was built without.
std::string_view page_template();

// `head` is a JSON object; `report` is added to it under that name. Whatever the names in them, they end no
// script early.
Result<std::string> filled_page(std::string_view head, std::string_view report, std::string_view geometry);

}  // namespace allide::report
