// Parts as they are put into the room, and the space that they take.
#pragma once

#include "generate/engine_room/solids.hpp"

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace allide::mesh::ship {

// Parts that are mounted on each other keep this distance; nothing comes closer unless it is on the list of
// deliberate pairs.
constexpr double joint = 3;

// What a deliberate neighbour may lean on: parts whose outermost points are known exactly.
enum class Surface {
    other,
    rod_x,  // a cylinder along x with lines of vertices at its four outermost places
    rod_y,
    rod_z,
    block,
};

struct Part {
    std::string name;
    Solid solid;
    Surface surface = Surface::other;
    Box bounds = {};
};

// How finely round things are divided. Each unit rounds with a phase of its own, so that the number of
// triangles of the whole grows evenly with the level.
class Detail {
  public:
    Detail(double level, double phase) : level_(level), phase_(phase) {}

    unsigned around(double base) const { return 4 * at_least(2, base / 4); }  // has all four outermost points
    unsigned small(double base) const { return 2 * at_least(2, base / 2); }
    unsigned steps(double base) const { return at_least(2, base); }
    bool shows(double level) const { return level_ >= level - 0.25 + phase_ / 2; }

  private:
    unsigned at_least(unsigned least, double base) const {
        const auto n = static_cast<unsigned>(base * level_ + phase_);
        return n < least ? least : n;
    }
    double level_, phase_;
};

// A place on a machine where a pipe can start: the middle of a flange that looks up.
struct Nozzle {
    Vec3 at;
    double radius = 0;
};

// Parts that are placed together. The makers of a unit see to it that its parts do not touch each other.
struct Unit {
    Detail detail;
    std::vector<Part> parts = {};
    std::vector<Nozzle> nozzles = {};

    void add(std::string name, Solid solid, Surface surface = Surface::other);
    void add_block(std::string name, const Vec3& lo, const Vec3& hi);
    void add_rod(std::string name, const Vec3& from, Axis axis, double length, double radius,
                 unsigned around);
};

// Free space around a part. Above and below, where things stand and hang, a joint is enough unless said.
struct Margin {
    double level = 0;              // along x and y
    double upright = joint - 0.5;  // along z
};

class Assembly {
  public:
    Assembly(double level, std::uint64_t seed) : level_(level), seed_(seed) {}

    Unit unit();
    // Puts the unit into the room as its maker says.
    void build(Unit unit);
    // The same if nothing is within `margin` of the boxes of its parts, parts with a number in `neighbours`
    // excepted. Returns whether it was put there.
    bool place(Unit unit, const Margin& margin, std::initializer_list<std::uint32_t> neighbours = {});
    bool is_free(const Box& box, const Margin& margin, std::span<const std::uint32_t> neighbours = {}) const;

    const std::vector<Part>& parts() const { return parts_; }
    std::vector<Nozzle>& nozzles() { return nozzles_; }
    std::uint64_t triangles() const { return triangles_; }

  private:
    void occupy(std::uint32_t part);
    std::vector<Part> parts_;
    std::vector<Nozzle> nozzles_;
    std::map<std::string, unsigned, std::less<>> numbers_;  // the last number given to a name
    std::unordered_map<std::uint64_t, std::vector<std::uint32_t>> cells_;
    double level_;
    std::uint64_t seed_, units_ = 0, triangles_ = 0;
};

}  // namespace allide::mesh::ship
