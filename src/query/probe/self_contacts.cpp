#include "base/float_environment.hpp"
#include "mesh/positions.hpp"
#include "query/probe/placed_surface.hpp"
#include "traverse/binary/two_trees.hpp"

#include <algorithm>

namespace allide {
namespace {

// Collects pairs of triangles from pairs of leaves of one tree. Each pair is tested once, and not at all if
// the triangles share a corner.
class SelfPairs {
  public:
    SelfPairs(const query::PlacedSurface& model, const Mesh& mesh, const kernel::PairTester& tester)
        : model_(model),
          triangles_(mesh.triangles()),
          position_of_(mesh::number_positions(mesh.vertices())),
          batch_(tester) {}

    bool leaf_pair(tree::PlaceRange a, tree::PlaceRange b) {
        for (std::uint32_t i = a.first; i < a.first + a.count; ++i)
            for (std::uint32_t j = b.first; j < b.first + b.count; ++j) add(i, j);
        return true;
    }

    std::vector<Contact> sorted() {
        decide();
        std::sort(found_.begin(), found_.end());
        return std::move(found_);
    }

  private:
    void add(std::uint32_t i, std::uint32_t j) {
        const std::uint32_t first = model_.number(i), second = model_.number(j);
        if (first >= second || adjacent(first, second)) return;
        batch_.add(model_.corners(i), model_.corners(j), first, second);
        if (batch_.full()) decide();
    }
    bool adjacent(std::uint32_t first, std::uint32_t second) const {
        for (const std::uint32_t v : triangles_[first])
            for (const std::uint32_t w : triangles_[second])
                if (position_of_[v] == position_of_[w]) return true;
        return false;
    }
    void decide() {
        if (batch_.empty()) return;
        kernel::PairCounters counters;
        batch_.decide(counters, [this](std::uint32_t a, std::uint32_t b) {
            found_.push_back({a, b});
            return true;
        });
    }

    const query::PlacedSurface& model_;
    std::span<const TriangleIndices> triangles_;
    std::vector<std::uint32_t> position_of_;
    kernel::PairBatch batch_;
    std::vector<Contact> found_;
};

}  // namespace

std::vector<Contact> self_contacts(const Model& model, const ProbeOptions& options) {
    const base::DefaultFloatEnvironment environment;
    const query::PlacedSurface one(model.at_rest());
    const kernel::PairTester tester(Pose::identity(), Pose::identity());
    SelfPairs pairs(one, model.mesh(), tester);
    if (options.search == Search::brute_force) {
        pairs.leaf_pair({0, one.size()}, {0, one.size()});
    } else {
        const tree::ObbView view = one.view();
        volume::ObbFrame frame(tester.b_in_a(), view.norm(), view.norm());
        traverse::PlacedOnStack placing(view, frame);
        traverse::traverse(view, view, frame, placing, pairs);
    }
    return pairs.sorted();
}

}  // namespace allide
