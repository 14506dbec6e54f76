// collides_many(): a part at many poses against an index. All poses of a block descend the tree together, so
// that each node, leaf and model is read at most once per block.
#include "base/float_environment.hpp"
#include "base/precondition.hpp"
#include "base/tasks.hpp"
#include "index/file/index_access.hpp"
#include "index/search/gaps.hpp"
#include "query/shape/posed_box.hpp"

#include <allide/extra/index_batches.hpp>

#include <algorithm>
#include <cmath>
#include <mutex>
#include <vector>

namespace allide::index {
namespace {

// A block of poses.
class PoseBlock {
  public:
    PoseBlock(const Reader& reader, const Model& part, const query::PosedBox& box, double clearance,
              std::span<const Pose> poses, std::span<char> touches)
        : reader_(reader), part_(part), clearance_(clearance), poses_(poses), touches_(touches) {
        for (const Pose& pose : poses) boxes_.push_back(box.at(pose));
    }

    void answer() {
        if (!reader_.header().root) return;
        Numbers all(poses_.size());
        for (std::uint32_t i = 0; i < all.size(); ++i) all[i] = i;
        const Child& root = *reader_.header().root;
        visit(root, open_near(all, [&](const Box& box) { return gap_of(box, root.box); }));
    }

  private:
    using Numbers = std::vector<std::uint32_t>;

    // Those poses for which no contact is known, and whose boxes are within the clearance by gap(box).
    template <typename Gap>
    Numbers open_near(const Numbers& some, const Gap& gap) const {
        Numbers near;
        for (const std::uint32_t i : some)
            if (!touches_[i] && gap(boxes_[i]) <= clearance_) near.push_back(i);
        return near;
    }
    void visit(const Child& child, const Numbers& some) {
        if (some.empty()) return;
        check_cancelled_();
        if (child.is_leaf) return test_leaf(child.leaf, some);
        const Node node = reader_.node(child.node, count_);
        for (const Side side : {Side::left, Side::right}) {
            const Child& next = node.children[side == Side::left ? 0 : 1];
            const ChildRegion region(node, side);
            visit(next, open_near(some, [&](const Box& box) {
                      const double gap = gap_of(box, next.box);  // rejects most poses, in little time
                      return gap > clearance_ ? gap : region.gap(box);
                  }));
        }
    }
    void test_leaf(const LeafPlace& place, const Numbers& some) {
        const std::shared_ptr<const Leaf> leaf = reader_.leaf(place, count_);
        for (std::size_t k = 0; k < leaf->objects.size(); ++k) {
            const Box& object = leaf->objects[k].summary.box;
            const Numbers near = open_near(some, [&](const Box& box) { return gap_of(box, object); });
            if (near.empty()) continue;
            const std::shared_ptr<const Model> model = reader_.model(*leaf, k, count_);
            for (const std::uint32_t i : near) {
                check_cancelled_();
                const Placed part = part_.at(poses_[i]), at_rest = model->at_rest();
                touches_[i] = clearance_ > 0 ? distance_within(part, at_rest, clearance_).within
                                             : collides(part, at_rest);
            }
        }
    }

    const Reader& reader_;
    const Model& part_;
    double clearance_;
    std::span<const Pose> poses_;
    std::span<char> touches_;
    std::vector<Box> boxes_;
    ReadCount count_;
    base::CancelCheck check_cancelled_;
};

}  // namespace
}  // namespace allide::index

namespace allide {

Result<std::vector<bool>> collides_many(const Index& scene, const Model& part, std::span<const Pose> poses,
                                        double clearance, const BatchOptions& options) {
    base::expect(clearance >= 0 && std::isfinite(clearance), "a clearance must be finite and non-negative");
    return index::as_result([&]() -> std::vector<bool> {
        std::vector<char> touches(poses.size());
        std::vector<Vec3> corners;  // vertices of triangles; other vertices do not count
        for (const TriangleIndices& triangle : part.mesh().triangles())
            for (const std::uint32_t vertex : triangle) corners.push_back(part.mesh().vertices()[vertex]);
        const query::PosedBox box(corners);
        if (box.is_empty()) return {touches.begin(), touches.end()};
        const index::Reader& reader = reader_of(scene);
        std::mutex reporting;
        std::size_t done = 0;
        constexpr std::size_t block = 4096;
        base::with_threads(options.threads, [&] {
            base::do_pieces(poses.size(), block, [&](std::size_t begin, std::size_t end) {
                const base::DefaultFloatEnvironment environment;
                for (std::size_t first = begin; first < end; first += block) {
                    const std::size_t size = std::min(block, end - first);
                    index::PoseBlock(reader, part, box, clearance, poses.subspan(first, size),
                                     std::span(touches).subspan(first, size))
                        .answer();
                    if (!options.progress) continue;
                    const std::lock_guard lock(reporting);
                    options.progress(done += size);
                }
            });
        });
        return {touches.begin(), touches.end()};
    });
}

}  // namespace allide
