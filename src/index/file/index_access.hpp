// Gives the queries access to the Reader of an open Index.
#pragma once

#include "base/precondition.hpp"
#include "index/file/reader.hpp"

#include <allide/index.hpp>

namespace allide::detail {

struct IndexFile {
    IndexFile(const std::filesystem::path& file, std::uint64_t memory_limit) : reader(file, memory_limit) {}
    index::Reader reader;
};

struct IndexAccess {
    static const index::Reader& reader(const Index& index) {
        base::expect(index.file_ != nullptr, "this Index was moved from: it holds no file");
        return index.file_->reader;
    }
};

}  // namespace allide::detail

namespace allide {

// Found by argument-dependent lookup. Throws PreconditionError for a moved-from index.
inline const index::Reader& reader_of(const Index& index) {
    return detail::IndexAccess::reader(index);
}

}  // namespace allide
