// The options of a clash report as bytes, the same on every machine.
#pragma once

#include "index/file/byte_stream.hpp"

#include <allide/report.hpp>

namespace allide::detail::report {

struct PlanSettings {
    ClashReportOptions report = {};  // `threads` and `progress` are not stored
    ClashBcfOptions bcf = {};        // `made` and `progress` are not stored
};

index::Bytes settings_bytes(const ClashReportOptions& report, const ClashBcfOptions& bcf);
// Throws IndexFailure if the bytes are not exactly one record of settings.
PlanSettings read_settings(index::ByteView bytes);

}  // namespace allide::detail::report
