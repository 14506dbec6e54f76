// What the verbs that ask about one mesh share.
#pragma once

#include "reading.hpp"

#include <allide/model.hpp>

#include <optional>
#include <string>

namespace CLI {
class App;
}

namespace allide::cli {

// The words as given.
struct ProbeRequest {
    std::string file;
    std::optional<std::string> pose;
    ReadingRequest reading;
    bool json = false;
};

// FILE, --pose, --sag and --json.
void add_probe_options(CLI::App& verb, ProbeRequest& request);

// A model and where it stands. A file without triangles is refused.
struct PlacedModel {
    explicit PlacedModel(const ProbeRequest& request);
    Placed placed() const { return model.at(pose); }

    Model model;
    Pose pose;
};

std::string point_text(const Vec3& point);

}  // namespace allide::cli
