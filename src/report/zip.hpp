// A zip file in memory. The same entries give the same bytes, since no time is stored.
#pragma once

#include "report/compressed.hpp"

#include <cstdint>
#include <string>
#include <string_view>

namespace allide::detail::report {

// An entry in the form in which the file stores it.
struct ZipEntry {
    std::string name = {};  // UTF-8, with '/' between folders
    std::string stored = {};
    bool is_deflated = false;
    std::uint64_t size = 0;  // size of the uncompressed contents, in bytes
    std::uint64_t checksum = 0;
};
ZipEntry deflated_entry(std::string name, std::string_view bytes, Deflater& deflater);
// Makes an uncompressed entry, for contents that are compressed already, such as pictures.
ZipEntry stored_entry(std::string name, std::string bytes);

class ZipWriter {
  public:
    // Requires that the whole file stays below 4 GiB.
    void add(const ZipEntry& entry);
    void add(std::string_view name, std::string_view bytes);
    // Returns the file. Nothing may be added afterwards.
    std::string finish();

  private:
    std::string entries_;    // all entries so far, as in the file
    std::string directory_;  // central directory of these entries
    std::uint64_t count_ = 0;
};

}  // namespace allide::detail::report
