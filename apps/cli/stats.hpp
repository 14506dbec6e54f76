// Statistics of a query as JSON and as text.
#pragma once

#include <allide/query.hpp>
#include <allide/report.hpp>

#include <string>

namespace allide::cli {

void write_stats(JsonWriter& json, const QueryStats& stats, double seconds);
void append_stats(std::string& text, const QueryStats& stats, double seconds);

}  // namespace allide::cli
