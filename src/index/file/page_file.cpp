#include "index/file/page_file.hpp"

#include "base/cancel.hpp"
#include "index/file/digest.hpp"

#include <algorithm>
#include <cerrno>
#include <system_error>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

namespace allide::index {
namespace {

constexpr std::uint64_t pages_at_once = 64;

[[noreturn]] void cannot_read(int reason) {
    throw_error(
        {.code = ErrorCode::cannot_open,
         .message = fmt::format("cannot read the file: {}", std::generic_category().message(reason))});
}

}  // namespace

PageFile::PageFile(const std::filesystem::path& file) : path_(file) {
    in_file(path_, [&] {
        descriptor_ = ::open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);  // a named pipe must not block
        if (descriptor_ < 0)
            throw_error(
                {.code = ErrorCode::cannot_open,
                 .message = fmt::format("cannot open the file: {}", std::generic_category().message(errno))});
        try {
            read_header();
        } catch (...) {
            ::close(descriptor_);
            throw;
        }
    });
}

PageFile::~PageFile() {
    ::close(descriptor_);
}

std::uint64_t PageFile::length() const {
    struct stat status {};
    if (::fstat(descriptor_, &status) != 0) cannot_read(errno);
    if (!S_ISREG(status.st_mode))
        throw_error(
            {.code = ErrorCode::cannot_open, .message = "expected a regular file, found something else"});
    return static_cast<std::uint64_t>(status.st_size);
}

void PageFile::read_header() {
    const std::uint64_t bytes = length();
    if (bytes < page_bytes) bad_page(0, "expected 4096 bytes, found the end of the file");
    header_ = on_page(0, [&] { return open_header_page(raw(0, 1)); });
    const std::uint64_t whole = bytes / page_bytes;
    if (whole < header_.pages) bad_page(whole, fmt::format("missing: the file ends after {} bytes", bytes));
    if (header_.appending)
        unfinished_bytes_ = bytes - header_.pages * page_bytes;
    else if (bytes != header_.pages * page_bytes)
        bad_page(header_.pages, "expected the end of the file, found more bytes");
}

Bytes PageFile::raw(std::uint64_t first, std::uint64_t pages) const {
    Bytes bytes(static_cast<std::size_t>(pages * page_bytes));
    for (std::size_t got = 0; got < bytes.size();) {
        const std::uint64_t offset = first * page_bytes + got;
        const ssize_t part =
            ::pread(descriptor_, bytes.data() + got, bytes.size() - got, static_cast<off_t>(offset));
        if (part < 0 && errno == EINTR) continue;
        if (part < 0) cannot_read(errno);
        if (part == 0) bad_page(offset / page_bytes, "missing: the file was truncated");
        got += static_cast<std::size_t>(part);
    }
    return bytes;
}

// Reads the payloads of `pages` pages, starting with page `from`, of the run that begins at page `first`.
Bytes PageFile::payload(PageType type, std::uint64_t first, std::uint64_t from, std::uint64_t pages,
                        ReadCount& count) const {
    if (first == 0 || from < first || from - first > 0xffffffffu || from > header_.pages ||
        pages > header_.pages - from || pages == 0)
        throw_damaged(fmt::format("page {}: does not exist", from));
    Bytes payload;
    payload.reserve(static_cast<std::size_t>(pages * page_payload));
    for (std::uint64_t at = 0; at < pages; at += pages_at_once) {
        const std::uint64_t some = std::min(pages_at_once, pages - at);
        const Bytes bytes = raw(from + at, some);
        for (std::uint64_t i = 0; i < some; ++i) {
            const std::uint64_t number = from + at + i;
            const ByteView page =
                ByteView(bytes).subspan(static_cast<std::size_t>(i * page_bytes), page_bytes);
            const ByteView part =
                open_page(page, type, static_cast<std::uint32_t>(number - first), number, header_.salt);
            payload.insert(payload.end(), part.begin(), part.end());
        }
        count.blocks += some;
        count.bytes += some * page_bytes;
    }
    return payload;
}

Bytes PageFile::run(PageType type, std::uint64_t first, std::uint64_t pages, ReadCount& count) const {
    return in_file(path_, [&] { return payload(type, first, first, pages, count); });
}

Bytes PageFile::page_of_run(PageType type, std::uint64_t first, std::uint64_t number,
                            ReadCount& count) const {
    return in_file(path_, [&] { return payload(type, first, number, 1, count); });
}

void PageFile::verify() const {
    in_file(path_, [&] {
        Digest digest;
        const base::CancelCheck check_cancelled;
        for (std::uint64_t at = 1; at < header_.pages; at += pages_at_once) {
            check_cancelled();
            const std::uint64_t some = std::min(pages_at_once, header_.pages - at);
            const Bytes bytes = raw(at, some);
            for (std::uint64_t i = 0; i < some; ++i) {
                const ByteView page =
                    ByteView(bytes).subspan(static_cast<std::size_t>(i * page_bytes), page_bytes);
                const std::uint64_t checksum = stored_checksum(page);
                if (checksum != checksum_of(page, at + i, header_.salt)) bad_page(at + i, "wrong checksum");
                digest.add(checksum);
            }
        }
        if (digest.value() != header_.root_digest)
            bad_page(0, "the digest of all pages differs from the one that was written");
    });
}

}  // namespace allide::index
