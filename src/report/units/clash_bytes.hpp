// Clashes as bytes, the same on every machine. Reading arbitrary bytes at worst throws IndexFailure.
#pragma once

#include "index/file/byte_stream.hpp"

#include <allide/scene.hpp>

#include <cstdint>
#include <optional>
#include <type_traits>

namespace allide::detail::report {

void put_flag(index::ByteWriter& out, bool flag);
bool read_flag(index::ByteReader& in);

// An optional value is a flag, followed by the value if there is one.
template <typename Value, typename Put>
void put_optional(index::ByteWriter& out, const std::optional<Value>& value, Put&& put) {
    put_flag(out, value.has_value());
    if (value) put(*value);
}
template <typename Read>
auto read_optional(index::ByteReader& in, Read&& read) -> std::optional<decltype(read())> {
    if (!read_flag(in)) return std::nullopt;
    return read();
}

void put_kind(index::ByteWriter& out, ClashKind kind);
ClashKind read_kind(index::ByteReader& in);

// A clash without its objects.
void put_clash(index::ByteWriter& out, const Clash& clash);
Clash read_clash(index::ByteReader& in);

}  // namespace allide::detail::report
