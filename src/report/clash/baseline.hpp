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
    static ClashBaseline read(const std::string& text, const std::string& file);

    // Gives parts the identities by which the baseline knows them, so that keys stay what they were: of those
    // of one name first the ones that did not change, then the others in their order.
    void recognise(std::vector<ClashPartInfo>& parts) const;

    // Was it tested before with the same limits and rules, and has neither part changed since? Then the
    // answer is known.
    bool knows(const ClashPartInfo& a, const ClashPartInfo& b) const;
    void compare_settings(const ClashLimits& limits, std::uint64_t rules_digest);

    // What this run knows of two parts.
    enum class Looked {
        at_it,      // it was tested, or is known from the baseline or to be far apart
        not_at_it,  // it was not reached, or cannot be tested
        ignored,    // by the rules
    };
    using LookedAt = std::function<Looked(std::uint32_t, std::uint32_t)>;
    // Takes the clashes of known pairs over, says what became of each, and adds those that are gone.
    void settle(ClashReport& report, const LookedAt& looked) const;

  private:
    struct OldPart {
        std::string name, file;
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
                    const std::map<std::string, std::uint32_t>& numbers, const LookedAt& looked) const;
    void settle_gone(ClashReport& report, const OldClash& old) const;

    std::map<std::string, OldPart> parts_;     // by identity
    std::vector<std::string> identities_;      // of the parts in their order
    std::map<std::string, OldClash> clashes_;  // by key; without those that were resolved
    ClashLimits limits_;
    std::string rules_;
    bool partial_ = false, has_rules_ = false;
    bool comparable_ = false;  // the settings are the same, and the run was complete
};

}  // namespace allide::cli
