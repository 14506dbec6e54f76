// The name of a clash's kind, for comparisons.
#pragma once

#include <allide/query.hpp>

#include <optional>
#include <string>

namespace allide::test {

inline std::string kind_of(const std::optional<PairClash>& clash) {
    return clash ? std::string(name_of(clash->kind)) : "none";
}

}  // namespace allide::test
