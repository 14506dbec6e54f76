// A file that appears whole or not at all. It is written under no name where the system can do that, else
// beside the one it is to become; when all is on the disk, it takes its name, in one step.
#pragma once

#include "index/file/wire.hpp"

#include <cstdint>
#include <filesystem>
#include <string>

namespace allide::index {

class NewFile {
  public:
    // Throws Damage, as all of it does.
    explicit NewFile(const std::filesystem::path& file);
    ~NewFile();  // leaves nothing behind unless it was committed
    NewFile(const NewFile&) = delete;
    NewFile& operator=(const NewFile&) = delete;

    void write(std::uint64_t offset, ByteView bytes);
    void commit();

  private:
    void open_beside();
    void name_it();

    std::filesystem::path file_, target_, beside_;  // beside_ is empty as long as it has no name
    int descriptor_ = -1;
};

// Bytes that are put down and taken up again, in a file that nobody else sees and that ends with the program.
class Spool {
  public:
    explicit Spool(const std::filesystem::path& folder);
    ~Spool();
    Spool(const Spool&) = delete;
    Spool& operator=(const Spool&) = delete;

    std::uint64_t append(ByteView bytes);  // gives the place
    Bytes read(std::uint64_t place, std::size_t count);

  private:
    void flush();

    std::filesystem::path folder_;
    int descriptor_ = -1;
    std::uint64_t written_ = 0;
    Bytes waiting_;
};

}  // namespace allide::index
