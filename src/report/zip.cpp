#include "report/zip.hpp"

#include "base/precondition.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>

#include <zlib.h>

namespace allide::detail::report {

namespace {

// Appends the number in `bytes` bytes, little-endian; bytes beyond its 64 bits are zero.
void put(std::string& out, std::uint64_t number, int bytes) {
    for (int i = 0; i < bytes; ++i, number >>= 8) out += static_cast<char>(number & 255);
}

constexpr std::uint64_t utf8_names = 1 << 11;
constexpr std::uint64_t store_method = 0, deflate_method = 8;
constexpr std::uint64_t first_day = 1 << 5 | 1;  // 1980-01-01, since the format cannot express "unknown"

// The header fields that an entry and its record in the central directory share.
std::string shared_fields(const ZipEntry& entry) {
    std::string fields;
    put(fields, 20, 2);  // version of the format needed to read it
    put(fields, utf8_names, 2);
    put(fields, entry.is_deflated ? deflate_method : store_method, 2);
    put(fields, 0, 2);  // time of day: 00:00
    put(fields, first_day, 2);
    put(fields, entry.checksum, 4);
    put(fields, entry.stored.size(), 4);
    put(fields, entry.size, 4);
    put(fields, entry.name.size(), 2);
    put(fields, 0, 2);  // length of the extra field
    return fields;
}

// The zip64 end record and its locator, for more entries than 16 bits can count.
void put_wide_end(std::string& file, std::uint64_t start, std::uint64_t size, std::uint64_t count) {
    const std::uint64_t place = file.size();
    put(file, 0x06064b50, 4);
    put(file, 44, 8);     // size of the rest of this record
    put(file, 45, 2);     // version that wrote it
    put(file, 45, 2);     // version needed to read it
    put(file, 0, 4 + 4);  // disk numbers: a single disk
    put(file, count, 8);
    put(file, count, 8);
    put(file, size, 8);
    put(file, start, 8);
    put(file, 0x07064b50, 4);
    put(file, 0, 4);
    put(file, place, 8);
    put(file, 1, 4);  // number of disks
}

std::uint64_t checksum_of(std::string_view bytes) {
    return crc32_z(0, reinterpret_cast<const Bytef*>(bytes.data()), bytes.size());
}

}  // namespace

ZipEntry deflated_entry(std::string name, std::string_view bytes, Deflater& deflater) {
    return {.name = std::move(name),
            .stored = deflater.deflated(bytes),
            .is_deflated = true,
            .size = bytes.size(),
            .checksum = checksum_of(bytes)};
}

ZipEntry stored_entry(std::string name, std::string bytes) {
    ZipEntry entry{.name = std::move(name), .size = bytes.size(), .checksum = checksum_of(bytes)};
    entry.stored = std::move(bytes);
    return entry;
}

void ZipWriter::add(std::string_view name, std::string_view bytes) {
    Deflater deflater(Wrapping::none, Effort::best);
    add(deflated_entry(std::string(name), bytes, deflater));
}

void ZipWriter::add(const ZipEntry& entry) {
    base::expect(entry.name.size() < 0x10000 && entry.size < 0xffffffff &&
                     entries_.size() + directory_.size() + entry.stored.size() < 0xff000000,
                 "a zip file holds less than 4 GiB");
    const std::string fields = shared_fields(entry);
    put(directory_, 0x02014b50, 4);
    put(directory_, 20, 2);  // version of the format that wrote it
    directory_ += fields;
    put(directory_, 0, 2 + 2 + 2 + 4);  // no comment, first disk, no attributes (2 + 4 bytes)
    put(directory_, entries_.size(), 4);
    directory_ += entry.name;
    put(entries_, 0x04034b50, 4);
    entries_ += fields;
    entries_ += entry.name;
    entries_ += entry.stored;
    ++count_;
}

std::string ZipWriter::finish() {
    std::string file = std::move(entries_);
    const std::size_t start = file.size();
    file += directory_;
    constexpr std::uint64_t many = 0xffff;
    if (count_ >= many) put_wide_end(file, start, directory_.size(), count_);
    put(file, 0x06054b50, 4);
    put(file, 0, 2 + 2);  // disk numbers: a single disk
    put(file, std::min(count_, many), 2);
    put(file, std::min(count_, many), 2);
    put(file, directory_.size(), 4);
    put(file, start, 4);
    put(file, 0, 2);  // no comment
    return file;
}

}  // namespace allide::detail::report
