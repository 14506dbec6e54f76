#include "scene/touching.hpp"

#include "base/tasks.hpp"
#include "scene/boxes.hpp"
#include "scene/missing_models.hpp"

#include <cstdint>

namespace allide::scene {
namespace {

struct Doubt {
    TrackedPair* pair = nullptr;
    QueryCache* cache = nullptr;
};

// The pairs to ask about. Where boxes do not meet there is nothing to ask.
std::vector<Doubt> pairs_in_doubt(PairTracker& tracker, const Objects& objects) {
    std::vector<Doubt> doubts;
    for (TrackedPair& pair : tracker.pairs()) {
        if (pair.verdict != Verdict::unknown) continue;
        if (!pair.near || !overlap(objects.box(pair.a), objects.box(pair.b)))
            pair.verdict = Verdict::apart;
        else
            doubts.push_back({&pair, nullptr});
    }
    // A new cache may move those before it: all first, then their addresses.
    for (const Doubt& doubt : doubts) tracker.cache(*doubt.pair);
    for (Doubt& doubt : doubts) doubt.cache = &tracker.cache(*doubt.pair);
    return doubts;
}

std::vector<std::uint32_t> objects_in(const std::vector<Doubt>& doubts) {
    std::vector<std::uint32_t> numbers;
    for (const Doubt& doubt : doubts) numbers.insert(numbers.end(), {doubt.pair->a, doubt.pair->b});
    return numbers;
}

}  // namespace

std::vector<ObjectPair> touching_pairs(PairTracker& tracker, const Objects& objects, unsigned threads) {
    const std::vector<Doubt> doubts = pairs_in_doubt(tracker, objects);
    build_models(objects, objects_in(doubts), threads);
    const auto ask = [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) {
            const auto& [pair, cache] = doubts[i];
            const bool touch = collides(objects.placed(pair->a), objects.placed(pair->b), *cache);
            pair->verdict = touch ? Verdict::touching : Verdict::apart;
        }
    };
    constexpr std::size_t few = 4;
    if (threads == 1 || doubts.size() <= few)
        ask(0, doubts.size());
    else
        base::with_threads(threads, [&] { base::do_pieces(doubts.size(), few, ask); });
    std::vector<ObjectPair> touching;
    for (const TrackedPair& pair : tracker.pairs())
        if (pair.verdict == Verdict::touching) touching.push_back({objects.id(pair.a), objects.id(pair.b)});
    return touching;
}

}  // namespace allide::scene
