#include "generate/engine_room/assembly.hpp"

#include "base/random.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace allide::mesh::ship {

namespace {

constexpr double cell_size = 800;

std::int64_t cell_of(double value) {
    return static_cast<std::int64_t>(std::floor(value / cell_size));
}

template <typename Visit>
bool any_cell(const Box& box, Visit visit) {
    for (std::int64_t i = cell_of(box.lo.x); i <= cell_of(box.hi.x); ++i)
        for (std::int64_t j = cell_of(box.lo.y); j <= cell_of(box.hi.y); ++j)
            for (std::int64_t k = cell_of(box.lo.z); k <= cell_of(box.hi.z); ++k)
                if (visit(static_cast<std::uint64_t>((i + 4096) << 40 | (j + 4096) << 20 | (k + 4096))))
                    return true;
    return false;
}

Box widened(const Box& box, const Margin& margin) {
    return {{box.lo.x - margin.level, box.lo.y - margin.level, box.lo.z - margin.upright},
            {box.hi.x + margin.level, box.hi.y + margin.level, box.hi.z + margin.upright}};
}

bool apart(const Box& a, const Box& b) {
    for (int axis = 0; axis < 3; ++axis)
        if (component(a.lo, axis) > component(b.hi, axis) || component(b.lo, axis) > component(a.hi, axis))
            return true;
    return false;
}

}  // namespace

void Unit::add(std::string name, Solid solid, Surface surface) {
    const Box bounds = bounds_of(solid);
    parts.push_back({std::move(name), std::move(solid), surface, bounds});
}

void Unit::add_block(std::string name, const Vec3& lo, const Vec3& hi) {
    add(std::move(name), block(lo, hi), Surface::block);
}

void Unit::add_rod(std::string name, const Vec3& from, Axis axis, double length, double radius,
                   unsigned around) {
    constexpr Surface kinds[]{Surface::rod_x, Surface::rod_y, Surface::rod_z};
    add(std::move(name), rod(from, axis, length, radius, around),
        around % 4 == 0 ? kinds[axis] : Surface::other);
}

Unit Assembly::unit() {
    return {Detail(level_, base::Random(seed_ * 1000003 + ++units_).unit())};
}

void Assembly::build(Unit unit) {
    for (Part& part : unit.parts) {
        part.name = fmt::format("{}-{:04}", part.name, ++numbers_[part.name]);
        triangles_ += part.solid.triangles.size();
        parts_.push_back(std::move(part));
        occupy(static_cast<std::uint32_t>(parts_.size() - 1));
    }
    nozzles_.insert(nozzles_.end(), unit.nozzles.begin(), unit.nozzles.end());
}

bool Assembly::place(Unit unit, const Margin& margin, std::initializer_list<std::uint32_t> neighbours) {
    const std::span<const std::uint32_t> list(neighbours.begin(), neighbours.size());
    for (const Part& part : unit.parts)
        if (!is_free(part.bounds, margin, list)) return false;
    build(std::move(unit));
    return true;
}

bool Assembly::is_free(const Box& box, const Margin& margin,
                       std::span<const std::uint32_t> neighbours) const {
    const Box wide = widened(box, margin);
    return !any_cell(wide, [&](std::uint64_t cell) {
        const auto found = cells_.find(cell);
        if (found == cells_.end()) return false;
        return std::any_of(found->second.begin(), found->second.end(), [&](std::uint32_t other) {
            return !apart(wide, parts_[other].bounds) &&
                   std::find(neighbours.begin(), neighbours.end(), other) == neighbours.end();
        });
    });
}

void Assembly::occupy(std::uint32_t part) {
    any_cell(parts_[part].bounds, [&](std::uint64_t cell) {
        cells_[cell].push_back(part);
        return false;
    });
}

}  // namespace allide::mesh::ship
