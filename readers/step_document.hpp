// Parses a STEP file into an Open CASCADE document.
#pragma once

#include "reader_main.hpp"

#include <TDocStd_Document.hxx>

namespace allide::readers {

struct StepDocument {
    Handle(TDocStd_Document) document;  // products and their occurrences, in the file's unit of length
    double millimetres = 0;             // millimetres per unit of length; 0: the file does not say
};
// Throws Failure with the line of the first error.
StepDocument step_document(const Request& request, std::vector<Note>& notes);

}  // namespace allide::readers
