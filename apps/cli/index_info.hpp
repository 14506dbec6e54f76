// The description of an index: the columns of the paper's table 1 and the other numbers of its first page.
#pragma once

#include <allide/index.hpp>

#include <string>

namespace allide {
class JsonWriter;
}

namespace allide::cli {

// Writes fields of the JSON object that is open.
void write_index_info(JsonWriter& json, const std::string& file, const IndexInfo& info);
std::string index_text(const std::string& file, const IndexInfo& info);

}  // namespace allide::cli
