// A zip file in memory. The same entries give the same bytes: no times are kept.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace allide::report {

class ZipWriter {
  public:
    // The name is UTF-8, with '/' between folders. Each entry, and all of them, have less than 4 GiB.
    void add(std::string_view name, std::string_view bytes);
    // The file. Nothing can be added after.
    std::string finish();

  private:
    std::string entries_;    // one after the other, as in the file
    std::string directory_;  // where they are
    std::uint64_t count_ = 0;
};

}  // namespace allide::report
