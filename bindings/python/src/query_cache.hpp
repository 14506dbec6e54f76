// Python's QueryCache with a lock: only one thread at a time may use a cache, and queries release the GIL.
#pragma once

#include <allide/query.hpp>

#include <mutex>

namespace allide::python {

struct LockedCache {
    QueryCache cache;
    std::mutex mutex;
};

}  // namespace allide::python
