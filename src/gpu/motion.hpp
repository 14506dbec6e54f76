// The pose of B in A's frame as the kernels use it: in double, and in float with a bound of all errors.
#pragma once

#include "gpu/device_code.hpp"
#include "gpu/tables.hpp"

#include <cstdint>

namespace allide::gpu {

// Maps unscaled coordinates: x_a = rotation · x_b + translation. Computed by the same operations as
// kernel::RelativePose, so its error bounds hold.
struct DoubleMotion {
    double rotation[9];
    double translation[3];
    double offset;     // |t_b − t_a|₁
    double deviation;  // of B's matrix from a rotation: an upper bound of the largest entry of |RᵀR − I|
    bool valid;        // true if the pose is finite and rigid
};

// As DoubleMotion, for scaled coordinates relative to the centres of the meshes.
struct Motion {
    float rotation[9];
    float translation[3];
};

// docs/gpu.md and docs/guarantees.md derive these constants; `unit` is the rounding unit of float.
inline constexpr float unit = 0x1p-24f;

// The margin by which projections of boxes are widened, so that rounding errors never separate boxes that
// touch.
ALLIDE_GPU_CODE float box_margin(float reach, float rounding, float deviation) {
    return fused(320 * unit, reach, fused(24 * reach, deviation, rounding));
}
// A bound of the error of each coordinate of the difference between the first corners of a triangle of B and
// one of A.
ALLIDE_GPU_CODE float corner_error(float reach, float rounding) {
    return fused(16 * unit, reach, rounding);
}

// A bound of the error of a distance between points of two triangles, computed in A's frame.
ALLIDE_GPU_CODE float gap_error(float reach, float rounding) {
    return fused(128 * unit, reach, 2 * rounding);
}

// Computes the matrix of a pose of 7 numbers by the same operations as Pose::from_quaternion. False if the
// quaternion is not of unit length.
ALLIDE_GPU_CODE bool matrix_of_quaternion(const double* n, double* m) {
    const double w = n[3], x = n[4], y = n[5], z = n[6];
    const double norm = root(w * w + x * x + y * y + z * z);
    if (!(magnitude(norm - 1) <= 1e-6)) return false;
    const double a = w / norm, b = x / norm, c = y / norm, d = z / norm;
    m[0] = 1 - 2 * (c * c + d * d), m[1] = 2 * (b * c - a * d), m[2] = 2 * (b * d + a * c);
    m[4] = 2 * (b * c + a * d), m[5] = 1 - 2 * (b * b + d * d), m[6] = 2 * (c * d - a * b);
    m[8] = 2 * (b * d - a * c), m[9] = 2 * (c * d + a * b), m[10] = 1 - 2 * (b * b + c * c);
    m[3] = n[0], m[7] = n[1], m[11] = n[2];
    return true;
}

// Reads the matrix of a pose. False if the numbers are not a pose.
ALLIDE_GPU_CODE bool read_pose(const PosesView& poses, std::uint32_t pose, double* m) {
    const double* numbers = poses.numbers + static_cast<std::uint64_t>(pose) * poses.numbers_per_pose;
    if (poses.numbers_per_pose == 7) return matrix_of_quaternion(numbers, m);
    const PoseMatrix matrix = loaded(reinterpret_cast<const PoseMatrix*>(numbers));
    for (int i = 0; i < 12; ++i) m[i] = matrix.numbers[i];
    return true;
}

// The largest entry of |RᵀR − I|, computed by the same operations as in kernel/pose/rigidity.hpp.
ALLIDE_GPU_CODE double deviation_of(const double* m) {
    double worst = 0;
    for (int i = 0; i < 3; ++i) {
        for (int j = i; j < 3; ++j) {
            const double product = m[i] * m[j] + m[4 + i] * m[4 + j] + m[8 + i] * m[8 + j];
            const double error = magnitude(product - (i == j ? 1 : 0));
            worst = error > worst || !(error == error) ? error : worst;
        }
    }
    return worst;
}

ALLIDE_GPU_CODE DoubleMotion double_motion(const PairView& pair, const PosesView& poses, std::uint32_t pose) {
    DoubleMotion motion;
    double m[12];
    motion.valid = read_pose(poses, pose, m);
    if (!motion.valid) return motion;
    double offsets[3];
    for (int i = 0; i < 3; ++i) offsets[i] = m[4 * i + 3] - pair.position[i];
    motion.offset = magnitude(offsets[0]) + magnitude(offsets[1]) + magnitude(offsets[2]);
    for (int i = 0; i < 3; ++i) {
        const double* row = &pair.inverse[3 * i];
        for (int j = 0; j < 3; ++j)
            motion.rotation[3 * i + j] = row[0] * m[j] + row[1] * m[4 + j] + row[2] * m[8 + j];
        motion.translation[i] = row[0] * offsets[0] + row[1] * offsets[1] + row[2] * offsets[2];
    }
    const double worst = deviation_of(m);
    const double determinant = m[0] * (m[5] * m[10] - m[6] * m[9]) + m[1] * (m[6] * m[8] - m[4] * m[10]) +
                               m[2] * (m[4] * m[9] - m[5] * m[8]);
    // x − x is NaN if x is infinite or NaN, and NaN == 0 is false.
    motion.valid =
        worst <= 1e-6 && determinant > 0 && m[3] - m[3] == 0 && m[7] - m[7] == 0 && m[11] - m[11] == 0;
    motion.deviation = worst + 0x1p-49;
    return motion;
}

// The scaled motion. Sets `rounding` to a bound of the distance by which rounding in double displaces B's
// corners.
ALLIDE_GPU_CODE Motion scaled_motion(const PairView& pair, const DoubleMotion& exact, float& rounding) {
    const double* c = pair.b.centre;
    Motion motion;
    for (int i = 0; i < 3; ++i) {
        const double* row = &exact.rotation[3 * i];
        const double image = row[0] * c[0] + row[1] * c[1] + row[2] * c[2] + exact.translation[i];
        motion.translation[i] = to_float(pair.scale * (image - pair.a.centre[i]));
        for (int j = 0; j < 3; ++j) motion.rotation[3 * i + j] = to_float(row[j]);
    }
    const double norms = magnitude(c[0]) + magnitude(c[1]) + magnitude(c[2]) + magnitude(pair.a.centre[0]) +
                         magnitude(pair.a.centre[1]) + magnitude(pair.a.centre[2]) + exact.offset;
    rounding = to_float(pair.scale * (50 * 0x1p-53 * norms)) * (1 + 0x1p-20f) + 0x1p-100f;
    return motion;
}

ALLIDE_GPU_CODE float deviation_of(const PairView& pair, const DoubleMotion& exact) {
    return to_float(pair.deviation + exact.deviation) * (1 + 0x1p-20f);
}

// Appends an entry; false if the list is full.
ALLIDE_GPU_CODE bool append(const PairList& list, const PairEntry& entry) {
    const std::uint32_t place = add_atomically(list.count, 1);
    if (place >= list.capacity) return false;
    list.entries[place] = entry;
    return true;
}

// A pose as the searches need it: the scaled motion, and the error bounds that depend on it.
struct alignas(16) PreparedPose {
    Motion motion;
    float rounding, deviation;
    std::uint32_t pose;
    std::uint32_t probes_seen;  // see pose_filter.hpp
};
static_assert(sizeof(PreparedPose) == 64);

// True if the bounding spheres of the two meshes are certainly disjoint. If false, the length of the
// translation is at most 1.002 times the reach plus `rounding`.
ALLIDE_GPU_CODE bool spheres_apart(const PairView& pair, const Motion& motion, float rounding) {
    const float* t = motion.translation;
    const float limit = fused(1.001f, pair.reach, rounding);
    return fused(t[0], t[0], fused(t[1], t[1], t[2] * t[2])) > limit * limit;
}

// True if float is accurate enough for this pose: rounding in double displaces corners by less than 2⁻¹⁰ of
// the reach.
ALLIDE_GPU_CODE bool floats_suffice(const PairView& pair, float rounding) {
    return rounding <= 0x1p-10f * pair.reach;
}

// Sets `image` to rotation · x.
template <typename T, typename M>
ALLIDE_GPU_CODE void rotate(const M* rotation, const T* x, T* image) {
    for (int i = 0; i < 3; ++i)
        image[i] = fused(
            static_cast<T>(rotation[3 * i]), x[0],
            fused(static_cast<T>(rotation[3 * i + 1]), x[1], static_cast<T>(rotation[3 * i + 2]) * x[2]));
}

}  // namespace allide::gpu
