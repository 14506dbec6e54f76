#include "io/file/mapped_file.hpp"

#include "io/file/file.hpp"

#include <utility>

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

namespace allide::io {

Result<MappedFile> MappedFile::open(const std::filesystem::path& file) {
    if (auto error = check_readable(file)) return *std::move(error);
    MappedFile mapped;
    const int descriptor = ::open(file.c_str(), O_RDONLY | O_CLOEXEC);
    struct ::stat status {};
    if (descriptor >= 0 && ::fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode) &&
        status.st_size > 0) {
        const auto size = static_cast<std::size_t>(status.st_size);
        void* const start = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, descriptor, 0);
        if (start != MAP_FAILED) {
            mapped.start_ = start;
            mapped.size_ = size;
        }
    }
    if (descriptor >= 0) ::close(descriptor);
    if (mapped.start_ != nullptr) return mapped;
    auto bytes = read_file(file);
    if (!bytes) return bytes.error();
    mapped.read_ = *std::move(bytes);
    return mapped;
}

MappedFile::MappedFile(MappedFile&& other) noexcept
    : start_(std::exchange(other.start_, nullptr)),
      size_(std::exchange(other.size_, 0)),
      read_(std::move(other.read_)) {}

MappedFile& MappedFile::operator=(MappedFile&& other) noexcept {
    std::swap(start_, other.start_);
    std::swap(size_, other.size_);
    std::swap(read_, other.read_);
    return *this;
}

MappedFile::~MappedFile() {
    if (start_ != nullptr) ::munmap(start_, size_);
}

std::string_view MappedFile::bytes() const {
    return start_ != nullptr ? std::string_view(static_cast<const char*>(start_), size_)
                             : std::string_view(read_);
}

void MappedFile::expect_access() const {
#if defined(MADV_POPULATE_READ)
    if (start_ != nullptr) ::madvise(start_, size_, MADV_POPULATE_READ);
#elif defined(__linux__)
    constexpr int populate_read = 22;  // Linux 5.14; older systems refuse it, and pages are mapped on access
    if (start_ != nullptr) ::madvise(start_, size_, populate_read);
#endif
}

void MappedFile::release_pages() const {
    if (start_ != nullptr) ::madvise(start_, size_, MADV_DONTNEED);
}

}  // namespace allide::io
