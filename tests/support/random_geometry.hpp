// Random points, poses and meshes for property tests, from a seed.
#pragma once

#include "base/random.hpp"

#include <allide/allide.hpp>
#include <allide/extra/shapes.hpp>

#include <cmath>

namespace allide::test {

inline Vec3 random_point(base::Random& random, double size) {
    return {random.between(-size, size), random.between(-size, size), random.between(-size, size)};
}

inline Pose random_rotation(base::Random& random) {
    for (;;) {
        const Vec3 axis = random_point(random, 1);
        const double squared_length = axis.x * axis.x + axis.y * axis.y + axis.z * axis.z;
        if (squared_length > 0.01 && squared_length <= 1)
            return Pose::rotation(axis, radians(random.between(-3.2, 3.2)));
    }
}

inline Pose random_pose(base::Random& random, double reach) {
    return random_rotation(random).translated(random_point(random, reach));
}

// A pose whose matrix deviates from a rotation by nearly the tolerance of 1e-6.
inline Pose barely_rigid_pose(base::Random& random, double reach) {
    const auto rigid = random_pose(random, reach).matrix();
    auto best = rigid;
    double step = 4e-7;
    for (int attempt = 0; attempt < 40; ++attempt) {
        auto rows = best;
        for (std::size_t i = 0; i < 12; ++i)
            if (i % 4 != 3) rows[i] += random.between(-step, step);
        if (Pose::from_matrix(rows))
            best = rows;
        else
            step *= 0.7;
    }
    return Pose::from_matrix(best).value();
}

// A random body of one of the shapes for property tests, small enough for brute force.
inline Mesh random_body(base::Random& random) {
    static constexpr GeneratedShape shapes[] = {GeneratedShape::sphere,      GeneratedShape::torus,
                                                GeneratedShape::noisy_torus, GeneratedShape::box,
                                                GeneratedShape::soup,        GeneratedShape::cylinder};
    const GeneratedShape shape = shapes[random.below(6)];
    return generate(shape, {.triangles = 100 + random.below(300), .seed = random.bits()}).value();
}

}  // namespace allide::test
