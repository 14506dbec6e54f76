// A zip file in memory. The same entries give the same bytes, since no time is stored.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace allide::detail::report {

class ZipWriter {
  public:
    // The name is UTF-8, with '/' between folders. Precondition: the whole file stays below 4 GiB.
    void add(std::string_view name, std::string_view bytes);
    // The file. Nothing may be added afterwards.
    std::string finish();

  private:
    std::string entries_;    // as in the file
    std::string directory_;  // the central directory
    std::uint64_t count_ = 0;
};

}  // namespace allide::detail::report
