#include "index/file/new_file.hpp"

#include "io/file/spill_file.hpp"

#include <algorithm>
#include <cerrno>
#include <system_error>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace allide::index {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void cannot_write(const fs::path& file, int reason) {
    throw_error({.code = ErrorCode::cannot_open,
                 .message = fmt::format("cannot write the file: {}", std::generic_category().message(reason)),
                 .file = file.string()});
}

fs::path folder_of(const fs::path& file) {
    const fs::path folder = file.parent_path();
    return folder.empty() ? fs::path(".") : folder;
}

void write_all(int descriptor, std::uint64_t offset, ByteView bytes, const fs::path& file) {
    while (!bytes.empty()) {
        const ssize_t put = ::pwrite(descriptor, bytes.data(), bytes.size(), static_cast<off_t>(offset));
        if (put < 0 && errno == EINTR) continue;
        if (put <= 0) cannot_write(file, put == 0 ? ENOSPC : errno);
        bytes = bytes.subspan(static_cast<std::size_t>(put));
        offset += static_cast<std::uint64_t>(put);
    }
}

constexpr mode_t permissions = 0666;  // the umask clears some of these bits

int open_unnamed(const fs::path& folder) {
    return ::open(folder.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, permissions);
}

// A temporary name in the folder of the file.
fs::path temporary_name(const fs::path& file, int attempt) {
    fs::path beside = file;
    beside += fmt::format(".part{}", attempt);
    return beside;
}

constexpr int most_attempts = 100;

}  // namespace

NewFile::NewFile(const fs::path& file) : file_(file), target_(file) {
    std::error_code status;
    if (fs::exists(file, status) && !fs::is_regular_file(file, status))
        throw_error(
            {.code = ErrorCode::cannot_open, .message = "expected a regular file", .file = file.string()});
    // A symbolic link is kept, and the file to which it points is replaced.
    if (fs::is_symlink(file, status)) target_ = fs::weakly_canonical(file, status);
    descriptor_ = open_unnamed(folder_of(target_));
    if (descriptor_ < 0) open_temporary();
    if (struct stat old{}; ::stat(target_.c_str(), &old) == 0) ::fchmod(descriptor_, old.st_mode & 07777);
}

NewFile::~NewFile() {
    if (descriptor_ >= 0) ::close(descriptor_);
    if (!temporary_.empty()) ::unlink(temporary_.c_str());
}

void NewFile::open_temporary() {
    for (int attempt = 0; attempt < most_attempts && descriptor_ < 0; ++attempt) {
        const fs::path name = temporary_name(target_, attempt);
        descriptor_ = ::open(name.c_str(), O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, permissions);
        if (descriptor_ >= 0) temporary_ = name;
        if (descriptor_ < 0 && errno != EEXIST) break;
    }
    if (descriptor_ < 0) cannot_write(file_, errno);
}

// Gives the unnamed file a temporary name: only rename(), not linkat(), can replace an existing file.
void NewFile::link_temporary() {
    const std::string itself = fmt::format("/proc/self/fd/{}", descriptor_);
    for (int attempt = 0; attempt < most_attempts; ++attempt) {
        const fs::path name = temporary_name(target_, attempt);
        if (::linkat(AT_FDCWD, itself.c_str(), AT_FDCWD, name.c_str(), AT_SYMLINK_FOLLOW) == 0) {
            temporary_ = name;
            return;
        }
        if (errno != EEXIST) break;
    }
    cannot_write(file_, errno);
}

void NewFile::write(std::uint64_t offset, ByteView bytes) {
    write_all(descriptor_, offset, bytes, file_);
}

// The contents must be on disk before the file gets its name, and the name must be on disk before this
// function returns.
void NewFile::commit() {
    if (::fsync(descriptor_) != 0) cannot_write(file_, errno);
    if (temporary_.empty()) link_temporary();
    if (::rename(temporary_.c_str(), target_.c_str()) != 0) cannot_write(file_, errno);
    temporary_.clear();
    const int folder = ::open(folder_of(target_).c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (folder < 0) return;
    ::fsync(folder);
    ::close(folder);
}

void NewFile::commit(const Page& header) {
    write(0, header);
    commit();
}

ExtendedFile::ExtendedFile(const fs::path& file) : file_(file) {
    descriptor_ = ::open(file.c_str(), O_RDWR | O_CLOEXEC | O_NONBLOCK);
    if (descriptor_ < 0) cannot_write(file_, errno);
    if (::flock(descriptor_, LOCK_EX | LOCK_NB) == 0) return;
    const int reason = errno;
    ::close(descriptor_);
    if (reason != EWOULDBLOCK) cannot_write(file_, reason);
    throw_error({.code = ErrorCode::cannot_open,
                 .message = "another program is appending to this index",
                 .file = file_.string()});
}

// If a step fails, the file keeps the mark of an unfinished append and remains a valid index.
ExtendedFile::~ExtendedFile() {
    try {
        if (begun_) {
            begin(old_);
            write_header(make_header_page(old_));
        }
    } catch (const IndexFailure&) {  // a destructor must not throw
    }
    ::close(descriptor_);
}

// This step is atomic: the whole header lies in one sector, which disks write at once.
void ExtendedFile::write_header(const Page& header) {
    if (::fsync(descriptor_) != 0) cannot_write(file_, errno);
    write_all(descriptor_, 0, ByteView(header).first(header_bytes), file_);
    if (::fsync(descriptor_) != 0) cannot_write(file_, errno);
}

void ExtendedFile::begin(const Header& header) {
    Header marked = old_ = header;
    old_.appending = false;
    marked.appending = true;
    write_header(make_header_page(marked));
    begun_ = true;
    if (::ftruncate(descriptor_, static_cast<off_t>(header.pages * page_bytes)) != 0)
        cannot_write(file_, errno);
}

void ExtendedFile::write(std::uint64_t offset, ByteView bytes) {
    write_all(descriptor_, offset, bytes, file_);
}

void ExtendedFile::commit(const Page& header) {
    struct stat mine {
    }, named{};
    if (::fstat(descriptor_, &mine) != 0 || ::stat(file_.c_str(), &named) != 0) cannot_write(file_, errno);
    if (mine.st_dev != named.st_dev || mine.st_ino != named.st_ino)
        throw_error({.code = ErrorCode::cannot_open,
                     .message = "another file took the name of this index while it was extended",
                     .file = file_.string()});
    write_header(header);
    begun_ = false;
}

TemporaryFile::TemporaryFile(const fs::path& folder)
    : folder_(folder), descriptor_(io::open_unnamed_file(folder)) {
    if (descriptor_ < 0) cannot_write(folder, errno);
}

TemporaryFile::~TemporaryFile() {
    ::close(descriptor_);
}

std::uint64_t TemporaryFile::append(ByteView bytes) {
    constexpr std::size_t buffer_size = std::size_t{1} << 20;
    const std::uint64_t place = written_ + waiting_.size();
    waiting_.insert(waiting_.end(), bytes.begin(), bytes.end());
    if (waiting_.size() >= buffer_size) flush();
    return place;
}

void TemporaryFile::flush() {
    write_all(descriptor_, written_, waiting_, folder_);
    written_ += waiting_.size();
    waiting_.clear();
}

void TemporaryFile::finish_writing() {
    flush();
    waiting_ = {};
}

Bytes TemporaryFile::read(std::uint64_t place, std::size_t count) const {
    Bytes bytes(count);
    for (std::size_t got = 0; got < count;) {
        const ssize_t part =
            ::pread(descriptor_, bytes.data() + got, count - got, static_cast<off_t>(place + got));
        if (part < 0 && errno == EINTR) continue;
        if (part <= 0)
            throw_error({.code = ErrorCode::cannot_open,
                         .message = "cannot read a temporary file back",
                         .file = folder_.string()});
        got += static_cast<std::size_t>(part);
    }
    return bytes;
}

}  // namespace allide::index
