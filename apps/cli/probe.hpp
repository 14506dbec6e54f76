// Options shared by the verbs about one mesh.
#pragma once

#include "reading.hpp"

#include <allide/model.hpp>

#include <optional>
#include <string>

namespace CLI {
class App;
}

namespace allide::cli {

// Values as given on the command line, not yet checked.
struct ProbeRequest {
    std::string file;
    std::optional<std::string> pose;
    ReadingRequest reading;
    bool json = false;
};

// Adds FILE, --pose, --sag and --json.
void add_probe_options(CLI::App& verb, ProbeRequest& request);

// A model and its pose. A file without triangles is refused.
struct PlacedModel {
    explicit PlacedModel(const ProbeRequest& request);
    Placed placed() const { return model.at(pose); }

    Model model;
    Pose pose;
};

// The point as "(x, y, z)", with 9 significant digits.
std::string point_text(const Vec3& point);

}  // namespace allide::cli
