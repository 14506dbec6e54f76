#include "io/file/spill_file.hpp"

#include "io/file/failure.hpp"

#include <cerrno>
#include <cstdlib>
#include <string>
#include <system_error>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <unistd.h>

namespace allide::io {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void fail_to_spill(const fs::path& folder, int reason) {
    fail({.code = ErrorCode::cannot_open,
          .message = fmt::format("cannot write a temporary file in {}: {}", folder.string(),
                                 std::generic_category().message(reason)),
          .file = {}});
}

}  // namespace

int open_unnamed_file(const fs::path& folder) {
    const int unnamed = ::open(folder.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
    if (unnamed >= 0) return unnamed;
    std::string name = (folder / "allide-XXXXXX").string();
    const int named = ::mkostemp(name.data(), O_CLOEXEC);
    if (named >= 0) ::unlink(name.c_str());
    return named;
}

SpillFile::SpillFile(const fs::path& folder) : folder_(folder), descriptor_(open_unnamed_file(folder)) {
    if (descriptor_ < 0) fail_to_spill(folder_, errno);
}

SpillFile::SpillFile(SpillFile&& other) noexcept
    : folder_(std::move(other.folder_)),
      descriptor_(std::exchange(other.descriptor_, -1)),
      size_(std::exchange(other.size_, 0)),
      start_(std::exchange(other.start_, nullptr)) {}

SpillFile::~SpillFile() {
    if (start_ != nullptr) ::munmap(start_, static_cast<std::size_t>(size_));
    if (descriptor_ >= 0) ::close(descriptor_);
}

void SpillFile::append(std::span<const std::byte> bytes) {
    while (!bytes.empty()) {
        const ssize_t put = ::pwrite(descriptor_, bytes.data(), bytes.size(), static_cast<off_t>(size_));
        if (put < 0 && errno == EINTR) continue;
        if (put <= 0) fail_to_spill(folder_, put == 0 ? ENOSPC : errno);
        bytes = bytes.subspan(static_cast<std::size_t>(put));
        size_ += static_cast<std::uint64_t>(put);
    }
}

// Allocates the disk space immediately. Otherwise, if the disk were full when a mapped page is written,
// SIGBUS would end the program.
void SpillFile::grow_to(std::uint64_t bytes) {
    if (bytes <= size_) return;
    if (const int reason = ::posix_fallocate(descriptor_, 0, static_cast<off_t>(bytes)); reason != 0)
        fail_to_spill(folder_, reason);
    size_ = bytes;
}

std::byte* SpillFile::map() {
    if (start_ == nullptr) {
        void* const start = ::mmap(nullptr, static_cast<std::size_t>(size_), PROT_READ | PROT_WRITE,
                                   MAP_SHARED, descriptor_, 0);
        if (start == MAP_FAILED) fail_to_spill(folder_, errno);
        start_ = start;
    }
    return static_cast<std::byte*>(start_);
}

void SpillFile::release_pages() const {
    if (start_ != nullptr) ::madvise(start_, static_cast<std::size_t>(size_), MADV_DONTNEED);
}

}  // namespace allide::io
