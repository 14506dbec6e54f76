// Chooses the frames of nodes: computes the principal axes of several nodes at once, then takes the best of
// several rotations of them. Compiled once per instruction set.
#if defined(ALLIDE_TREE_FIT_FRAMES_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef ALLIDE_TREE_FIT_FRAMES_INL
#undef ALLIDE_TREE_FIT_FRAMES_INL
#else
#define ALLIDE_TREE_FIT_FRAMES_INL
#endif

#include "base/to_float.hpp"
#include "kernel/pose/vec.hpp"
#include "tree/wide/fit_job.hpp"
#include "tree/wide/fit_measure-inl.hpp"

#include <array>
#include <cmath>
#include <limits>
#include <utility>

#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace allide::tree {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// Three directions in double precision, the one with the largest extent first.
using Axes = std::array<Vec3, 3>;

// Eigenvectors of up to sixteen symmetric matrices at once, by Jacobi rotations. Single precision is enough,
// because the choice of a frame affects only speed.
class alignas(64) PrincipalAxes {
  public:
    static constexpr std::size_t width = 16;

    HWY_INLINE void set(std::size_t i, const Moments& moments) {
        const auto& s = moments.spread;
        const double trace = s[0] + s[3] + s[5];
        const bool known = trace > 0x1p-1000 && trace <= std::numeric_limits<double>::max();
        const double scale = known ? 1 / trace : 0;
        for (std::size_t k = 0; k < 6; ++k) matrix_[k][i] = known ? static_cast<float>(scale * s[k]) : 0.0f;
    }
    HWY_INLINE void solve() {
        const HWY_CAPPED(float, 16) d;
        for (std::size_t lane = 0; lane < width; lane += hn::Lanes(d)) solve(d, lane);
        const HWY_CAPPED(double, 8) wide;
        for (std::size_t lane = 0; lane < width; lane += hn::Lanes(wide)) set_right(wide, lane);
    }
    HWY_INLINE Axes axes(std::size_t i) const {
        const auto row = [&](std::size_t k) { return Vec3{axis_[k][0][i], axis_[k][1][i], axis_[k][2][i]}; };
        if (!(defect_[i] < 0x1p-40)) return {Vec3{1, 0, 0}, Vec3{0, 1, 0}, Vec3{0, 0, 1}};
        return {row(0), row(1), row(2)};
    }

  private:
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
        // Sorts the columns so that the two largest eigenvalues come first; the third direction follows from
        // the first two.
        const auto sort = [&](std::size_t p, std::size_t q) HWY_ATTR {
            const auto wrong = hn::Lt(a[p][p], a[q][q]);
            const auto exchange = [&](V& x, V& y) HWY_ATTR {
                const V kept = x;
                x = hn::IfThenElse(wrong, y, x);
                y = hn::IfThenElse(wrong, kept, y);
            };
            exchange(a[p][p], a[q][q]);
            for (auto& line : v) exchange(line[p], line[q]);
        };
        sort(0, 1);
        sort(1, 2);
        sort(0, 1);
        for (std::size_t k = 0; k < 2; ++k)
            for (std::size_t l = 0; l < 3; ++l) hn::Store(v[l][k], d, &vector_[k][l][lane]);
    }
    // Makes the axes orthonormal in double precision.
    template <class D>
    HWY_INLINE void set_right(D d, std::size_t lane) {
        using V3 = Arrow<D>;
        const hn::Rebind<float, D> narrow;
        const auto load = [&](std::size_t k) HWY_ATTR {
            return V3{hn::PromoteTo(d, hn::Load(narrow, &vector_[k][0][lane])),
                      hn::PromoteTo(d, hn::Load(narrow, &vector_[k][1][lane])),
                      hn::PromoteTo(d, hn::Load(narrow, &vector_[k][2][lane]))};
        };
        const auto one = hn::Set(d, 1.0);
        const auto unit = [&](const V3& x) HWY_ATTR { return x.times(hn::Div(one, hn::Sqrt(x.dot(x)))); };
        const V3 x = unit(load(0)), second = load(1), y = unit(second.minus(x.times(x.dot(second)))),
                 z = x.cross(y);
        const auto defect = hn::Add(
            hn::Abs(x.dot(y)), hn::Add(hn::Abs(hn::Sub(x.dot(x), one)), hn::Abs(hn::Sub(y.dot(y), one))));
        hn::Store(defect, d, &defect_[lane]);
        const auto store = [&](std::size_t k, const V3& axis) HWY_ATTR {
            hn::Store(axis.x, d, &axis_[k][0][lane]);
            hn::Store(axis.y, d, &axis_[k][1][lane]);
            hn::Store(axis.z, d, &axis_[k][2][lane]);
        };
        store(0, x);
        store(1, y);
        store(2, z);
    }
    // Jacobi rotation in the plane of axes p and q that makes a[p][q] zero.
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
        for (auto& row : v) {
            const V kp = row[p], kq = row[q];
            row[p] = hn::Sub(hn::Mul(cosine, kp), hn::Mul(sine, kq));
            row[q] = hn::Add(hn::Mul(sine, kp), hn::Mul(cosine, kq));
        }
    }

    float matrix_[6][width] = {};
    float vector_[2][3][width];
    double axis_[3][3][width];
    double defect_[width];  // deviation of each matrix's axes from orthonormality
};

inline constexpr std::size_t turns = 5;
// Cosines of 0°, 15°, 30°, … 90° as decimal constants, so that the frame is the same on every machine.
inline constexpr double cosines[turns + 2] = {
    1, 0.96592582628906829, 0.86602540378443865, 0.70710678118654752, 0.5, 0.25881904510252076, 0};

// The sixteen candidate directions, as combinations of axes: two for each rotation of the first two principal
// axes, then the last principal axis, then the coordinate axes.
struct alignas(64) Directions {
    constexpr Directions() {
        for (std::size_t i = 0; i <= turns; ++i) {
            const auto c = static_cast<float>(cosines[i]), s = static_cast<float>(cosines[turns + 1 - i]);
            share[0][2 * i] = share[1][2 * i + 1] = c;
            share[1][2 * i] = s;
            share[0][2 * i + 1] = -s;
        }
        share[2][12] = 1;
        for (std::size_t k = 0; k < 3; ++k) coordinate[k][13 + k] = 1;
    }
    float share[3][16] = {};       // coefficients of the three principal axes, per direction
    float coordinate[3][16] = {};  // coefficients of the three coordinate axes, per direction
};
inline constexpr Directions directions;

// Chooses the frame with the smallest box among the principal frame, its rotations about its last axis, and
// the coordinate axes. Principal axes alone do not suffice: they are arbitrary for a cube and bad for a few
// long triangles, and machined parts are mostly aligned with the coordinate axes. Single precision is enough
// for this choice.
class FrameChoice {
  public:
    explicit HWY_INLINE FrameChoice(const Axes& principal) : principal_(principal) {
        const HWY_CAPPED(float, 16) d;
        const double part[3][3] = {{principal[0].x, principal[1].x, principal[2].x},
                                   {principal[0].y, principal[1].y, principal[2].y},
                                   {principal[0].z, principal[1].z, principal[2].z}};
        for (std::size_t lane = 0; lane < 16; lane += hn::Lanes(d)) {
            for (std::size_t k = 0; k < 3; ++k) {
                auto sum = hn::Load(d, &directions.coordinate[k][lane]);
                for (std::size_t axis = 0; axis < 3; ++axis)
                    sum = hn::Add(sum, hn::Mul(hn::Load(d, &directions.share[axis][lane]),
                                               hn::Set(d, static_cast<float>(part[k][axis]))));
                hn::Store(sum, d, &direction_[k][lane]);
            }
        }
    }

    // Samples some of the points and finds the frame in which the box around the sample is smallest.
    HWY_INLINE void look_at(const FitJob& job, std::uint64_t begin, std::uint64_t end) {
        spread_over(job, begin, end);
        // Directions 2i and 2i + 1 are the first two axes of frame i. Frame 7 is the coordinate axes; there
        // is no frame 6.
        alignas(32) float third[8], area[8], thickness[8];
        for (std::size_t i = 0; i < 8; ++i) third[i] = size_[i == 7 ? 13 : 12];
        const HWY_CAPPED(float, 8) d;
        for (std::size_t i = 0; i < 8; i += hn::Lanes(d)) {
            hn::Vec<decltype(d)> x, y;
            hn::LoadInterleaved2(d, size_ + 2 * i, x, y);
            const auto z = hn::Load(d, third + i);
            hn::Store(hn::Add(hn::Add(hn::Mul(x, y), hn::Mul(y, z)), hn::Mul(z, x)), d, area + i);
            hn::Store(hn::Min(x, hn::Min(y, z)), d, thickness + i);
        }
        best_ = 7;
        float least = area[7];
        for (std::size_t i = 0; i <= turns; ++i) {
            best_ = area[i] < least ? i : best_;
            least = std::min(least, area[i]);
        }
        thickness_ = thickness[best_];
    }
    // Lower bound of the extent of the sampled points along every axis of the chosen frame.
    HWY_INLINE float thickness() const { return thickness_; }
    // The chosen axes as nine floats, each rounded only once.
    HWY_INLINE std::array<float, 9> frame() const {
        if (best_ == 7) return {1, 0, 0, 0, 1, 0, 0, 0, 1};
        using kernel::operator+;
        using kernel::operator-;
        using kernel::operator*;
        const double c = cosines[best_], s = cosines[turns + 1 - best_];
        const Vec3 rows[3] = {c * principal_[0] + s * principal_[1], c * principal_[1] - s * principal_[0],
                              principal_[2]};
        std::array<float, 9> out;
        for (std::size_t k = 0; k < 3; ++k) {
            out[3 * k] = base::to_float(rows[k].x);
            out[3 * k + 1] = base::to_float(rows[k].y);
            out[3 * k + 2] = base::to_float(rows[k].z);
        }
        return out;
    }

  private:
    // Number of points to sample (more would hardly change the choice), and of consecutive points per run.
    static constexpr std::uint64_t enough = 512, run = 8;

    // Computes the extent of the sampled points along every candidate direction.
    HWY_INLINE void spread_over(const FitJob& job, std::uint64_t begin, std::uint64_t end) {
        const HWY_CAPPED(float, 16) d;
        using V = hn::Vec<decltype(d)>;
        constexpr std::size_t lanes = hn::MaxLanes(HWY_CAPPED(float, 16)()), parts = 16 / lanes;
        V lo[parts], hi[parts];
        for (std::size_t part = 0; part < parts; ++part) {
            lo[part] = hn::Set(d, std::numeric_limits<float>::infinity());
            hi[part] = hn::Set(d, -std::numeric_limits<float>::infinity());
        }
        const std::uint64_t count = end - begin;
        // Samples evenly spaced runs of consecutive points, which are read from memory together.
        const std::uint64_t runs = count <= enough ? 1 : enough / run, length = count <= enough ? count : run;
        for (std::uint64_t i = 0; i < runs; ++i) {
            const std::uint64_t first = begin + i * (count / runs);
            for (std::uint64_t point = first; point < first + length; ++point) {
                const V x = hn::Set(d, job.rounded[0][point]), y = hn::Set(d, job.rounded[1][point]),
                        z = hn::Set(d, job.rounded[2][point]);
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

    Axes principal_;
    alignas(64) float direction_[3][16];
    alignas(64) float size_[16];
    std::size_t best_ = 7;  // index of the chosen frame; 7: the coordinate axes
    float thickness_ = 0;
};

}  // namespace HWY_NAMESPACE
}  // namespace allide::tree
HWY_AFTER_NAMESPACE();

#endif
