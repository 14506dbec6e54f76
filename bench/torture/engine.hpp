// The interface of an engine that answers cases of the torture set (docs/torture.md).
#pragma once

#include <array>
#include <cmath>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

namespace allide::bench::torture {

using Json = nlohmann::json;
using Point = std::array<double, 3>;
using Matrix = std::array<double, 12>;  // row-major [R|t]
using Corners = std::array<Point, 3>;

struct RawMesh {
    std::vector<Point> vertices = {};
    std::vector<std::array<unsigned, 3>> triangles = {};
};
inline RawMesh mesh_of(const Json& json) {
    return {json.at("vertices"), json.at("triangles")};
}

// A convex body; unused lengths are 0.
struct Body {
    std::string kind;
    Point half_sides = {};
    double radius = 0, half = 0;  // `half`: half the height or length
    Matrix pose = {};
};
inline Body body_of(const Json& json) {
    Body body{json.at("kind"), {}, json.value("radius", 0.0), 0, json.at("pose")};
    if (json.contains("half_sides")) body.half_sides = json.at("half_sides");
    body.half = json.value("half_height", json.value("half_length", 0.0));
    return body;
}

struct Motion {
    bool is_linear = true;
    Point translation = {}, point = {}, axis = {};
    double angle = 0, advance = 0;
};
inline Motion motion_of(const Json& json) {
    if (json.at("type") == "linear") return {true, json.at("translation")};
    return {false, {}, json.at("point"), json.at("axis"), json.at("angle"), json.at("advance")};
}

// Each query returns an empty optional if the engine does not support it.
class Engine {
  public:
    Engine() = default;
    Engine(const Engine&) = delete;
    Engine& operator=(const Engine&) = delete;
    virtual ~Engine() = default;

    virtual const char* name() const = 0;
    virtual std::optional<bool> touch(const Corners&, const Matrix&, const Corners&, const Matrix&) {
        return {};
    }
    virtual std::optional<bool> overlap(const Body&, const Body&) { return {}; }
    virtual std::optional<double> depth(const Body&, const Body&) { return {}; }
    // 0 or less if the bodies touch.
    virtual std::optional<double> distance(const Body&, const Body&) { return {}; }
    virtual std::optional<double> distance(const RawMesh&, const Matrix&, const RawMesh&, const Matrix&) {
        return {};
    }
    // The time of the first contact; infinite if there is none.
    virtual std::optional<double> first_contact(const RawMesh&, const Motion&, const RawMesh&) { return {}; }
    // Returns "inside", "outside", "boundary" or "open".
    virtual std::optional<std::string> location(const RawMesh&, const Point&, const std::string& /*rule*/) {
        return {};
    }
    virtual std::optional<std::string> overlap_solid(const RawMesh&, const RawMesh&) { return {}; }
};
using EnginePointer = std::unique_ptr<Engine>;

EnginePointer make_allide();
EnginePointer make_fcl();
EnginePointer make_bullet();
EnginePointer make_ode();
EnginePointer make_cgal();
EnginePointer make_libccd();

}  // namespace allide::bench::torture
