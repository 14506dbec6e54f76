// What is told of an index: the columns of the paper's table 1, and what else its first page says.
#pragma once

#include <allide/index.hpp>

#include <string>

namespace allide {
class JsonWriter;
}

namespace allide::cli {

// Fields of the object that is being written.
void write_index_info(JsonWriter& json, const std::string& file, const IndexInfo& info);
std::string index_text(const std::string& file, const IndexInfo& info);

}  // namespace allide::cli
