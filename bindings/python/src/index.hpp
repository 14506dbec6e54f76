#pragma once

#include <allide/index.hpp>

#include <filesystem>

namespace allide::python {

// Python's Index, with the path by which another process or a clash report can open the same file again.
struct OpenIndex {
    Index index;
    std::filesystem::path file;
};

}  // namespace allide::python
