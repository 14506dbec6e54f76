// The kind of a clash as text, for comparisons in tests.
#pragma once

#include <allide/query.hpp>

#include <optional>
#include <string>

namespace allide::test {

inline std::string kind_of(const std::optional<PairClash>& clash) {
    return clash ? std::string(name_of(clash->kind)) : "none";
}

}  // namespace allide::test
