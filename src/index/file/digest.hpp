// A 64-bit digest, the same on every machine. Different words take one state to different states, and one
// word takes different states to different states. So two inputs that differ in only one word have different
// digests.
#pragma once

#include "index/file/byte_stream.hpp"

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace allide::index {

class Digest {
  public:
    explicit Digest(std::uint64_t seed = 0) : state_(seed ^ 0x9e3779b97f4a7c15u) {}

    void add(std::uint64_t word) {
        state_ =
            std::rotl(state_ ^ word * 0xc2b2ae3d27d4eb4fu, 31) * 0x9e3779b185ebca87u + 0x27d4eb2f165667c5u;
    }
    // Adds the number of bytes, then the bytes as 64-bit words; the last word is padded with zeros.
    void add(ByteView bytes) {
        add(bytes.size());
        std::size_t at = 0;
        for (; at + 8 <= bytes.size(); at += 8) add(word_at(bytes.data() + at, 8));
        if (at < bytes.size()) add(word_at(bytes.data() + at, bytes.size() - at));
    }
    // Returns a digest with this state(), to which more can be added.
    static Digest resumed(std::uint64_t state) {
        Digest digest;
        digest.state_ = state;
        return digest;
    }
    std::uint64_t state() const { return state_; }
    std::uint64_t value() const {
        std::uint64_t z = state_;
        z = (z ^ (z >> 33)) * 0xff51afd7ed558ccdu;
        z = (z ^ (z >> 29)) * 0xc4ceb9fe1a85ec53u;
        return z ^ (z >> 32);
    }

  private:
    static std::uint64_t word_at(const std::byte* bytes, std::size_t count) {
        std::uint64_t word = 0;
        if constexpr (std::endian::native == std::endian::little)
            std::memcpy(&word, bytes, count);
        else
            for (std::size_t i = 0; i < count; ++i) word |= static_cast<std::uint64_t>(bytes[i]) << (8 * i);
        return word;
    }
    std::uint64_t state_;
};

inline std::uint64_t byte_digest(ByteView bytes) {
    Digest digest;
    digest.add(bytes);
    return digest.value();
}

inline std::uint64_t digest_of_bytes(ByteView bytes) {
    Digest digest;
    digest.add(bytes);
    return digest.value();
}

}  // namespace allide::index
