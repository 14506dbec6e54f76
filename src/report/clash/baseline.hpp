// An earlier report, and how the clashes of a new run compare with it.
#pragma once

#include "report/clash/settings.hpp"

#include <allide/report.hpp>

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace allide::detail::report {

class Baseline {
  public:
    // Throws a SettingsFailure for a document that is not the JSON of a report.
    static Baseline parse(std::string_view text, std::string_view file);
    // The document that was parsed.
    const SettingsText& source() const { return source_; }

  private:
    friend class BaselineReader;
    friend class BaselineComparison;
    struct OldPart {
        std::string name, file;
        std::uint64_t digest = 0;
        std::string group;
    };
    struct OldClash {
        ReportedClash clash;
        std::string identity_a, identity_b;
    };

    std::map<std::string, OldPart> parts_;     // key: identity
    std::vector<std::string> identities_;      // identities of the parts in their order
    std::map<std::string, OldClash> clashes_;  // key: the clash's key; without resolved clashes
    ClashLimits limits_;
    std::string rules_;   // the digest, in hexadecimal
    std::string filter_;  // the filter as text_of() writes it
    bool partial_ = false;
    UnknownSags unknown_sags_ = UnknownSags::zero;
    SettingsText source_;
    bool has_old_depths_ = false;  // written by version 0.1, which knew neither local depths nor volumes
};

// Compares a baseline with the report of a new run, whose settings the constructor takes.
class BaselineComparison {
  public:
    BaselineComparison(const Baseline& baseline, const ClashLimits& limits, UnknownSags unknown_sags,
                       std::uint64_t rules_digest, const std::string& filter);

    // Gives parts the identities that they have in the baseline, so that keys stay the same when a part is
    // changed. Among parts of one name, unchanged ones are recognised first, then the others in their order.
    void assign_identities(std::vector<AssemblyPart>& parts) const;

    // True if the baseline has this run's answer for the pair: a complete run with the same limits and rules
    // tested it, and neither part has changed.
    bool has_answer(const AssemblyPart& a, const AssemblyPart& b) const;

    enum class PairCoverage {
        tested,    // tested in this run, known from the baseline, or too far apart to be a candidate
        untested,  // not reached, or not testable
        ignored,   // left out by the rules or the filter
    };
    // Tells how this run covered a pair, given its two part numbers and its clash in the baseline.
    using FindCoverage = std::function<PairCoverage(std::uint32_t, std::uint32_t, const PairClash&)>;
    // Sets the status of each clash in the report, and adds the clashes of the baseline that were not found
    // again, with their status.
    void set_statuses(ClashReport& report, const FindCoverage& coverage) const;

  private:
    bool is_unchanged(const AssemblyPart& part) const;
    void add_old_clash(ClashReport& report, const Baseline::OldClash& old,
                       const std::map<std::string, std::uint32_t>& numbers,
                       const FindCoverage& coverage) const;
    void add_clash_of_missing_part(ClashReport& report, const Baseline::OldClash& old) const;

    const Baseline& baseline_;
    bool has_rules_;
    bool is_comparable_;  // a complete run with the same limits and rules
};

}  // namespace allide::detail::report
