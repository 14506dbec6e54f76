// The report of an earlier run, and what became of its clashes.
#pragma once

#include "clash_report.hpp"

#include <functional>
#include <map>
#include <string>
#include <vector>

namespace allide::cli {

class ClashBaseline {
  public:
    // Refuses a file that is no report of `clash`.
    static ClashBaseline load(const std::string& file);

    // Was it tested before with the same limits and rules, and has neither part changed since? Then the
    // answer is known.
    bool knows(const ClashPartInfo& a, const ClashPartInfo& b) const;
    void compare_settings(const ClashLimits& limits, std::uint64_t rules_digest);

    // Takes the clashes of known pairs over, says what became of each, and adds those that are gone.
    // `tested` tells of two parts whether they were tested, or are known to be far apart.
    void settle(ClashReport& report, const std::function<bool(std::uint32_t, std::uint32_t)>& tested) const;

  private:
    struct OldPart {
        std::string file;
        std::uint64_t digest = 0;
        std::string group;
    };
    struct OldClash {
        ClashRow row;
        std::string identity_a, identity_b;
    };
    friend class BaselineReader;

    bool is_unchanged(const ClashPartInfo& part) const;
    void settle_old(ClashReport& report, const OldClash& old,
                    const std::map<std::string, std::uint32_t>& numbers,
                    const std::function<bool(std::uint32_t, std::uint32_t)>& tested) const;

    std::map<std::string, OldPart> parts_;     // by identity
    std::map<std::string, OldClash> clashes_;  // by key; without those that were resolved
    ClashLimits limits_;
    std::string rules_;
    bool partial_ = false, has_rules_ = false;
    bool comparable_ = false;  // the settings are the same, and the run was complete
};

}  // namespace allide::cli
