// The frames of nodes: principal directions of several nodes at once, then the best of several turns of them.
// Compiled once for each instruction set.
#if defined(ALLIDE_TREE_FIT_FRAMES_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef ALLIDE_TREE_FIT_FRAMES_INL
#undef ALLIDE_TREE_FIT_FRAMES_INL
#else
#define ALLIDE_TREE_FIT_FRAMES_INL
#endif

#include "kernel/vec.hpp"
#include "tree/fit_job.hpp"

#include <array>
#include <cmath>
#include <limits>
#include <utility>

#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace allide::tree {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// Three directions in double; the longest extent is along the first.
using Axes = std::array<Vec3, 3>;

// Eigenvectors of up to sixteen symmetric matrices by Jacobi's rotations, in single precision: which frame is
// chosen is a matter of speed only.
class alignas(64) PrincipalAxes {
  public:
    static constexpr std::size_t width = 16;

    HWY_INLINE void set(std::size_t i, const Moments& moments) {
        const auto& s = moments.spread;
        const double trace = s[0] + s[3] + s[5];
        const bool known = trace > 0 && trace <= std::numeric_limits<double>::max();
        for (std::size_t k = 0; k < 6; ++k) matrix_[k][i] = known ? static_cast<float>(s[k] / trace) : 0.0f;
    }
    HWY_INLINE void solve() {
        const HWY_CAPPED(float, 16) d;
        for (std::size_t lane = 0; lane < width; lane += hn::Lanes(d)) solve(d, lane);
    }
    HWY_INLINE Axes axes(std::size_t i) const {
        std::size_t order[3] = {0, 1, 2};
        const auto sort = [&](std::size_t p, std::size_t q) {
            if (value_[order[p]][i] < value_[order[q]][i]) std::swap(order[p], order[q]);
        };
        sort(0, 1);
        sort(1, 2);
        sort(0, 1);
        using kernel::operator-;
        using kernel::operator*;
        const Vec3 x = unit(column(order[0], i)), y = column(order[1], i);
        const Vec3 at_right_angles = unit(y - kernel::dot(x, y) * x);
        const Axes out{x, at_right_angles, kernel::cross(x, at_right_angles)};
        const double defect = std::abs(kernel::dot(out[0], out[1])) + std::abs(kernel::dot(x, x) - 1) +
                              std::abs(kernel::dot(out[1], out[1]) - 1);
        if (!(defect < 0x1p-40)) return {Vec3{1, 0, 0}, Vec3{0, 1, 0}, Vec3{0, 0, 1}};
        return out;
    }

  private:
    static HWY_INLINE Vec3 unit(const Vec3& x) {
        using kernel::operator*;
        return 1 / std::sqrt(kernel::dot(x, x)) * x;
    }
    HWY_INLINE Vec3 column(std::size_t k, std::size_t i) const {
        return {vector_[0][k][i], vector_[1][k][i], vector_[2][k][i]};
    }

    template <class D>
    HWY_INLINE void solve(D d, std::size_t lane) {
        using V = hn::Vec<D>;
        const auto row = [&](std::size_t k) { return hn::Load(d, &matrix_[k][lane]); };
        V a[3][3] = {{row(0), row(1), row(2)}, {row(1), row(3), row(4)}, {row(2), row(4), row(5)}};
        const V zero = hn::Zero(d), one = hn::Set(d, 1.0f);
        V v[3][3] = {{one, zero, zero}, {zero, one, zero}, {zero, zero, one}};
        for (int sweep = 0; sweep < 4; ++sweep) {
            rotate(d, 0, 1, 2, a, v);
            rotate(d, 0, 2, 1, a, v);
            rotate(d, 1, 2, 0, a, v);
        }
        for (std::size_t k = 0; k < 3; ++k) {
            hn::Store(a[k][k], d, &value_[k][lane]);
            for (std::size_t l = 0; l < 3; ++l) hn::Store(v[k][l], d, &vector_[k][l][lane]);
        }
    }
    // Turns p and q so that a[p][q] vanishes.
    template <class D>
    HWY_INLINE static void rotate(D d, std::size_t p, std::size_t q, std::size_t r, hn::Vec<D> (&a)[3][3],
                                  hn::Vec<D> (&v)[3][3]) {
        using V = hn::Vec<D>;
        const V one = hn::Set(d, 1.0f), twice = hn::Add(a[p][q], a[p][q]);
        const V gap = hn::Sub(a[q][q], a[p][p]);
        const V length = hn::Sqrt(hn::Add(hn::Mul(gap, gap), hn::Mul(twice, twice)));
        const V tangent = hn::Div(hn::CopySign(twice, hn::Xor(gap, twice)),
                                  hn::Add(hn::Abs(gap), hn::Add(length, hn::Set(d, 0x1p-100f))));
        const V cosine = hn::Div(one, hn::Sqrt(hn::Add(one, hn::Mul(tangent, tangent))));
        const V sine = hn::Mul(tangent, cosine);
        const V moved = hn::Mul(tangent, a[p][q]);
        a[p][p] = hn::Sub(a[p][p], moved);
        a[q][q] = hn::Add(a[q][q], moved);
        a[p][q] = a[q][p] = hn::Zero(d);
        const V rp = a[r][p], rq = a[r][q];
        a[r][p] = a[p][r] = hn::Sub(hn::Mul(cosine, rp), hn::Mul(sine, rq));
        a[r][q] = a[q][r] = hn::Add(hn::Mul(sine, rp), hn::Mul(cosine, rq));
        for (std::size_t k = 0; k < 3; ++k) {
            const V kp = v[k][p], kq = v[k][q];
            v[k][p] = hn::Sub(hn::Mul(cosine, kp), hn::Mul(sine, kq));
            v[k][q] = hn::Add(hn::Mul(sine, kp), hn::Mul(cosine, kq));
        }
    }

    float matrix_[6][width] = {};
    float value_[3][width];
    float vector_[3][3][width];
};

inline constexpr std::size_t turns = 5;
// Cosines of 0°, 15°, 30°, … 90°, as decimal numbers: the same frame on every machine.
inline constexpr double cosines[turns + 2] = {
    1, 0.96592582628906829, 0.86602540378443865, 0.70710678118654752, 0.5, 0.25881904510252076, 0};

// Of which principal axis how much is in each of the sixteen directions that are compared: two for each turn
// of the first two axes, then the last axis, then three without, the coordinate axes.
constexpr std::array<float, 16> shares_of(std::size_t axis) {
    std::array<float, 16> out{};
    for (std::size_t i = 0; i <= turns; ++i) {
        const double c = cosines[i], s = cosines[turns + 1 - i];
        if (axis < 2) {
            out[2 * i] = static_cast<float>(axis == 0 ? c : s);
            out[2 * i + 1] = static_cast<float>(axis == 0 ? -s : c);
        }
    }
    out[12] = axis == 2 ? 1.0f : 0.0f;
    return out;
}

// Which of several frames has the smallest box: the principal one, the same turned about its last axis, and
// the coordinate axes. Principal directions are arbitrary for a cube and bad for a few long triangles;
// machined parts mostly lie along the coordinate axes. In single precision, which is enough to choose.
class alignas(64) FrameChoice {
  public:
    explicit HWY_INLINE FrameChoice(const Axes& principal) : principal_(principal) {
        constexpr std::array shares{shares_of(0), shares_of(1), shares_of(2)};
        for (std::size_t i = 0; i < 16; ++i) {
            const auto along = [&](double x, double y, double z) {
                return static_cast<float>(x) * shares[0][i] + static_cast<float>(y) * shares[1][i] +
                       static_cast<float>(z) * shares[2][i];
            };
            direction_[0][i] = along(principal[0].x, principal[1].x, principal[2].x) + (i == 13 ? 1.0f : 0.0f);
            direction_[1][i] = along(principal[0].y, principal[1].y, principal[2].y) + (i == 14 ? 1.0f : 0.0f);
            direction_[2][i] = along(principal[0].z, principal[1].z, principal[2].z) + (i == 15 ? 1.0f : 0.0f);
        }
    }

    // The nine numbers of the best frame, each rounded once.
    HWY_INLINE std::array<float, 9> best_for(const FitJob& job, std::uint64_t begin, std::uint64_t end) {
        spread_over(job, begin, end);
        const auto area = [this](std::size_t x, std::size_t y, std::size_t z) {
            return size_[x] * size_[y] + size_[y] * size_[z] + size_[z] * size_[x];
        };
        std::size_t best = turns + 1;
        float best_area = area(13, 14, 15);
        for (std::size_t i = 0; i <= turns; ++i) {
            const float found = area(2 * i, 2 * i + 1, 12);
            if (!(found < best_area)) continue;
            best_area = found;
            best = i;
        }
        return frame(best);
    }

  private:
    // Of so many points the choice is made; more would tell the same.
    static constexpr std::uint64_t enough = 2048, run = 8;

    // How far the points reach in each direction.
    HWY_INLINE void spread_over(const FitJob& job, std::uint64_t begin, std::uint64_t end) {
        const HWY_CAPPED(float, 16) d;
        using V = hn::Vec<decltype(d)>;
        constexpr std::size_t lanes = hn::MaxLanes(HWY_CAPPED(float, 16)()), parts = 16 / lanes;
        V lo[parts], hi[parts];
        for (std::size_t part = 0; part < parts; ++part) {
            lo[part] = hn::Set(d, std::numeric_limits<float>::infinity());
            hi[part] = hn::Set(d, -std::numeric_limits<float>::infinity());
        }
        const double from_x = job.x[begin], from_y = job.y[begin], from_z = job.z[begin];
        const std::uint64_t count = end - begin;
        // Runs of neighbours, evenly spread: what stands together is read together.
        const std::uint64_t runs = count <= enough ? 1 : enough / run, length = count <= enough ? count : run;
        for (std::uint64_t i = 0; i < runs; ++i) {
            const std::uint64_t first = begin + i * (count / runs);
            for (std::uint64_t point = first; point < first + length; ++point) {
                const V x = hn::Set(d, static_cast<float>(job.x[point] - from_x)),
                        y = hn::Set(d, static_cast<float>(job.y[point] - from_y)),
                        z = hn::Set(d, static_cast<float>(job.z[point] - from_z));
                for (std::size_t part = 0; part < parts; ++part) {
                    const std::size_t lane = part * lanes;
                    const V along = hn::Add(hn::Add(hn::Mul(hn::Load(d, &direction_[0][lane]), x),
                                                    hn::Mul(hn::Load(d, &direction_[1][lane]), y)),
                                            hn::Mul(hn::Load(d, &direction_[2][lane]), z));
                    lo[part] = hn::Min(lo[part], along);
                    hi[part] = hn::Max(hi[part], along);
                }
            }
        }
        for (std::size_t part = 0; part < parts; ++part)
            hn::Store(hn::Sub(hi[part], lo[part]), d, &size_[part * lanes]);
    }

    HWY_INLINE std::array<float, 9> frame(std::size_t best) const {
        if (best == turns + 1) return {1, 0, 0, 0, 1, 0, 0, 0, 1};
        using kernel::operator+;
        using kernel::operator-;
        using kernel::operator*;
        const double c = cosines[best], s = cosines[turns + 1 - best];
        const Vec3 rows[3] = {c * principal_[0] + s * principal_[1], c * principal_[1] - s * principal_[0],
                              principal_[2]};
        std::array<float, 9> out;
        for (std::size_t k = 0; k < 3; ++k) {
            out[3 * k] = static_cast<float>(rows[k].x);
            out[3 * k + 1] = static_cast<float>(rows[k].y);
            out[3 * k + 2] = static_cast<float>(rows[k].z);
        }
        return out;
    }

    Axes principal_;
    float direction_[3][16];
    float size_[16];
};

}  // namespace HWY_NAMESPACE
}  // namespace allide::tree
HWY_AFTER_NAMESPACE();

#endif
