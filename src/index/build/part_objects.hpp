// Reads the objects of several indexes in order, so that they can be joined into one index.
#pragma once

#include "index/build/object_stream.hpp"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>

namespace allide::index {

class PartObjects : public ObjectStream {
  public:
    // `memory_limit` bounds the cache of leaves, in bytes. Throws IndexFailure, as next() does.
    PartObjects(std::span<const std::filesystem::path> parts, std::uint64_t memory_limit);
    ~PartObjects() override;

    std::vector<SourceObject> next() override;
    std::uint64_t done() const override;
    std::uint64_t all() const override;

  private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace allide::index
