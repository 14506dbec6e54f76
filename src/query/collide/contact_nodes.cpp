#include "query/collide/contact_nodes.hpp"

#include "mesh/positions.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <vector>

namespace allide::query {
namespace {

constexpr std::uint32_t not_used = 0xffffffffu;

// The number of a corner, edge or face of one mesh. It is the same for all triangles that share the feature.
using FeatureNumber = std::uint64_t;
constexpr std::uint64_t a_face = std::uint64_t{0xffffffffu} << 32,
                        a_corner = std::uint64_t{0xfffffffeu} << 32;

// The corners, edges and faces of those triangles of a mesh that have a contact, compared by position.
class FeaturesInContact {
  public:
    explicit FeaturesInContact(const Mesh& mesh)
        : triangles_(mesh.triangles()),
          vertices_(mesh.vertices()),
          number_(vertices_.size(), not_used),
          face_(triangles_.size(), not_used) {}

    void add(std::uint32_t triangle) {
        if (face_[triangle] != not_used) return;
        face_[triangle] = triangle;
        in_contact_.push_back(triangle);
        for (const std::uint32_t vertex : triangles_[triangle]) {
            if (number_[vertex] != not_used) continue;
            number_[vertex] = static_cast<std::uint32_t>(points_.size());
            points_.push_back(vertices_[vertex]);
        }
    }
    // Must be called after the last `add` and before `feature`.
    void identify() {
        places_ = mesh::number_positions(points_);
        identify_faces();
    }

    // The corner, edge or face of a triangle that is spanned by the corners whose bits are set in `corners`.
    FeatureNumber feature(std::uint32_t triangle, std::size_t corners) const {
        if (corners == 7) return a_face | face_[triangle];
        const TriangleIndices& t = triangles_[triangle];
        if (std::has_single_bit(corners)) return a_corner | place(t[corners >> 1]);  // corners is 1, 2 or 4
        const std::uint32_t one = place(t[corners == 6 ? 1 : 0]), other = place(t[corners == 3 ? 1 : 2]);
        return std::uint64_t{std::min(one, other)} << 32 | std::max(one, other);
    }

  private:
    std::uint32_t place(std::uint32_t vertex) const { return places_[number_[vertex]]; }

    // Triangles with the same three positions are one face, identified by the smallest of their numbers.
    void identify_faces() {
        using Key = std::array<std::uint32_t, 4>;  // the positions in ascending order, and the triangle
        std::vector<Key> keys;
        keys.reserve(in_contact_.size());
        for (const std::uint32_t triangle : in_contact_) {
            const auto& [a, b, c] = triangles_[triangle];
            Key key{place(a), place(b), place(c), triangle};
            std::sort(key.begin(), key.begin() + 3);
            keys.push_back(key);
        }
        std::sort(keys.begin(), keys.end());
        for (std::size_t i = 1; i < keys.size(); ++i)
            if (std::equal(keys[i].begin(), keys[i].begin() + 3, keys[i - 1].begin()))
                face_[keys[i][3]] = face_[keys[i - 1][3]];
    }

    std::span<const TriangleIndices> triangles_;
    std::span<const Vec3> vertices_;
    std::vector<std::uint32_t> number_;  // per vertex: the index of its position in points_, or not_used
    std::vector<std::uint32_t> face_;  // per triangle: the smallest one with the same positions, or not_used
    std::vector<std::uint32_t> in_contact_;
    std::vector<Vec3> points_;
    std::vector<std::uint32_t>
        places_;  // per entry of points_: a number that is the same for equal positions
};

// Maps a pair of features, one per mesh, to the first intersection corner that lies in both (a hash table).
class FirstCorners {
  public:
    explicit FirstCorners(std::size_t count) : slots_(std::bit_ceil(2 * count + 2)) {}

    struct Slot {
        FeatureNumber a = 0, b = 0;
        std::uint32_t corner = not_used, contact = 0;
    };
    // The slot of the pair of features in `wanted`. If there is none yet, `wanted` is inserted.
    const Slot& at(const Slot& wanted) {
        std::size_t i = hash(wanted) & (slots_.size() - 1);
        while (slots_[i].corner != not_used && (slots_[i].a != wanted.a || slots_[i].b != wanted.b))
            i = (i + 1) & (slots_.size() - 1);
        if (slots_[i].corner != not_used) return slots_[i];
        slots_[i] = wanted;
        if (2 * ++taken_ <= slots_.size()) return slots_[i];
        grow();
        return at(wanted);
    }

  private:
    static std::size_t hash(const Slot& slot) {
        std::uint64_t mixed = (slot.a ^ std::rotl(slot.b * 0x9e3779b97f4a7c15u, 32)) * 0x94d049bb133111ebu;
        return mixed ^ (mixed >> 32);
    }
    // The table may outgrow its first size, because a corner on a triangle without area takes several slots.
    void grow() {
        std::vector<Slot> before(2 * slots_.size());
        before.swap(slots_);
        taken_ = 0;
        for (const Slot& slot : before)
            if (slot.corner != not_used) at(slot);
    }

    std::vector<Slot> slots_;
    std::size_t taken_ = 0;
};

template <typename Visit>
void for_each_feature(kernel::Features features, Visit&& visit) {
    for (unsigned left = features; left != 0; left &= left - 1)
        visit(static_cast<std::size_t>(std::countr_zero(left)));
}

}  // namespace

void CommonCorners::add(std::span<const kernel::TriangleIntersection::Corner> of_contact, bool with_area) {
    corners.insert(corners.end(), of_contact.begin(), of_contact.end());
    first_corner.push_back(static_cast<std::uint32_t>(corners.size()));
    has_area.push_back(with_area);
}

ContactNodes join_contacts(const Mesh& a, const Mesh& b, std::span<const Contact> contacts,
                           const CommonCorners& common) {
    FeaturesInContact features_a(a), features_b(b);
    for (const Contact& contact : contacts) {
        features_a.add(contact.triangle_a);
        features_b.add(contact.triangle_b);
    }
    features_a.identify();
    features_b.identify();
    const std::vector<kernel::TriangleIntersection::Corner>& corners = common.corners;
    ContactNodes out{base::JoinedSets(corners.size()), base::JoinedSets(contacts.size())};
    FirstCorners firsts(corners.size());
    for (std::uint32_t i = 0; i < contacts.size(); ++i)
        for (std::uint32_t corner = common.first_corner[i]; corner < common.first_corner[i + 1]; ++corner)
            for_each_feature(corners[corner].a, [&](std::size_t in_a) {
                for_each_feature(corners[corner].b, [&](std::size_t in_b) {
                    const auto& first =
                        firsts.at({features_a.feature(contacts[i].triangle_a, in_a),
                                   features_b.feature(contacts[i].triangle_b, in_b), corner, i});
                    out.nodes.join(first.corner, corner);
                    out.regions.join(first.contact, i);
                });
            });
    return out;
}

}  // namespace allide::query
