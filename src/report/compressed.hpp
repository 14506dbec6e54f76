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
    quick,  // fast, for many short texts: small buffers, which are quickly cleared for the next text
};

// Compresses texts one after the other, each on its own, in the same buffers: allocating them takes longer
// than compressing a few kilobytes. Not thread-safe.
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

// Compresses with Effort::best.
std::string deflated(std::string_view bytes, Wrapping wrapping);
std::string base64_of(std::string_view bytes);

}  // namespace allide::detail::report
