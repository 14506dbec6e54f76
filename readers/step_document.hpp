// Parses a STEP file into an Open CASCADE document.
#pragma once

#include "reader_main.hpp"

#include <TDocStd_Document.hxx>

namespace allide::readers {

// The document has the products and their occurrences, in the file's unit of length. Throws Failure with the
// line of the first error.
Handle(TDocStd_Document) step_document(const Request& request, std::vector<Note>& notes);

}  // namespace allide::readers
