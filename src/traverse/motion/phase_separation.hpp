// Separation of two sets over a box of times and phases of a screw motion. The phase is the angle of the
// motion modulo whole turns; the bounds treat time and phase as independent, so one box covers many turns.
#pragma once

#include "kernel/screw/axis_frame.hpp"
#include "traverse/motion/axis_sets.hpp"

#include <array>

namespace allide::traverse {

struct PhaseLimits {
    double angle, advance;  // the whole motion's angle, and its advance in the scene's unit
    double margin;          // boxes closer than this count as meeting
    double clearance;       // triangles closer than this plus their rounding errors count as meeting
    double turn, wedge;     // the sets can meet only at phases from turn − wedge to turn + wedge
};

// The middle and the half-widths of a box of times and phases. Phases are relative to PhaseLimits::turn, so
// that small ones are precise.
struct PhaseCell {
    double phase, time, half_phase, half_time;
};

// The best separating direction found for a cell. Keeps the gap along it at the middle of the cell, and two
// upper bounds on how much of the gap A can close within the cell: through the cell's phases, and through its
// times.
class CellSeparation {
  public:
    explicit CellSeparation(const PhaseCell& cell) : cell_(cell) {}

    // Offers the gap along a unit direction at the middle of the cell, and the two bounds above. `margin` is
    // the part of the required gap that does not depend on the cell's size. Returns true if A certainly stays
    // separated in the whole cell.
    bool offer(double gap, double margin, double by_phase, double by_time);
    const PhaseCell& cell() const { return cell_; }
    bool is_separated() const { return found_ && left_ > 0; }
    bool found() const { return found_; }
    double by_phase() const { return by_phase_; }
    double by_time() const { return by_time_; }

  private:
    PhaseCell cell_;
    bool found_ = false;
    double left_ = 0, by_phase_ = 0, by_time_ = 0;
};

// Two oriented boxes. For boxes close to each other, the caller descends to their children instead of asking
// for tighter bounds: phases are not split if the boxes move by less than a fraction of their size.
class BoxesAtPhase {
  public:
    BoxesAtPhase(const AxisBox& a, const AxisBox& b, const PhaseLimits& limits)
        : a_(a), b_(b), limits_(limits) {}

    void test(CellSeparation& best) const;
    double axis_distance() const { return a_.axis_distance; }
    // If the phases of a cell move points by less than this, they are not split further.
    double finest_displacement() const;

  private:
    const AxisBox &a_, &b_;
    PhaseLimits limits_;
};

// Two triangles, in coordinates relative to a corner of B and to the phase `turn`: rounding errors are
// relative to the triangles' sizes and displacements, not to their distance from the axis.
class TrianglesAtPhase {
  public:
    TrianglesAtPhase(const kernel::AxisTriangle<kernel::DoubleDouble>& a,
                     const kernel::AxisTriangle<kernel::DoubleDouble>& b, const PhaseLimits& limits);

    void test(CellSeparation& best) const;
    double axis_distance() const { return axis_distance_; }
    double finest_displacement() const;

  private:
    using Corners = kernel::NumberTriangle<double>;

    // Corners of A at the middle of a cell: relative to B's first corner, and relative to the axis.
    struct Now {
        Corners local, about_axis;
        kernel::SinCos turn;
    };
    Now corners_at(const PhaseCell& cell) const;
    double rounding_error(const PhaseCell& cell) const;
    bool offer_direction(AxisPoint n, const Now& now, CellSeparation& best) const;
    void offer_closest(const Now& now, CellSeparation& best) const;
    void offer_edges(std::size_t i, std::size_t j, const Now& now, CellSeparation& best) const;

    PhaseLimits limits_;
    Corners a_, b_;            // relative to B's first corner; A at the phase `turn` and time 0
    Corners axis_a_, axis_b_;  // the same corners relative to the axis
    Corners edge_a_, edge_b_;  // edges of the triangles; edge i is opposite to corner i
    AxisPoint normal_a_, normal_b_;
    double axis_distance_ = 0;  // upper bound of the distance of A's corners from the axis
    double extent_ = 0;         // bound on the magnitude of coordinates in a_ and b_, and of the advance
};

}  // namespace allide::traverse
