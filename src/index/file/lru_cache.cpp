#include "index/file/lru_cache.hpp"

namespace allide::index {

std::shared_ptr<const void> LruCache::find_untyped(const Key& key) {
    const std::lock_guard lock(mutex_);
    const auto found = places_.find(key);
    if (found == places_.end()) return nullptr;
    entries_.splice(entries_.begin(), entries_, found->second);
    return found->second->value;
}

void LruCache::insert(const Key& key, std::shared_ptr<const void> value, std::uint64_t bytes) {
    if (bytes > limit_) return;
    const std::lock_guard lock(mutex_);
    if (places_.contains(key)) return;  // another thread has inserted it in the meantime
    while (used_ > limit_ - bytes) {
        used_ -= entries_.back().bytes;
        places_.erase(entries_.back().key);
        entries_.pop_back();
    }
    entries_.push_front({key, std::move(value), bytes});
    places_[key] = entries_.begin();
    used_ += bytes;
}

std::uint64_t LruCache::bytes() const {
    const std::lock_guard lock(mutex_);
    return used_;
}

}  // namespace allide::index
