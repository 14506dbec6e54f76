// Files of the BIM Collaboration Format (BCF), version 2.1.
#pragma once

#include "report/picture_progress.hpp"

#include <allide/scene.hpp>

#include <span>
#include <string>

namespace allide::detail::report {

// The text of one topic: an issue in a program that reads BCF.
struct BcfTopic {
    std::string key = {};  // the clash's key; GUIDs are derived from it
    std::string title = {};
    std::string description = {};
    std::string kind = {};
    std::string group = {};      // may be empty
    std::string a = {}, b = {};  // names of the parts
    bool open = true;            // false: approved or resolved
};

struct BcfLabels {
    std::string made = {};  // date: "2026-01-31T12:00:00Z"
    std::string author = {};
    double scale = 1;  // factor of all coordinates
};

// A zip file with all topics. The first ones belong to `clashes`, in their order, and have a viewpoint and a
// picture, unless the progress callback stops the work before it is drawn; the other topics have neither.
std::string clash_bcf(const Scene& scene, std::span<const Clash> clashes, std::span<const BcfTopic> topics,
                      const BcfLabels& labels, const PictureProgress::Callback& progress);

}  // namespace allide::detail::report
