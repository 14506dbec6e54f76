// The result of a unit as a file: which pairs were tested, and the clashes among them.
#pragma once

#include "index/file/byte_stream.hpp"
#include "report/units/plan_file.hpp"

#include <allide/scene.hpp>

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

namespace allide::detail::report {

// The name of a unit's result file, such as "unit-17.clashes".
std::string result_name(std::uint64_t unit);
// True if the file is named like the result of some unit.
bool is_result_name(const std::filesystem::path& file);

// Returns the bytes of a result. `clashes` must be in the order of the pairs.
index::Bytes result_bytes(const ClashPlanInfo& plan, std::uint64_t unit, std::span<const PlannedPair> pairs,
                          std::span<const Clash> clashes);

// The clashes of a unit with these pairs. Throws IndexFailure, which names the file: with bad_syntax for a
// truncated or damaged result, bad_argument for one of another plan, unit or version, and cannot_open for one
// that cannot be read.
std::vector<Clash> read_result(const std::filesystem::path& file, const ClashPlanInfo& plan,
                               std::uint64_t unit, std::span<const PlannedPair> pairs);

}  // namespace allide::detail::report
