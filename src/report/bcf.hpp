// Files of the BIM Collaboration Format (BCF), versions 2.1 and 3.0.
#pragma once

#include "report/camera.hpp"
#include "report/picture_progress.hpp"

#include <allide/report.hpp>
#include <allide/scene.hpp>

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace allide::detail::report {

struct BcfPart {
    std::string name = {};
    std::string ifc_guid = {};  // empty if the part has none
};

// The text of one topic. Programs that read BCF show a topic as an issue.
struct BcfTopic {
    std::string key = {};      // the clash's key; GUIDs are derived from it
    std::uint64_t number = 0;  // number of the clash in the report and on its page
    std::string title = {};
    std::string description = {};
    std::string kind = {};
    std::string group = {};  // may be empty
    BcfPart a = {}, b = {};
    bool open = true;  // false if the clash is approved or resolved
};

struct BcfLabels {
    std::string made = {};  // date of creation, such as "2026-01-31T12:00:00Z"
    std::string author = {};
    double scale = 1;  // factor by which all coordinates are multiplied
    ViewAxes axes = {};
    BcfVersion version = BcfVersion::v2_1;
};

// The IFC GUID in a part's name. The name is the GUID itself or ends with it: "IfcBeam_3jMXda…". Empty if
// there is none.
std::string_view ifc_guid_in(std::string_view name);

// A zip file with all topics. The first topics belong to `clashes`, in the same order. Each has a viewpoint
// and a picture, unless the progress callback stops the work first; the other topics have neither.
std::string clash_bcf(const Scene& scene, std::span<const Clash> clashes, std::span<const BcfTopic> topics,
                      const BcfLabels& labels, const PictureProgress::Callback& progress);

}  // namespace allide::detail::report
