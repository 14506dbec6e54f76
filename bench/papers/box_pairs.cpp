#include "papers/box_pairs.hpp"

#include "base/random.hpp"
#include "papers/tree_walk.hpp"
#include "support/setting.hpp"
#include "tree/binary/build_tree.hpp"

namespace allide::bench {
namespace {

using kernel::dot;
using kernel::operator-;

std::array<std::array<double, 3>, 3> random_turn(base::Random& random) {
    const Vec3 axis{random.between(-1, 1), random.between(-1, 1), random.between(-1, 1)};
    const auto m = Pose::rotation(axis, radians(random.between(0, 6.28))).matrix();
    return {{{m[0], m[1], m[2]}, {m[4], m[5], m[6]}, {m[8], m[9], m[10]}}};
}

void collect(const tree::Tree<volume::Obb>& tree, const Pose& pose, std::vector<BoxPair<double>>& pairs) {
    const kernel::RelativePose b_in_a(Pose::identity(), pose);
    const auto overlap = [&](tree::NodeId a, tree::NodeId b) {
        pairs.push_back(pair_of(tree.volume(a), tree.volume(b), b_in_a));
        return boxes_overlap<3, 3, Edges::all>(pairs.back());
    };
    walk_two(tree, tree, overlap, [](tree::NodeId, tree::NodeId) {});
}

}  // namespace

BoxPair<double> pair_of(const volume::Obb& a, const volume::Obb& b, const kernel::RelativePose& b_in_a) {
    BoxPair<double> pair;
    const Vec3 offset = b_in_a.map(b.center) - a.center;
    for (std::size_t i = 0; i < 3; ++i) {
        pair.t[i] = dot(a.axis[i], offset);
        pair.a[i] = a.half[i];
        pair.b[i] = b.half[i];
        for (std::size_t j = 0; j < 3; ++j) pair.r[i][j] = dot(a.axis[i], b_in_a.rotate(b.axis[j]));
    }
    return pair;
}

std::vector<BoxPair<double>> random_pairs(std::size_t count, std::uint64_t seed) {
    base::Random random(seed);
    std::vector<BoxPair<double>> pairs(count);
    for (BoxPair<double>& pair : pairs) {
        pair.r = random_turn(random);
        for (std::size_t k = 0; k < 3; ++k) {
            pair.a[k] = random.between(0.1, 1);
            pair.b[k] = random.between(0.1, 1);
            pair.t[k] = random.between(-1.45, 1.45);
        }
    }
    return pairs;
}

std::vector<BoxPair<double>> pairs_of_queries(const Mesh& mesh, std::size_t most) {
    const tree::Tree<volume::Obb> tree = tree::build_obb_tree(mesh);
    const std::vector<Pose> poses = poses_of_setting();
    std::vector<BoxPair<double>> pairs;
    // Poses are taken in steps of 37, so that the first `most` pairs come from all distances and rotations.
    for (std::size_t n = 0; n < poses.size() && pairs.size() < most; ++n)
        collect(tree, poses[37 * n % poses.size()], pairs);
    pairs.resize(std::min(pairs.size(), most));
    return pairs;
}

}  // namespace allide::bench
