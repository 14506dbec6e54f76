// Queries for a part at rest: a best-first traversal, ordered by the distance to each node's region.
#include "base/cancel.hpp"
#include "base/float_environment.hpp"
#include "base/precondition.hpp"
#include "index/file/index_access.hpp"
#include "index/search/gaps.hpp"
#include "kernel/pose/vec.hpp"
#include "model/model_data.hpp"

#include <allide/index.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <queue>
#include <tuple>

namespace allide::index {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

// A box that contains the exact image of every point of the part. It is rounded outward to cover three
// products and three sums per coordinate.
Box box_around(const Placed& part) {
    const auto& m = part.pose().matrix();
    const Mesh& mesh = data_of(part).mesh;
    const auto vertices = mesh.vertices();
    Box box{{infinity, infinity, infinity}, {-infinity, -infinity, -infinity}};
    const auto grow = [&](double Vec3::*axis, const double* row, const Vec3& x) {
        const double at = row[0] * x.x + row[1] * x.y + row[2] * x.z + row[3];
        const double sum =
            std::abs(row[0] * x.x) + std::abs(row[1] * x.y) + std::abs(row[2] * x.z) + std::abs(row[3]);
        const double error = 0x1p-49 * sum + 0x1p-1060;
        // If the sum overflows, the box is unbounded on this axis.
        box.lo.*axis = std::isfinite(sum) ? std::min(box.lo.*axis, at - error) : -infinity;
        box.hi.*axis = std::isfinite(sum) ? std::max(box.hi.*axis, at + error) : infinity;
    };
    for (const TriangleIndices& triangle : mesh.triangles()) {
        for (const std::uint32_t vertex : triangle) {
            grow(&Vec3::x, &m[0], vertices[vertex]);
            grow(&Vec3::y, &m[4], vertices[vertex]);
            grow(&Vec3::z, &m[8], vertices[vertex]);
        }
    }
    return box;
}

// Visits the objects of an index by ascending lower bound on their distance.
class NearestFirstTraversal {
  public:
    NearestFirstTraversal(const Placed& part, const Reader& reader)
        : reader_(reader), box_(box_around(part)) {
        if (reader.header().root && !data_of(part).mesh.triangles().empty())
            push(gap_of(box_, reader.header().root->box), *reader.header().root);
    }

    struct Found {
        std::shared_ptr<const Model> model;
        IndexedObject object;
    };
    // The next object whose box is at most `limit` away from the part; empty if there is none.
    std::optional<Found> next(double limit) {
        const base::CancelCheck check_cancelled;
        while (!waiting_.empty() && waiting_.top().gap <= limit) {
            check_cancelled();
            const Waiting top = waiting_.top();
            waiting_.pop();
            if (top.child == none) return found(top);
            const Child child = children_[top.child];
            if (child.is_leaf)
                open_leaf(child);
            else
                open_node(child);
        }
        return {};
    }

  private:
    static constexpr std::uint32_t none = ~std::uint32_t{0};
    struct Waiting {
        double gap;
        std::uint32_t id;     // number of an object; 0 for a node or leaf
        std::uint32_t child;  // index in children_ of a node or leaf; `none` for an object
        LeafPlace leaf;       // leaf that contains the object
        std::uint32_t number;
        friend bool operator<(const Waiting& x, const Waiting& y) {  // the nearest is taken first
            return std::tie(x.gap, x.id, x.child) > std::tie(y.gap, y.id, y.child);
        }
    };

    void push(double gap, const Child& child) {
        if (std::isinf(gap)) return;
        waiting_.push({gap, 0, static_cast<std::uint32_t>(children_.size()), {}, 0});
        children_.push_back(child);
    }
    void open_node(const Child& child) {
        const Node node = reader_.node(child.node, count_);
        push(ChildRegion(node, Side::left).gap(box_), node.children[0]);
        push(ChildRegion(node, Side::right).gap(box_), node.children[1]);
    }
    void open_leaf(const Child& child) {
        const std::shared_ptr<const Leaf> leaf = reader_.leaf(child.leaf, count_);
        for (std::uint32_t k = 0; k < leaf->objects.size(); ++k) {
            const LeafObject& object = leaf->objects[k];
            waiting_.push({gap_of(box_, object.summary.box), object.id, none, child.leaf, k});
        }
    }
    Found found(const Waiting& top) {
        const std::shared_ptr<const Leaf> leaf = reader_.leaf(top.leaf, count_);
        return {reader_.model(*leaf, top.number, count_),
                {.id = top.id, .name = leaf->objects[top.number].summary.name}};
    }

    const Reader& reader_;
    Box box_;
    ReadCount count_;
    std::vector<Child> children_;
    std::priority_queue<Waiting> waiting_;
};

bool by_number(const IndexedObject& x, const IndexedObject& y) {
    return x.id < y.id;
}

// Compares by the upper bound of the distance, then by the object's number.
bool is_nearer(const IndexDistance& x, const IndexDistance& best) {
    if (!best.object) return true;
    return std::tie(x.distance.upper, x.object->id) < std::tie(best.distance.upper, best.object->id);
}

}  // namespace
}  // namespace allide::index

namespace allide {

Result<bool> collides(const Placed& part, const Index& scene) {
    const base::DefaultFloatEnvironment environment;
    return index::as_result([&] {
        index::NearestFirstTraversal walk(part, reader_of(scene));
        while (const auto found = walk.next(0))
            if (collides(part, found->model->at_rest())) return true;
        return false;
    });
}

Result<std::vector<IndexedObject>> touched_objects(const Placed& part, const Index& scene) {
    const base::DefaultFloatEnvironment environment;
    return index::as_result([&] {
        std::vector<IndexedObject> all;
        index::NearestFirstTraversal walk(part, reader_of(scene));
        while (const auto found = walk.next(0))
            if (collides(part, found->model->at_rest())) all.push_back(found->object);
        std::sort(all.begin(), all.end(), index::by_number);
        return all;
    });
}

Result<IndexDistance> distance(const Placed& part, const Index& scene) {
    const base::DefaultFloatEnvironment environment;
    return index::as_result([&] {
        IndexDistance best;
        index::NearestFirstTraversal walk(part, reader_of(scene));
        constexpr double most = std::numeric_limits<double>::max();
        while (const auto found = walk.next(std::min(best.distance.upper, most))) {
            const IndexDistance here{distance(part, found->model->at_rest()), found->object};
            if (index::is_nearer(here, best)) best = here;
        }
        return best;
    });
}

Result<std::vector<NearObject>> objects_within(const Placed& part, const Index& scene, double clearance) {
    base::expect(clearance >= 0 && std::isfinite(clearance), "a clearance must be finite and non-negative");
    const base::DefaultFloatEnvironment environment;
    return index::as_result([&] {
        std::vector<NearObject> all;
        index::NearestFirstTraversal walk(part, reader_of(scene));
        while (const auto found = walk.next(clearance))
            if (distance_within(part, found->model->at_rest(), clearance).within)
                all.push_back({found->object, distance(part, found->model->at_rest())});
        std::sort(all.begin(), all.end(), [](const NearObject& x, const NearObject& y) {
            return index::by_number(x.object, y.object);
        });
        return all;
    });
}

}  // namespace allide
