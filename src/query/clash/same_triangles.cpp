#include "query/clash/same_triangles.hpp"

#include "kernel/number/number_vectors.hpp"
#include "model/model_data.hpp"

#include <algorithm>
#include <array>
#include <compare>
#include <map>
#include <vector>

namespace allide::query {
namespace {

// For models with the same pose: equal coordinates in their own frame are equal positions.
struct PlainPlace {
    std::array<double, 3> x;
    PlainPlace(const Pose& /*pose*/, const Vec3& p)
        : x{p.x + 0.0, p.y + 0.0, p.z + 0.0} {}  // turns −0 into 0
    friend bool operator<(const PlainPlace& a, const PlainPlace& b) { return a.x < b.x; }
};

struct ExactPlace {
    kernel::NumberPoint<kernel::Exact> x;
    ExactPlace(const Pose& pose, const Vec3& p) : x(kernel::image<kernel::Exact>(pose, p)) {}
    friend bool operator<(const ExactPlace& a, const ExactPlace& b) {
        for (std::size_t k = 0; k < 3; ++k)
            if (const int sign = (a.x[k] - b.x[k]).sign(); sign != 0) return sign < 0;
        return false;
    }
};

template <typename Place>
class PlaceNumbers {
  public:
    std::uint32_t of(const Pose& pose, const Vec3& p) {
        return numbers_.try_emplace(Place(pose, p), static_cast<std::uint32_t>(numbers_.size()))
            .first->second;
    }

  private:
    std::map<Place, std::uint32_t> numbers_;
};

using NumberedTriangles = std::vector<std::array<std::uint32_t, 3>>;

template <typename Place>
NumberedTriangles numbered(PlaceNumbers<Place>& numbers, const Placed& placed) {
    const Mesh& mesh = data_of(placed).mesh;
    std::vector<std::uint32_t> of_vertex(mesh.vertices().size(), 0xffffffffu);
    NumberedTriangles out;
    for (const TriangleIndices& t : mesh.triangles()) {
        std::array<std::uint32_t, 3> key{};
        for (std::size_t k = 0; k < 3; ++k) {
            std::uint32_t& number = of_vertex[t[k]];
            if (number == 0xffffffffu) number = numbers.of(placed.pose(), mesh.vertices()[t[k]]);
            key[k] = number;
        }
        std::sort(key.begin(), key.end());
        out.push_back(key);
    }
    std::sort(out.begin(), out.end());
    out.erase(std::unique(out.begin(), out.end()), out.end());
    return out;
}

template <typename Place>
bool same_sets(const Placed& a, const Placed& b) {
    PlaceNumbers<Place> numbers;
    return numbered(numbers, a) == numbered(numbers, b);
}

}  // namespace

bool same_triangles(const Placed& a, const Placed& b) {
    return a.pose() == b.pose() ? same_sets<PlainPlace>(a, b) : same_sets<ExactPlace>(a, b);
}

}  // namespace allide::query
