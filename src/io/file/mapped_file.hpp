// A memory-mapped file: its bytes are read from disk on access, and their memory can be released again.
#pragma once

#include <allide/result.hpp>

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>

namespace allide::io {

// Move-only. The file must not be truncated while it is mapped. A pipe cannot be mapped and is read into
// memory.
class MappedFile {
  public:
    static Result<MappedFile> open(const std::filesystem::path& file);
    MappedFile(MappedFile&& other) noexcept;
    MappedFile& operator=(MappedFile&& other) noexcept;
    ~MappedFile();

    std::string_view bytes() const;
    // Announces that all bytes will be read soon, so that the system maps them at once.
    void expect_access() const;
    // Releases the memory of the bytes accessed so far. They can still be accessed and are then read again.
    void release_pages() const;

  private:
    MappedFile() = default;
    void* start_ = nullptr;
    std::size_t size_ = 0;
    std::string read_;  // all bytes, if the file could not be mapped
};

}  // namespace allide::io
