// The parts of the room, and a grid that records the space they occupy.
#pragma once

#include "generate/engine_room/solids.hpp"

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace allide::mesh::ship {

// Distance in millimetres between parts that are mounted on each other. No two parts are closer than this,
// except the deliberate pairs of pairs.hpp.
constexpr double joint = 3;

// The kind of surface of a part. Parts of deliberate pairs need a surface whose outermost points are known
// exactly, that is, any kind but `other`.
enum class Surface {
    other,
    rod_x,  // a cylinder along x with vertices on its four outermost lines
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

// Numbers of segments of round shapes. Each unit rounds them with a different phase, so that the number of
// triangles of the whole room grows evenly with the level of detail.
class Detail {
  public:
    Detail(double level, double phase) : level_(level), phase_(phase) {}

    unsigned around(double base) const {
        return 4 * at_least(2, base / 4);
    }  // a multiple of 4, so that the four outermost points are vertices
    unsigned small(double base) const { return 2 * at_least(2, base / 2); }
    unsigned steps(double base) const { return at_least(2, base); }
    // True if a detail that is meant to appear at about this level is to be generated.
    bool shows(double level) const { return level_ >= level - 0.25 + phase_ / 2; }

  private:
    unsigned at_least(unsigned least, double base) const {
        const auto n = static_cast<unsigned>(base * level_ + phase_);
        return n < least ? least : n;
    }
    double level_, phase_;
};

// A place on a machine where a pipe can start: the centre of a flange that faces upward.
struct Nozzle {
    Vec3 at;
    double radius = 0;
};

// Parts that are placed together. The function that makes a unit ensures that its parts do not
// touch.
struct Unit {
    Detail detail;
    std::vector<Part> parts = {};
    std::vector<Nozzle> nozzles = {};

    void add(std::string name, Solid solid, Surface surface = Surface::other);
    void add_block(std::string name, const Vec3& lo, const Vec3& hi);
    void add_rod(std::string name, const Vec3& from, Axis axis, double length, double radius,
                 unsigned around);
};

// The free space required around a part. Along z, where parts stand on or hang from others, a joint is enough
// by default.
struct Margin {
    double level = 0;              // along x and y
    double upright = joint - 0.5;  // along z
};

class Assembly {
  public:
    Assembly(double level, std::uint64_t seed) : level_(level), seed_(seed) {}

    // A new unit without parts, with its own phase of rounding (see Detail).
    Unit unit();
    // Adds the unit to the room without testing whether the space is free.
    void build(Unit unit);
    // Adds the unit if no other part is within `margin` of the boxes of its parts. Parts whose numbers are in
    // `neighbours` are ignored. Returns true if the unit was added.
    bool place(Unit unit, const Margin& margin, std::initializer_list<std::uint32_t> neighbours = {});
    bool is_free(const Box& box, const Margin& margin, std::span<const std::uint32_t> neighbours = {}) const;

    const std::vector<Part>& parts() const { return parts_; }
    std::vector<Nozzle>& nozzles() { return nozzles_; }
    std::uint64_t triangles() const { return triangles_; }

  private:
    // Enters the part's box into the grid.
    void occupy(std::uint32_t part);
    std::vector<Part> parts_;
    std::vector<Nozzle> nozzles_;
    std::map<std::string, unsigned, std::less<>>
        numbers_;  // per name: the last number that was appended to the name
    std::unordered_map<std::uint64_t, std::vector<std::uint32_t>>
        cells_;  // per cell of the grid: the numbers of the parts in it
    double level_;
    std::uint64_t seed_, units_ = 0, triangles_ = 0;
};

}  // namespace allide::mesh::ship
