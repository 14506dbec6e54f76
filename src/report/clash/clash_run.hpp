// One clash run: the settings, the parts with their groups and identities, and the search.
#pragma once

#include "report/clash/baseline.hpp"
#include "report/clash/filter.hpp"
#include "report/clash/part_store.hpp"
#include "report/clash/rules.hpp"

#include <allide/report.hpp>

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <utility>
#include <vector>

namespace allide::detail::report {

// Call prepare() first, then question() and finish() with the answer. The options and the rules must outlive
// the object.
class ClashRun {
  public:
    ClashRun(const ClashScene& scene, const ClashReportOptions& options);

    // Sets units, parts, groups and identities. `sags`, if not empty, has one estimate per part from an
    // earlier run, so that they need not be computed. Precondition: the caller holds the store's mutex until
    // finish().
    std::optional<Error> prepare(const std::vector<double>& sags = {});
    // The search for clashes. Its functions refer to this object.
    PartStore::Question question();
    ClashReport finish(const Clashes& found);

    PartStore& store() const { return *store_; }
    const std::vector<AssemblyPart>& parts() const { return report_.parts; }

  private:
    std::optional<Error> take_units();
    Vec3 stated_up() const;
    void set_horizontal_axes(ClashGrid& grid) const;
    void take_parts();
    void warn_of_pattern(const std::string& pattern);
    std::optional<ClashLimits> limits(std::uint32_t a, std::uint32_t b) const;
    double sag_in_use(const AssemblyPart& part) const;
    void estimate_sag(std::uint32_t part);
    void estimate_sags_of_clashes();
    void add_clashes(const Clashes& found);
    void set_statuses(const Clashes& found);
    std::array<std::int64_t, 2> square_of(const Vec3& point) const;

    const ClashReportOptions& options_;
    const Rules& rules_;
    std::shared_ptr<PartStore> store_;
    std::optional<BaselineComparison> baseline_;
    PairFilter filter_;
    std::set<std::pair<std::uint32_t, std::uint32_t>> left_out_;  // clashes that the filter leaves out
    ClashReport report_;
};

}  // namespace allide::detail::report
