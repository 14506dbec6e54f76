#pragma once

#include <allide/index.hpp>

#include <filesystem>

namespace allide::python {

// Python's Index: it can be opened again, in another process or for a clash report.
struct OpenIndex {
    Index index;
    std::filesystem::path file;
};

}  // namespace allide::python
