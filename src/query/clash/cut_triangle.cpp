#include "query/clash/cut_triangle.hpp"

#include "kernel/pose/vec.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace allide::query {
namespace {

using kernel::cross;
using kernel::dot;
using kernel::operator+;
using kernel::operator-;
using kernel::operator*;

double norm_of(const Vec3& x) {
    return std::sqrt(dot(x, x));
}

double squared_distance_to_segment(const Vec3& x, const Vec3& from, const Vec3& direction) {
    const double squared = dot(direction, direction);
    const double t = squared > 0 ? std::clamp(dot(x - from, direction) / squared, 0.0, 1.0) : 0;
    const Vec3 off = x - from - t * direction;
    return dot(off, off);
}

class TriangleCutter {
  public:
    TriangleCutter(const Vec3& normal, const std::vector<ContactSegment>& segments, double margin)
        : normal_(normal), segments_(segments), margin_(margin) {}

    std::vector<CutPiece> run(const SurfacePiece& start) {
        every_.resize(segments_.size());
        std::iota(every_.begin(), every_.end(), 0u);
        all_ = regions_of(every_);
        cut(start, every_, 0);
        return std::move(out_);
    }

  private:
    static constexpr int most_cuts = 200;  // limits the depth of recursion

    // Cuts the piece along the segment with the longest part inside the piece, then the two halves likewise.
    void cut(const SurfacePiece& piece, const std::vector<std::uint32_t>& some, int cuts) {
        std::vector<std::uint32_t> through;
        double longest = 0;
        std::uint32_t best = 0;
        for (const std::uint32_t i : some) {
            const double run = run_through(piece, segments_[i]);
            if (!(run > margin_)) continue;
            through.push_back(i);
            if (run <= longest) continue;
            longest = run;
            best = i;
        }
        if (through.empty()) return out_.push_back({piece, regions_at(piece), true});
        const auto [one, other] = piece.is_crowded() ? piece.halved() : split(piece, segments_[best]);
        if (cuts >= most_cuts || one.size() < 3 || other.size() < 3)
            return out_.push_back({piece, all_, false});
        cut(one, through, cuts + 1);
        cut(other, through, cuts + 1);
    }
    std::pair<SurfacePiece, SurfacePiece> split(const SurfacePiece& piece, const ContactSegment& s) const {
        Vec3 along = cross(normal_, s.to - s.from);
        along = (1 / norm_of(along)) * along;
        return piece.split(along, dot(along, 0.5 * (s.from + s.to)), 0);
    }

    // The length of the part of a segment that runs inside a piece; 0 if the segment is outside or runs along
    // a side.
    double run_through(const SurfacePiece& piece, const ContactSegment& s) const {
        double from = 0, to = 1;
        const double length = norm_of(s.to - s.from);
        if (!(length > margin_)) return 0;
        for (std::size_t i = 0; i < piece.size(); ++i) {
            const Vec3 &x = piece[i], &next = piece[(i + 1) % piece.size()];
            Vec3 inward = cross(normal_, next - x);
            const double scale = norm_of(inward);
            if (!(scale > margin_)) continue;
            inward = (1 / scale) * inward;
            const double h = dot(inward, s.from - x) - margin_, g = dot(inward, s.to - x) - margin_;
            if (h <= 0 && g <= 0) return 0;
            if (h < 0) from = std::max(from, h / (h - g));
            if (g < 0) to = std::min(to, h / (h - g));
        }
        return to > from ? (to - from) * length : 0;
    }

    std::vector<std::uint32_t> regions_of(const std::vector<std::uint32_t>& some) const {
        std::vector<std::uint32_t> out;
        for (const std::uint32_t i : some) out.push_back(segments_[i].region);
        std::sort(out.begin(), out.end());
        out.erase(std::unique(out.begin(), out.end()), out.end());
        return out;
    }
    std::vector<std::uint32_t> regions_at(const SurfacePiece& piece) const {
        if (all_.size() < 2) return all_;
        std::vector<std::uint32_t> along;
        along.reserve(every_.size());
        for (const std::uint32_t i : every_)
            if (runs_along(piece, segments_[i])) along.push_back(i);
        return along.empty() ? all_ : regions_of(along);
    }
    // True if the middle of the segment is on a side of the piece, or the middle of a side on the segment.
    bool runs_along(const SurfacePiece& piece, const ContactSegment& s) const {
        const double near = 16 * margin_ * margin_;
        for (std::size_t i = 0; i < piece.size(); ++i) {
            const Vec3 &x = piece[i], direction = piece[i + 1 < piece.size() ? i + 1 : 0] - x;
            if (squared_distance_to_segment(0.5 * (s.from + s.to), x, direction) <= near ||
                squared_distance_to_segment(x + 0.5 * direction, s.from, s.to - s.from) <= near)
                return true;
        }
        return false;
    }

    const Vec3 normal_;
    const std::vector<ContactSegment>& segments_;
    const double margin_;
    std::vector<std::uint32_t> every_;  // the numbers of all segments
    std::vector<std::uint32_t> all_;    // the regions of all segments
    std::vector<CutPiece> out_;
};

}  // namespace

std::vector<CutPiece> cut_triangle(const SurfacePiece& start, const Vec3& normal,
                                   const std::vector<ContactSegment>& segments, double margin) {
    return TriangleCutter(normal, segments, margin).run(start);
}

}  // namespace allide::query
