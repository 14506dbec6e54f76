// Description of an index: the columns of table 1 in the MKtree's paper (paper 002 of docs/papers.md), and
// further numbers from the index's first page.
#pragma once

#include <allide/index.hpp>

#include <string>

namespace allide {
class JsonWriter;
}

namespace allide::cli {

// Writes the fields into the JSON object that is open in `json`.
void write_index_info(JsonWriter& json, const std::string& file, const IndexInfo& info);
std::string index_text(const std::string& file, const IndexInfo& info);

}  // namespace allide::cli
