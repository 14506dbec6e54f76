// Tests given pairs of objects of an index for clashes.
#pragma once

#include "index/file/reader.hpp"

#include <allide/scene.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

namespace allide::index {

struct NumberPair {
    std::uint32_t a = 0, b = 0;
};

// One entry per pair, in the order of the pairs.
struct PairOutcomes {
    std::vector<std::optional<Clash>> clashes;  // empty where there is no clash
    std::vector<char> done;                     // 0: not tested, since the work was stopped
};

struct PairTestOptions {
    ClashDetail detail = ClashDetail::summary;
    unsigned threads = 0;
    // The limits of a pair, given its place in the list. Called from any thread.
    std::function<ClashLimits(std::size_t pair)> limits;
    // As ClashOptions::progress.
    std::function<bool(std::size_t done, std::size_t all)> progress = {};
    // Bounds the cache of models, in bytes.
    std::uint64_t memory_limit = 0;
};

// Models are read only for the current pairs. The outcomes depend neither on the number of threads nor on the
// memory limit. Throws IndexFailure.
PairOutcomes test_pairs(const Reader& reader, std::span<const NumberPair> pairs,
                        const PairTestOptions& options);

}  // namespace allide::index
