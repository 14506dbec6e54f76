#include "report/zip.hpp"

#include "base/precondition.hpp"
#include "report/compressed.hpp"

#include <cstddef>

#include <zlib.h>

namespace allide::report {

namespace {

// Little-endian, as the format has it.
void put(std::string& out, std::uint64_t number, int bytes) {
    for (int i = 0; i < bytes; ++i) out += static_cast<char>(number >> (8 * i) & 255);
}

constexpr std::uint64_t utf8_names = 1 << 11;
constexpr std::uint64_t deflate_method = 8;
constexpr std::uint64_t first_day = 1 << 5 | 1;  // 1980-01-01: the format has no "unknown"

// What an entry and its line in the directory both say.
std::string facts_of(std::string_view name, std::string_view bytes, std::string_view packed) {
    std::string facts;
    put(facts, 20, 2);  // the version that reads it
    put(facts, utf8_names, 2);
    put(facts, deflate_method, 2);
    put(facts, 0, 2);  // midnight
    put(facts, first_day, 2);
    put(facts, crc32_z(0, reinterpret_cast<const Bytef*>(bytes.data()), bytes.size()), 4);
    put(facts, packed.size(), 4);
    put(facts, bytes.size(), 4);
    put(facts, name.size(), 2);
    put(facts, 0, 2);  // nothing extra
    return facts;
}

}  // namespace

void ZipWriter::add(std::string_view name, std::string_view bytes) {
    const std::string packed = deflated(bytes, Wrapping::none);
    base::expect(count_ < 0xffff && name.size() < 0x10000 && bytes.size() < 0xffffffff &&
                     entries_.size() + packed.size() < 0xff000000,
                 "a zip file holds fewer than 65,536 entries and 4 GiB");
    const std::string facts = facts_of(name, bytes, packed);
    put(directory_, 0x02014b50, 4);
    put(directory_, 20, 2);  // the version that wrote it
    directory_ += facts;
    put(directory_, 0, 2 + 2 + 2 + 4);  // no comment, first disk, no attributes
    put(directory_, entries_.size(), 4);
    directory_ += name;
    put(entries_, 0x04034b50, 4);
    entries_ += facts;
    entries_ += name;
    entries_ += packed;
    ++count_;
}

std::string ZipWriter::finish() {
    std::string file = std::move(entries_);
    const std::size_t start = file.size();
    file += directory_;
    put(file, 0x06054b50, 4);
    put(file, 0, 2 + 2);  // one disk
    put(file, count_, 2);
    put(file, count_, 2);
    put(file, directory_.size(), 4);
    put(file, start, 4);
    put(file, 0, 2);  // no comment
    return file;
}

}  // namespace allide::report
