#include "peers/dispute.hpp"

#include <algorithm>
#include <iterator>

namespace allide::bench {
namespace {

constexpr std::size_t most_judged = 1000;

std::vector<Contact> listed(EngineAdapter& engine, const Pose& pose) {
    std::vector<Contact> found = engine.contacts(pose);
    std::ranges::sort(found);
    found.erase(std::unique(found.begin(), found.end()), found.end());
    return found;
}

std::vector<Contact> only_in(const std::vector<Contact>& one, const std::vector<Contact>& other) {
    std::vector<Contact> rest;
    std::ranges::set_difference(one, other, std::back_inserter(rest));
    return rest;
}

Model lone_triangle(const Mesh& mesh, std::uint32_t triangle) {
    const auto corners = mesh.corners(triangle);
    return Model::build(
               Mesh::from({.vertices = {corners.begin(), corners.end()}, .triangles = {{0, 1, 2}}}).value())
        .value();
}

bool meet_exactly(const Pairing& pairing, const Contact& pair, const Pose& pose) {
    const Model a = lone_triangle(pairing.a, pair.triangle_a), b = lone_triangle(pairing.b, pair.triangle_b);
    return collides(a.at_rest(), b.at(pose), {.search = Search::brute_force});
}

// Decides each disputed pair with the exact kernel and counts the pairs for which allide's answer,
// `touching`, is right.
void judge(const Pairing& pairing, const std::vector<Contact>& pairs, const Pose& pose, bool touching,
           Verdict& verdict) {
    for (const Contact& pair : pairs) {
        if (verdict.judged == most_judged) return;
        ++verdict.judged;
        if (meet_exactly(pairing, pair, pose) == touching) ++verdict.confirmed;
    }
}

}  // namespace

Verdict judge_disputes(const Pairing& pairing, EngineAdapter& ours, EngineAdapter& theirs,
                       const Measurement& measurement, std::size_t most_poses) {
    Verdict verdict;
    for (const Pose& pose : measurement.poses) {
        if (verdict.poses == most_poses) break;
        const std::vector<Contact> mine = listed(ours, pose), other = listed(theirs, pose);
        const std::vector<Contact> missed = only_in(mine, other), invented = only_in(other, mine);
        if (mine == other) continue;
        ++verdict.poses;
        verdict.contacts += mine.size();
        verdict.missed += missed.size();
        verdict.invented += invented.size();
        judge(pairing, missed, pose, true, verdict);
        judge(pairing, invented, pose, false, verdict);
    }
    return verdict;
}

}  // namespace allide::bench
