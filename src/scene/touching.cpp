#include "scene/touching.hpp"

#include "base/tasks.hpp"
#include "scene/boxes.hpp"

#include <algorithm>
#include <functional>

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

// Models that were not needed before, each by itself.
void build_models_of(const std::vector<Doubt>& doubts, const Objects& objects, unsigned threads) {
    std::vector<const LazyModel*> missing;
    for (const Doubt& doubt : doubts)
        for (const std::uint32_t number : {doubt.pair->a, doubt.pair->b})
            if (!objects.model(number).built()) missing.push_back(&objects.model(number));
    if (missing.empty()) return;
    std::sort(missing.begin(), missing.end(), std::less<>());
    missing.erase(std::unique(missing.begin(), missing.end()), missing.end());
    base::with_threads(threads, [&] {
        base::do_pieces(missing.size(), 8, [&](std::size_t begin, std::size_t end) {
            for (std::size_t i = begin; i < end; ++i) missing[i]->build();
        });
    });
}

}  // namespace

std::vector<ObjectPair> touching_pairs(PairTracker& tracker, const Objects& objects, unsigned threads) {
    const std::vector<Doubt> doubts = pairs_in_doubt(tracker, objects);
    build_models_of(doubts, objects, threads);
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
