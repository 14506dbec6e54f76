// Decides which pairs of parts and which clashes a report contains.
#pragma once

#include "report/clash/rules.hpp"

#include <allide/report.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace allide::detail::report {

class PairFilter {
  public:
    PairFilter() = default;
    // The parts' groups must be set already. Filter and rules must outlive this object.
    PairFilter(const ClashFilter& filter, const Rules& rules, const std::vector<AssemblyPart>& parts);

    // True if the filter asks for the pair of these part numbers.
    bool wants_pair(std::uint32_t a, std::uint32_t b) const;
    // True if neither the filter nor a rule leaves the clash out.
    bool wants(std::uint32_t a, std::uint32_t b, const PairClash& clash) const;
    // Patterns of the filter that match no part.
    std::vector<std::string> unused_patterns() const;

  private:
    // The parts that match the two patterns of a ClashFilter::Between, by part number.
    struct Sides {
        std::vector<bool> one, other;
    };

    const ClashFilter* filter_ = nullptr;
    const Rules* rules_ = nullptr;
    const std::vector<AssemblyPart>* parts_ = nullptr;
    std::vector<Sides> between_;
};

// The filter as one line of text that is the same for the same filter; empty if it leaves nothing out.
std::string text_of(const ClashFilter& filter);

}  // namespace allide::detail::report
