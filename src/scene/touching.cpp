#include "scene/touching.hpp"

#include "base/tasks.hpp"
#include "scene/boxes.hpp"
#include "scene/missing_models.hpp"
#include "scene/pair_query.hpp"

#include <cstdint>

namespace allide::scene {
namespace {

struct PendingPair {
    TrackedPair* pair = nullptr;
    QueryCache* cache = nullptr;
};

// The pairs of unknown verdict whose boxes overlap. Those with disjoint boxes get the verdict `apart`.
std::vector<PendingPair> pending_pairs(PairTracker& tracker, const Objects& objects) {
    std::vector<PendingPair> pending;
    for (TrackedPair& pair : tracker.pairs()) {
        if (pair.verdict != Verdict::unknown) continue;
        if (!pair.near || !objects.box(pair.a).overlaps(objects.box(pair.b)))
            pair.verdict = Verdict::apart;
        else
            pending.push_back({&pair, nullptr});
    }
    // Creating a cache may move the others in memory, so all are created before their addresses are taken.
    // Two bodies need none.
    const auto needs_cache = [&](const TrackedPair& pair) {
        return objects.body(pair.a) == nullptr || objects.body(pair.b) == nullptr;
    };
    for (const PendingPair& one : pending)
        if (needs_cache(*one.pair)) tracker.cache(*one.pair);
    for (PendingPair& one : pending)
        if (needs_cache(*one.pair)) one.cache = &tracker.cache(*one.pair);
    return pending;
}

std::vector<std::uint32_t> objects_in(const std::vector<PendingPair>& pending) {
    std::vector<std::uint32_t> numbers;
    for (const PendingPair& one : pending) numbers.insert(numbers.end(), {one.pair->a, one.pair->b});
    return numbers;
}

}  // namespace

std::vector<ObjectPair> touching_pairs(PairTracker& tracker, const Objects& objects, unsigned threads) {
    const std::vector<PendingPair> pending = pending_pairs(tracker, objects);
    build_models(objects, objects_in(pending), threads);
    const auto ask = [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) {
            const auto& [pair, cache] = pending[i];
            switch (verdict_of(objects, pair->a, pair->b, 0, cache)) {
                case BodyVerdict::no:
                    pair->verdict = Verdict::apart;
                    break;
                case BodyVerdict::yes:
                    pair->verdict = Verdict::touching;
                    break;
                case BodyVerdict::undecided:
                    pair->verdict = Verdict::undecided;
                    break;
            }
        }
    };
    constexpr std::size_t few = 4;
    if (threads == 1 || pending.size() <= few)
        ask(0, pending.size());
    else
        base::with_threads(threads, [&] { base::do_pieces(pending.size(), few, ask); });
    std::vector<ObjectPair> touching;
    for (const TrackedPair& pair : tracker.pairs())
        if (pair.verdict == Verdict::touching || pair.verdict == Verdict::undecided)
            touching.push_back({objects.id(pair.a), objects.id(pair.b)});
    return touching;
}

}  // namespace allide::scene
