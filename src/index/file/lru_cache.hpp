// Thread-safe LRU cache, bounded in bytes. An evicted value stays valid while someone holds its pointer.
#pragma once

#include <compare>
#include <cstdint>
#include <list>
#include <map>
#include <memory>
#include <mutex>

namespace allide::index {

class LruCache {
  public:
    enum class Kind : std::uint8_t { page, leaf, shape, model };
    struct Key {
        Kind kind = Kind::page;
        std::uint64_t place = 0;   // number of the page on which the stored value begins
        std::uint64_t number = 0;  // distinguishes values that begin on the same page
        friend auto operator<=>(const Key&, const Key&) = default;
    };

    explicit LruCache(std::uint64_t limit_bytes) : limit_(limit_bytes) {}

    // Returns null if the key is not in the cache.
    template <typename Value>
    std::shared_ptr<const Value> find(const Key& key) {
        return std::static_pointer_cast<const Value>(find_untyped(key));
    }
    // Evicts the least recently used values until the new one fits. A value larger than the limit is not
    // stored.
    void insert(const Key& key, std::shared_ptr<const void> value, std::uint64_t bytes);
    std::uint64_t bytes() const;

  private:
    struct Entry {
        Key key;
        std::shared_ptr<const void> value;
        std::uint64_t bytes = 0;
    };
    std::shared_ptr<const void> find_untyped(const Key& key);

    const std::uint64_t limit_;
    mutable std::mutex mutex_;
    std::uint64_t used_ = 0;    // total size of all entries, in bytes
    std::list<Entry> entries_;  // most recently used first
    std::map<Key, std::list<Entry>::iterator> places_;
};

}  // namespace allide::index
