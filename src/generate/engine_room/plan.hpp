// The main dimensions of the ship in millimetres. x points forward, y to port, z up from the keel.
#pragma once

#include "base/random.hpp"
#include "generate/engine_room/assembly.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

namespace allide::mesh::ship {

constexpr double bay_length = 4800;
constexpr double frame_spacing = 1200;
constexpr double frame_depth = 352;  // from the outside of the shell to the inner face of a side frame
constexpr double shell = 16;
constexpr double bilge_radius = 1500;
constexpr double tank_top = 1400;
constexpr double hull_height = 11200;
constexpr double opening = 3300;        // half the breadth of the casing above the engine
constexpr double deck_structure = 480;  // height of the girders below a deck
constexpr std::array<double, 3> decks{4900, 8200, 11200};
constexpr std::array<double, 3> floors{tank_top, decks[0], decks[1]};

// The values from, from + step, from + 2 · step, … below `end`.
inline std::vector<double> stations(double from, double end, double step) {
    std::vector<double> found;
    while (from < end) {
        found.push_back(from);
        from += step;
    }
    return found;
}

// The bays between two bulkheads. The decks of the first and the last bay are complete; those of the bays
// between them have an opening above the engine.
struct Compartment {
    int first_bay = 0, end_bay = 0;
    double from() const { return first_bay * bay_length; }
    double to() const { return end_bay * bay_length; }
    double open_from() const { return (first_bay + 1) * bay_length; }
    double open_to() const { return (end_bay - 1) * bay_length; }
    bool is_open(int bay) const { return bay > first_bay && bay + 1 < end_bay; }
};

class Plan {
  public:
    explicit Plan(int bays) : bays_(bays) {
        const int count = (bays + 8) / 9;
        for (int i = 0; i < count; ++i) compartments_.push_back({bays * i / count, bays * (i + 1) / count});
    }

    int bays() const { return bays_; }
    double length() const { return bays_ * bay_length; }
    const std::vector<Compartment>& compartments() const { return compartments_; }

    // Half the breadth of the shell at x. It decreases aft and is linear within each bay.
    double half_breadth(double x) const {
        const int bay = std::clamp(static_cast<int>(x / bay_length), 0, bays_ - 1);
        const double a = at_station(bay), b = at_station(bay + 1);
        return a + (b - a) * (x / bay_length - bay);
    }
    double narrowest(double from, double to) const { return std::min(half_breadth(from), half_breadth(to)); }

    bool has_bulkhead(int station) const {
        return station == bays_ || std::any_of(compartments_.begin(), compartments_.end(),
                                               [&](const Compartment& c) { return c.first_bay == station; });
    }
    // The range of x in a bay that plates and girders may occupy.
    double bay_from(int bay) const { return bay * bay_length + edge(bay); }
    double bay_to(int bay) const { return (bay + 1) * bay_length - edge(bay + 1); }
    // The x coordinate of a bulkhead. The bulkheads at the two ends of the ship lie inside the shell.
    double bulkhead_at(int station) const {
        return station * bay_length + (station == 0 ? 12 : station == bays_ ? -12 : 0);
    }

  private:
    static double at_station(int station) {
        const double aft = std::max(0.0, 1 - station / 6.0);
        return 9000 - 2200 * aft * aft;
    }
    double edge(int station) const {
        if (!has_bulkhead(station)) return joint / 2;
        return station == 0 || station == bays_ ? 24 : 12;
    }
    int bays_;
    std::vector<Compartment> compartments_;
};

// The state shared by the functions that build a room.
struct RoomState {
    Plan plan;
    Assembly assembly;
    base::Random random;
    double density = 1;  // relative number of pipes and small parts per length of ship

    // `count` times the density, rounded up or down at random such that it is right on average.
    int times(double count) { return static_cast<int>(count * density + random.unit()); }
    double stepped(double low, double high, double step) {  // a random one of low, low + step, … up to high
        return low +
               step * static_cast<double>(random.below(static_cast<std::uint64_t>((high - low) / step) + 1));
    }
};

void build_structure(RoomState& state);
void build_main_engines(RoomState& state);
void build_access(RoomState& state);    // stairs, ladders, railings
void build_machines(RoomState& state);  // generators, pumps, coolers, tanks, switchboards
void build_services(RoomState& state);  // ventilation, cable trays, lights
void build_piping(RoomState& state);

// A handrail along x or y; it starts at `from`, a point on the floor.
Solid railing(const Detail& detail, const Vec3& from, Axis axis, double length);
// A floor of bars, `length` along x and `breadth` along y; `from` is a corner of its upper side.
Solid grating(const Vec3& from, double length, double breadth);

}  // namespace allide::mesh::ship
