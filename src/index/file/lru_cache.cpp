#include "index/file/lru_cache.hpp"

namespace allide::index {

std::shared_ptr<const void> Kept::look_up(const Key& key) {
    const std::lock_guard lock(mutex_);
    const auto found = places_.find(key);
    if (found == places_.end()) return nullptr;
    entries_.splice(entries_.begin(), entries_, found->second);
    return found->second->thing;
}

// What alone is larger than all that may be kept is not kept.
void Kept::keep(const Key& key, std::shared_ptr<const void> thing, std::uint64_t bytes) {
    if (bytes > most_) return;
    const std::lock_guard lock(mutex_);
    if (places_.contains(key)) return;  // another thread was faster
    while (held_ > most_ - bytes) {
        held_ -= entries_.back().bytes;
        places_.erase(entries_.back().key);
        entries_.pop_back();
    }
    entries_.push_front({key, std::move(thing), bytes});
    places_[key] = entries_.begin();
    held_ += bytes;
}

std::uint64_t Kept::bytes() const {
    const std::lock_guard lock(mutex_);
    return held_;
}

}  // namespace allide::index
