#include "traverse/wide/large_coordinates.hpp"

#include "traverse/binary/two_trees.hpp"
#include "tree/obb_view.hpp"
#include "volume/box/obb.hpp"

namespace allide::traverse {
namespace {

// Decides all triangle pairs of two leaves, since boxes of triangles exist only in single precision.
class LeafPairs {
  public:
    LeafPairs(const WideSide& a, const WideSide& b, const kernel::PairTester& tester, ContactList& contacts,
              WideCounters& counters)
        : a_(a), b_(b), batch_(tester), contacts_(contacts), counters_(counters) {}

    bool leaf_pair(tree::PlaceRange a, tree::PlaceRange b) {
        for (std::uint32_t i = a.first; i < a.first + a.count; ++i) {
            for (std::uint32_t j = b.first; j < b.first + b.count; ++j) {
                batch_.add(a_.corners(i), b_.corners(j), i, j);
                if (batch_.full() && !decide()) return false;
            }
        }
        return true;
    }
    void finish() {
        if (!batch_.empty() && !contacts_.done()) decide();
    }

  private:
    bool decide() {
        batch_.decide(counters_.pairs,
                      [this](std::uint32_t i, std::uint32_t j) { return contacts_.add(i, j); });
        return !contacts_.done();
    }

    const WideSide& a_;
    const WideSide& b_;
    kernel::PairBatch batch_;
    ContactList& contacts_;
    WideCounters& counters_;
};

}  // namespace

void find_contacts_beyond(const WideSide& a, const WideSide& b, const kernel::PairTester& tester,
                          ContactList& contacts, WideCounters& counters) {
    const tree::ObbView view_a(a.tree), view_b(b.tree);
    volume::ObbFrame frame(tester.b_in_a(), view_a.norm(), view_b.norm());
    PlacedOnStack placing(view_b, frame);
    LeafPairs pairs(a, b, tester, contacts, counters);
    counters.volume_tests += traverse(view_a, view_b, frame, placing, pairs).volume_tests;
    pairs.finish();
}

}  // namespace allide::traverse
