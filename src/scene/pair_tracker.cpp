#include "scene/pair_tracker.hpp"

#include "base/radix_sort.hpp"
#include "base/tasks.hpp"
#include "scene/boxes.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <mutex>

namespace allide::scene {
namespace {

// A pair as one integer that sorts like the pair: a · 2³² + b with a < b.
std::uint64_t pair_key(std::uint32_t a, std::uint32_t b) {
    return a < b ? std::uint64_t{a} << 32 | b : std::uint64_t{b} << 32 | a;
}

// Radix sort that considers only the bits that object numbers below `end` can have.
void sort_pair_keys(std::vector<std::uint64_t>& keys, std::uint32_t end) {
    const int bits = std::bit_width(end);
    const std::uint64_t low = (std::uint64_t{1} << bits) - 1;
    base::radix_sort(keys, 2 * bits,
                     [bits, low](std::uint64_t key) { return key >> 32 << bits | (key & low); });
}

// The margin of a fat box, as a share of its girth. A larger one means fewer updates and more candidates.
constexpr double fat_share = 1.0 / 24;

// The new box in the tree of an object that left its old one. If the object moved farther than the margin, it
// would leave a fat box with its next step, too, so it gets a tight box.
Bounds new_bounds(const Bounds& old, const Bounds& bounds) {
    const double room = fat_share * girth(bounds);
    double out = 0;
    for (std::size_t i = 0; i < 6; ++i) out = std::max(out, old.at[i] - bounds.at[i]);
    return out <= room ? grown(bounds, room) : bounds;
}

// True if the box may be stored in the tree. An infinite one would make all boxes above it infinite.
bool is_placed(const Box& box) {
    return !box.is_empty() && std::isfinite(box.lo.x) && std::isfinite(box.lo.y) && std::isfinite(box.lo.z) &&
           std::isfinite(box.hi.x) && std::isfinite(box.hi.y) && std::isfinite(box.hi.z);
}

// The clearance enlarged for rounding: if two boxes are within the clearance, their fat boxes are within
// this.
double looser(double clearance) {
    return clearance == 0 ? 0 : clearance * (1 + 0x1p-40) + 0x1p-1070;
}

// Adds the pair of an unbounded object and another one.
void add_unbounded(std::uint32_t number, std::uint32_t other, const PairTracker::Question& question,
                   std::vector<std::uint64_t>& keys) {
    if (question.clearance_of(number, other) && question.allowed(number, other))
        keys.push_back(pair_key(number, other));
}

// The tree is rebuilt after this many changes per object, because a new tree is tighter and better ordered in
// memory.
constexpr std::size_t changes_before_build = 4;

}  // namespace

void PairTracker::note(std::uint32_t number, Change change) {
    if (number >= changes_.size()) changes_.resize(number + 1, Change::none);
    if (changes_[number] == Change::none) changed_.push_back(number);
    changes_[number] = std::max(changes_[number], change);
}

PairTracker::Change PairTracker::place(std::uint32_t number, const Objects& objects) {
    const Box& box = objects.box(number);
    if (!is_placed(box)) {
        if (tree_.has(number)) tree_.remove(number);
        return Change::renewed;
    }
    const Bounds bounds = bounds_of(box);
    if (!tree_.has(number)) {
        tree_.insert(number, bounds);
        return Change::renewed;
    }
    if (changes_[number] == Change::replaced) {
        tree_.move(number, bounds);  // the old object's fat box may be far too large for the new one
        return Change::replaced;
    }
    if (holds(tree_.bounds(number), bounds)) return Change::inside;
    tree_.move(number, new_bounds(tree_.bounds(number), bounds));
    return Change::renewed;
}

// Rebuilds the whole tree. If most objects have left their boxes, that is faster than updating it.
void PairTracker::renew_all(const Objects& objects) {
    std::vector<DynamicTree::Entry> entries;
    for (std::uint32_t number = 0; number < objects.end(); ++number) {
        const Box& box = objects.box(number);
        if (!is_placed(box)) continue;
        const Bounds bounds = bounds_of(box);
        if (!tree_.has(number) || change_of(number) == Change::replaced)
            entries.push_back({number, bounds});
        else if (holds(tree_.bounds(number), bounds))
            entries.push_back({number, tree_.bounds(number)});
        else
            entries.push_back({number, new_bounds(tree_.bounds(number), bounds)});
    }
    for (const std::uint32_t number : changed_)
        if (!tree_.has(number) || !is_placed(objects.box(number)) ||
            !holds(tree_.bounds(number), bounds_of(objects.box(number))))
            note(number, Change::renewed);
    tree_.build(std::move(entries));
}

void PairTracker::place_all(const Objects& objects) {
    std::size_t leaving = 0;
    for (const std::uint32_t number : changed_)
        if (!tree_.has(number) || !holds(tree_.bounds(number), bounds_of(objects.box(number)))) ++leaving;
    placed_ += leaving;
    if (2 * leaving > tree_.size() || placed_ > changes_before_build * tree_.size()) {
        renew_all(objects);
        placed_ = 0;
        return;
    }
    // Objects are processed in the order of the tree, so that consecutive ones visit the same nodes.
    std::ranges::sort(changed_, {}, [&](std::uint32_t number) { return tree_.place(number); });
    for (const std::uint32_t number : changed_) note(number, place(number, objects));
}

// Finds the pairs of one renewed object. A pair of two renewed objects is found only by the one with the
// lower number.
void PairTracker::find_pairs_of(std::uint32_t number, const Question& question,
                                std::vector<std::uint32_t>& stack, std::vector<std::uint64_t>& keys) const {
    const Objects& objects = question.objects;
    const std::uint32_t group = objects.group(number);
    const Box box = box_of(tree_.bounds(number));
    const Bounds wanted =
        grown(tree_.bounds(number), looser(question.interest.reach(group, question.clearance)));
    tree_.find(wanted, stack, [&](std::uint32_t other) {
        if (other == number || (needs_new_pairs(other) && other < number)) return;
        const auto clearance = question.clearance_of(number, other);
        if (!clearance || !within(box, box_of(tree_.bounds(other)), looser(*clearance))) return;
        if (question.allowed(number, other)) keys.push_back(pair_key(number, other));
    });
    for (const std::uint32_t other : unbounded_)
        if (!needs_new_pairs(other)) add_unbounded(number, other, question, keys);
}

// Adds the pairs of an unbounded object with all other objects, since all count as near to it. Pairs with
// renewed objects in the tree are added here too, because find_pairs_of() leaves them out. A pair of two
// renewed unbounded objects is added only by the lower number.
void PairTracker::find_pairs_of_unbounded(std::uint32_t number, const Question& question,
                                          std::vector<std::uint64_t>& keys) const {
    const auto is_unbounded = [&](std::uint32_t other) {
        return std::binary_search(unbounded_.begin(), unbounded_.end(), other);
    };
    for (std::uint32_t other = 0; other < question.objects.end(); ++other) {
        if (other == number || question.objects.box(other).is_empty()) continue;
        if (other < number && needs_new_pairs(other) && is_unbounded(other)) continue;
        add_unbounded(number, other, question, keys);
    }
}

void PairTracker::update_unbounded(const Objects& objects) {
    for (const std::uint32_t number : changed_) {
        const Box& box = objects.box(number);
        const bool is_unbounded = !box.is_empty() && !is_placed(box);
        const auto place = std::lower_bound(unbounded_.begin(), unbounded_.end(), number);
        const bool listed = place != unbounded_.end() && *place == number;
        if (listed && !is_unbounded) unbounded_.erase(place);
        if (!listed && is_unbounded) unbounded_.insert(place, number);
    }
}

std::vector<std::uint64_t> PairTracker::find_pairs(const Question& question) const {
    std::vector<std::uint64_t> keys;
    std::mutex adding;
    const auto find = [&](std::size_t begin, std::size_t end) {
        std::vector<std::uint64_t> found;
        std::vector<std::uint32_t> stack;
        for (std::size_t i = begin; i < end; ++i)
            if (tree_.has(renewed_[i])) find_pairs_of(renewed_[i], question, stack, found);
        const std::lock_guard lock(adding);
        keys.insert(keys.end(), found.begin(), found.end());
    };
    // For few objects, starting threads would take longer than the work.
    constexpr std::size_t few = 256;
    if (question.threads == 1 || renewed_.size() <= few)
        find(0, renewed_.size());
    else
        base::with_threads(question.threads, [&] { base::do_pieces(renewed_.size(), few / 4, find); });
    for (const std::uint32_t number : unbounded_)
        if (needs_new_pairs(number)) find_pairs_of_unbounded(number, question, keys);
    sort_pair_keys(keys, question.objects.end());
    return keys;
}

void PairTracker::keep(TrackedPair pair, const Objects& objects) {
    if (changes_[pair.a] != Change::none || changes_[pair.b] != Change::none) {
        pair.near = within(objects.box(pair.a), objects.box(pair.b), pair.clearance);
        pair.verdict = Verdict::unknown;
    }
    merged_.push_back(pair);
}

void PairTracker::drop(const TrackedPair& pair) {
    if (pair.cache != TrackedPair::none) free_caches_.push_back(pair.cache);
}

// Merges the sorted lists of old and new pairs in one pass. An old pair with a renewed object is kept, with
// its cache, only if it was found again.
void PairTracker::merge(const std::vector<std::uint64_t>& keys, const Question& question) {
    const Objects& objects = question.objects;
    merged_.clear();
    auto key = keys.begin();
    const auto enter = [&] {
        const auto a = static_cast<std::uint32_t>(*key >> 32), b = static_cast<std::uint32_t>(*key);
        const auto clearance = question.clearance_of(a, b);
        keep({.a = a, .b = b, .clearance = *clearance}, objects);
        ++key;
    };
    for (TrackedPair& pair : pairs_) {
        const std::uint64_t own = pair_key(pair.a, pair.b);
        while (key != keys.end() && *key < own) enter();
        if (!needs_new_pairs(pair.a) && !needs_new_pairs(pair.b)) {
            keep(pair, objects);
        } else if (changes_[pair.a] == Change::replaced || changes_[pair.b] == Change::replaced) {
            drop(
                pair);  // its cache belongs to the old object; if found again, the pair is added as a new one
        } else if (key != keys.end() && *key == own) {
            pair.clearance = *question.clearance_of(pair.a, pair.b);
            keep(pair, objects);
            ++key;
        } else {
            drop(pair);
        }
    }
    while (key != keys.end()) enter();
    pairs_.swap(merged_);
}

// The clearance is stored last: if the filter throws, it is empty, and the next update finds all pairs.
void PairTracker::update(const Question& question) {
    const bool all = clearance_ != question.clearance;
    clearance_.reset();
    if (all)
        for (std::uint32_t number = 0; number < question.objects.end(); ++number)
            note(number, Change::renewed);
    place_all(question.objects);
    update_unbounded(question.objects);
    renewed_.clear();
    for (const std::uint32_t number : changed_)
        if (needs_new_pairs(number)) renewed_.push_back(number);
    if (!changed_.empty()) merge(find_pairs(question), question);
    for (const std::uint32_t number : changed_) changes_[number] = Change::none;
    changed_.clear();
    clearance_ = question.clearance;
}

QueryCache& PairTracker::cache(TrackedPair& pair) {
    if (pair.cache == TrackedPair::none) {
        if (free_caches_.empty()) {
            free_caches_.push_back(static_cast<std::uint32_t>(caches_.size()));
            caches_.emplace_back();
        }
        pair.cache = free_caches_.back();
        free_caches_.pop_back();
        caches_[pair.cache] = {};
    }
    return caches_[pair.cache];
}

}  // namespace allide::scene
