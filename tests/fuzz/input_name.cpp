#include "input_name.hpp"

const std::string_view input_name = ALLIDE_FUZZ_NAME;
