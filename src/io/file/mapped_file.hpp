// A file's bytes without reading all of them: those that are looked at come from the disk, and can be given
// back.
#pragma once

#include <allide/result.hpp>

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>

namespace allide::io {

// Move-only. The file must not be cut while it is mapped. What cannot be mapped, such as a pipe, is read.
class MappedFile {
  public:
    static Result<MappedFile> open(const std::filesystem::path& file);
    MappedFile(MappedFile&& other) noexcept;
    MappedFile& operator=(MappedFile&& other) noexcept;
    ~MappedFile();

    std::string_view bytes() const;
    // The memory of what was looked at; looking at it again is no mistake.
    void give_back() const;

  private:
    MappedFile() = default;
    void* start_ = nullptr;
    std::size_t size_ = 0;
    std::string read_;  // where nothing is mapped
};

}  // namespace allide::io
