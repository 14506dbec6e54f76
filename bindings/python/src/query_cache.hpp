// Python's QueryCache: a cache is for one thread at a time, and queries release the GIL.
#pragma once

#include <allide/query.hpp>

#include <mutex>

namespace allide::python {

struct LockedCache {
    QueryCache cache;
    std::mutex mutex;
};

}  // namespace allide::python
