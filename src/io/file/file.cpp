#include "io/file/file.hpp"

#include <cerrno>
#include <cstdio>
#include <memory>
#include <system_error>

#include <fmt/format.h>

namespace allide::io {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t most_from_pipe = std::size_t{1} << 28;

struct Close {
    void operator()(std::FILE* stream) const { std::fclose(stream); }
};
using Stream = std::unique_ptr<std::FILE, Close>;

Error cannot(const char* what, const fs::path& file, int reason) {
    return {.code = ErrorCode::cannot_open,
            .message = fmt::format("cannot {} the file: {}", what, std::generic_category().message(reason)),
            .file = file.string()};
}

Error directory_error(const fs::path& file) {
    return {.code = ErrorCode::cannot_open,
            .message = "expected a file, found a directory",
            .file = file.string()};
}

// True for a pipe that the shell has opened: standard input or a process substitution. Other named pipes may
// have no writer, and opening one would then block.
bool is_open_pipe(const fs::path& file) {
    const std::string name = file.string();
    return name == "/dev/stdin" || name.starts_with("/dev/fd/") || name.starts_with("/proc/self/fd/");
}

// Size of the first buffer: one byte more than the size of a regular file, so that its end is found without
// growing the buffer. Pipes have no size.
std::size_t first_buffer_size(const fs::path& file) {
    std::error_code ignored;
    const auto size = fs::is_regular_file(file, ignored) ? fs::file_size(file, ignored) : 0;
    return (ignored ? 0 : static_cast<std::size_t>(size)) + 1;
}

// Returns false on failure, with the reason in errno. fclose() writes the last bytes and so may fail, too.
bool write_all(const fs::path& file, const char* mode, std::string_view bytes) {
    std::FILE* stream = std::fopen(file.string().c_str(), mode);
    if (stream == nullptr) return false;
    const bool written = std::fwrite(bytes.data(), 1, bytes.size(), stream) == bytes.size();
    const int reason = errno;
    const bool closed = std::fclose(stream) == 0;
    if (!written) errno = reason;
    return written && closed;
}

// Writes the bytes to a new file in the same folder and returns its path. On failure returns an empty path,
// with the reason in errno. The "x" in the mode makes fopen() fail if the name is taken.
fs::path write_temporary(const fs::path& file, std::string_view bytes) {
    for (int attempt = 0; attempt < 100; ++attempt) {
        fs::path temporary = file;
        temporary += fmt::format(".part{}", attempt);
        if (write_all(temporary, "wbx", bytes)) return temporary;
        const int reason = errno;
        if (reason == EEXIST) continue;
        std::error_code ignored;
        fs::remove(temporary, ignored);
        errno = reason;
        break;
    }
    return {};
}

}  // namespace

std::optional<Error> check_readable(const fs::path& file) {
    std::error_code missing;
    const fs::file_type type = fs::status(file, missing).type();
    if (type == fs::file_type::directory) return directory_error(file);
    const char* kind = nullptr;
    if (type == fs::file_type::character || type == fs::file_type::block) kind = "device";
    if (type == fs::file_type::socket) kind = "socket";
    if (type == fs::file_type::fifo && !is_open_pipe(file)) kind = "named pipe";
    if (kind == nullptr) return std::nullopt;
    return Error{.code = ErrorCode::cannot_open,
                 .message = fmt::format("expected a regular file, found a {}", kind),
                 .file = file.string()};
}

Result<std::string> read_file(const fs::path& file) {
    if (const auto error = check_readable(file)) return *error;
    errno = 0;
    const Stream stream(std::fopen(file.string().c_str(), "rb"));
    if (!stream) return cannot("open", file, errno);
    std::string bytes(first_buffer_size(file), '\0');
    std::size_t used = 0;
    while (const std::size_t got = std::fread(bytes.data() + used, 1, bytes.size() - used, stream.get())) {
        used += got;
        if (used > most_from_pipe && !fs::is_regular_file(file))
            return Error{
                .code = ErrorCode::too_large,
                .message = fmt::format("expected at most {} bytes from a pipe, found more", most_from_pipe),
                .file = file.string()};
        if (used == bytes.size()) bytes.resize(2 * used + 65536);
    }
    if (std::ferror(stream.get()) != 0) return cannot("read", file, errno);
    bytes.resize(used);
    return bytes;
}

std::optional<Error> write_file(const fs::path& file, std::string_view bytes) {
    std::error_code status;
    if (fs::is_directory(file, status)) return directory_error(file);
    errno = 0;
    const bool exists = fs::exists(file, status);
    if (exists && !fs::is_regular_file(file, status)) {
        if (write_all(file, "wb", bytes)) return std::nullopt;
        return cannot("write", file, errno);
    }
    // A symbolic link is kept, and the file to which it points is replaced.
    const fs::path target = fs::is_symlink(file, status) ? fs::weakly_canonical(file, status) : file;
    const fs::path temporary = write_temporary(target, bytes);
    if (temporary.empty()) return cannot("write", file, errno);
    if (exists) fs::permissions(temporary, fs::status(target, status).permissions(), status);
    fs::rename(temporary, target, status);
    if (!status) return std::nullopt;
    const int reason = status.value();
    fs::remove(temporary, status);
    return cannot("write", file, reason);
}

}  // namespace allide::io
