// The files to which an index is written: a new file, or an index that is extended.
#pragma once

#include "index/file/byte_stream.hpp"
#include "index/file/page.hpp"

#include <cstdint>
#include <filesystem>
#include <string>

namespace allide::index {

// All members throw IndexFailure.
class OutputFile {
  public:
    virtual ~OutputFile() = default;
    virtual void write(std::uint64_t offset, ByteView bytes) = 0;  // safe from any number of threads
    // Completes the file in one atomic step. `header` becomes its first page.
    virtual void commit(const Page& header) = 0;
};

// A file that appears completely or not at all. It is written without a name if the file system supports
// that, and otherwise under a temporary name in the same folder. Once all bytes are on disk, it gets its
// final name in one atomic step.
class NewFile : public OutputFile {
  public:
    explicit NewFile(const std::filesystem::path& file);
    ~NewFile() override;  // removes the file unless commit() was called
    NewFile(const NewFile&) = delete;
    NewFile& operator=(const NewFile&) = delete;

    void write(std::uint64_t offset, ByteView bytes) override;
    void commit();
    void commit(const Page& header) override;

  private:
    void open_temporary();
    void link_temporary();

    std::filesystem::path file_, target_, temporary_;  // temporary_ is empty while the file has no name
    int descriptor_ = -1;
};

// An index to which pages are appended. Its header page says that an append is under way before anything is
// added, so that an interrupted append leaves the old index, followed by bytes that readers ignore and that
// the next append removes. The new header page is written last.
class ExtendedFile : public OutputFile {
  public:
    // Locks the file against other appends, which are refused.
    explicit ExtendedFile(const std::filesystem::path& file);
    ~ExtendedFile() override;  // restores the old index unless commit() was called
    ExtendedFile(const ExtendedFile&) = delete;
    ExtendedFile& operator=(const ExtendedFile&) = delete;

    // Marks the file as being extended, and removes the bytes that an interrupted append has left. `header`
    // is the file's present header.
    void begin(const Header& header);
    void write(std::uint64_t offset, ByteView bytes) override;
    void commit(const Page& header) override;

  private:
    void write_header(const Page& header);

    std::filesystem::path file_;
    int descriptor_ = -1;
    Header old_;
    bool begun_ = false;
};

// A file without a name, which the system deletes when the program ends.
class TemporaryFile {
  public:
    explicit TemporaryFile(const std::filesystem::path& folder);
    ~TemporaryFile();
    TemporaryFile(const TemporaryFile&) = delete;
    TemporaryFile& operator=(const TemporaryFile&) = delete;

    std::uint64_t append(ByteView bytes);  // returns the offset of the appended bytes
    void finish_writing();                 // nothing may be appended after that
    // Requires finish_writing(). Safe from any number of threads.
    Bytes read(std::uint64_t place, std::size_t count) const;

  private:
    void flush();

    std::filesystem::path folder_;
    int descriptor_ = -1;
    std::uint64_t written_ = 0;
    Bytes waiting_;
};

}  // namespace allide::index
