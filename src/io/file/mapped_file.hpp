// A memory-mapped file: bytes are read from disk when they are accessed, and their memory can be released.
#pragma once

#include <allide/result.hpp>

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>

namespace allide::io {

// Move-only. The file must not be truncated while it is mapped. A pipe, which cannot be mapped, is read
// whole.
class MappedFile {
  public:
    static Result<MappedFile> open(const std::filesystem::path& file);
    MappedFile(MappedFile&& other) noexcept;
    MappedFile& operator=(MappedFile&& other) noexcept;
    ~MappedFile();

    std::string_view bytes() const;
    // Releases the memory of the bytes accessed so far. They may be accessed again.
    void release_pages() const;

  private:
    MappedFile() = default;
    void* start_ = nullptr;
    std::size_t size_ = 0;
    std::string read_;  // the bytes if the file is not mapped
};

}  // namespace allide::io
