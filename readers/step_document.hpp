// A STEP file as Open CASCADE understands it.
#pragma once

#include "reader_main.hpp"

#include <TDocStd_Document.hxx>

namespace allide::readers {

// The products and their occurrences, in the file's unit of length. Fails with the place of what is wrong.
Handle(TDocStd_Document) step_document(const Request& request, std::vector<Note>& notes);

}  // namespace allide::readers
