// Random poses of several kinds, and the inverse map from the world.
#pragma once

#include "oracle/types.hpp"

#include <cmath>

namespace oracle {

enum class PoseKind {
    at_rest,
    translation,
    quarter_turn,    // matrix entries 0 and ±1, integer translation
    rotation,        // a random rotation, no translation
    moved_rotation,  // like `rotation`, with a translation of about 1
    far_rotation,    // like `rotation`, with a translation of about 1e4
};
inline constexpr std::array<PoseKind, 6> all_pose_kinds{PoseKind::at_rest,        PoseKind::translation,
                                                        PoseKind::quarter_turn,   PoseKind::rotation,
                                                        PoseKind::moved_rotation, PoseKind::far_rotation};

// One of the 24 rotations that map a cube to itself.
inline Matrix quarter_turn(Dice& dice) {
    constexpr std::array<std::array<std::size_t, 3>, 6> orders{
        {{0, 1, 2}, {1, 2, 0}, {2, 0, 1}, {0, 2, 1}, {2, 1, 0}, {1, 0, 2}}};
    const std::size_t which = dice.below(6);
    const double s = dice.one_in(2) ? 1 : -1, t = dice.one_in(2) ? 1 : -1;
    Matrix m{};
    m[orders[which][0]] = s;
    m[4 + orders[which][1]] = t;
    m[8 + orders[which][2]] = which < 3 ? s * t : -s * t;
    return m;
}

inline Matrix rotation(Dice& dice) {
    double w = 0, x = 0, y = 0, z = 0, square = 0;
    do {
        w = dice.between(-1.0, 1.0);
        x = dice.between(-1.0, 1.0);
        y = dice.between(-1.0, 1.0);
        z = dice.between(-1.0, 1.0);
        square = w * w + x * x + y * y + z * z;
    } while (square < 0.01 || square > 1);
    const double s = 2 / square;
    return {1 - s * (y * y + z * z), s * (x * y - w * z),     s * (x * z + w * y),     0,
            s * (x * y + w * z),     1 - s * (x * x + z * z), s * (y * z - w * x),     0,
            s * (x * z - w * y),     s * (y * z + w * x),     1 - s * (x * x + y * y), 0};
}

inline Matrix shifted(Matrix m, const Point& t) {
    for (std::size_t i = 0; i < 3; ++i) m[4 * i + 3] += t[i];
    return m;
}

inline Point random_point(Dice& dice, double reach) {
    return {dice.between(-reach, reach), dice.between(-reach, reach), dice.between(-reach, reach)};
}

inline Point integer_point(Dice& dice, std::int64_t reach) {
    const auto c = [&] { return static_cast<double>(dice.between(-reach, reach)); };
    return {c(), c(), c()};
}

inline Matrix random_pose(Dice& dice, PoseKind kind) {
    switch (kind) {
        case PoseKind::at_rest:
            return identity;
        case PoseKind::translation:
            return shifted(identity, random_point(dice, 2));
        case PoseKind::quarter_turn:
            return shifted(quarter_turn(dice), integer_point(dice, 8));
        case PoseKind::rotation:
            return rotation(dice);
        case PoseKind::moved_rotation:
            return shifted(rotation(dice), random_point(dice, 2));
        case PoseKind::far_rotation:
            return shifted(rotation(dice), random_point(dice, 2e4));
    }
    return identity;
}

// The product R·S, which is exact if S is a quarter turn.
inline Matrix turned_first(const Matrix& r, const Matrix& s) {
    Matrix m = r;
    for (std::size_t i = 0; i < 3; ++i)
        for (std::size_t j = 0; j < 3; ++j)
            m[4 * i + j] = r[4 * i] * s[j] + r[4 * i + 1] * s[4 + j] + r[4 * i + 2] * s[8 + j];
    return m;
}

// R·(I + strength·S), where S is random and symmetric with entries up to 1 in magnitude: RᵀR of the product
// differs from the identity by about 2·strength.
inline Matrix strained(const Matrix& r, double strength, Dice& dice) {
    const auto entry = [&] {
        return dice.one_in(2) ? dice.between(-1.0, 1.0) : (dice.one_in(2) ? 1.0 : -1.0);
    };
    const double xy = strength * entry(), xz = strength * entry(), yz = strength * entry();
    const Matrix s{1 + strength * entry(), xy, xz, 0, xy, 1 + strength * entry(), yz, 0, xz, yz,
                   1 + strength * entry(), 0};
    return turned_first(r, s);
}

// A point that the pose maps approximately to `world`: by the inverse matrix in long double, rounded.
inline Point back_from_world(const Point& world, const Matrix& m) {
    using Real = long double;
    const auto at = [&](std::size_t i, std::size_t j) { return static_cast<Real>(m[4 * i + j]); };
    const auto cofactor = [&](std::size_t i, std::size_t j) {
        const std::size_t i1 = (i + 1) % 3, i2 = (i + 2) % 3, j1 = (j + 1) % 3, j2 = (j + 2) % 3;
        return at(i1, j1) * at(i2, j2) - at(i1, j2) * at(i2, j1);
    };
    const Real det = at(0, 0) * cofactor(0, 0) + at(0, 1) * cofactor(0, 1) + at(0, 2) * cofactor(0, 2);
    Point local{};
    for (std::size_t j = 0; j < 3; ++j) {
        Real sum = 0;
        for (std::size_t i = 0; i < 3; ++i) sum += cofactor(i, j) * (static_cast<Real>(world[i]) - at(i, 3));
        local[j] = static_cast<double>(sum / det);
    }
    return local;
}

inline Triangle back_from_world(const Triangle& t, const Matrix& m) {
    return {back_from_world(t[0], m), back_from_world(t[1], m), back_from_world(t[2], m)};
}

// Changes each coordinate by up to `most` units in the last place.
inline Triangle jittered(Triangle t, int most, Dice& dice) {
    for (Point& p : t)
        for (double& c : p)
            for (std::int64_t n = dice.between(std::int64_t{-most}, std::int64_t{most}); n != 0;
                 n += n < 0 ? 1 : -1)
                c = std::nextafter(c, n < 0 ? -INFINITY : INFINITY);
    return t;
}

}  // namespace oracle
