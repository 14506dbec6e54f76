// A file that appears completely or not at all. It is written without a name if the file system supports
// that, else under a temporary name in the same folder. Once all bytes are on disk, it gets its final name in
// one atomic step.
#pragma once

#include "index/file/byte_stream.hpp"

#include <cstdint>
#include <filesystem>
#include <string>

namespace allide::index {

class NewFile {
  public:
    // All members throw IndexFailure.
    explicit NewFile(const std::filesystem::path& file);
    ~NewFile();  // removes the file unless commit() was called
    NewFile(const NewFile&) = delete;
    NewFile& operator=(const NewFile&) = delete;

    void write(std::uint64_t offset, ByteView bytes);
    void commit();

  private:
    void open_temporary();
    void link_temporary();

    std::filesystem::path file_, target_, temporary_;  // temporary_ is empty while the file has no name
    int descriptor_ = -1;
};

// A file without a name, which the system deletes when the program ends.
class TemporaryFile {
  public:
    explicit TemporaryFile(const std::filesystem::path& folder);
    ~TemporaryFile();
    TemporaryFile(const TemporaryFile&) = delete;
    TemporaryFile& operator=(const TemporaryFile&) = delete;

    std::uint64_t append(ByteView bytes);  // returns the offset of the appended bytes
    Bytes read(std::uint64_t place, std::size_t count);

  private:
    void flush();

    std::filesystem::path folder_;
    int descriptor_ = -1;
    std::uint64_t written_ = 0;
    Bytes waiting_;
};

}  // namespace allide::index
