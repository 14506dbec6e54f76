// Deflate compression and base64.
#pragma once

#include <memory>
#include <string>
#include <string_view>

namespace allide::detail::report {

enum class Wrapping {
    zlib,  // with header and checksum, for browsers and PNG
    none,  // raw deflate, for zip files
};

enum class Effort {
    best,   // smallest output
    quick,  // for many short texts: small buffers, which take less time to clear than to fill
};

// Compresses texts one after the other with one set of buffers, whose allocation takes longer than
// compressing a few kilobytes. Not safe from several threads at once.
class Deflater {
  public:
    Deflater(Wrapping wrapping, Effort effort);
    Deflater(Deflater&&) noexcept;
    Deflater& operator=(Deflater&&) noexcept;
    ~Deflater();

    std::string deflated(std::string_view bytes);

  private:
    struct Stream;
    std::unique_ptr<Stream> stream_;
};

// With the best effort.
std::string deflated(std::string_view bytes, Wrapping wrapping);
std::string base64_of(std::string_view bytes);

}  // namespace allide::detail::report
