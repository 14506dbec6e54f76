// What was read and may be wanted again, up to a number of bytes: the longest unused goes first. What
// somebody still holds stays alive until it is put down. Safe from any number of threads.
#pragma once

#include <compare>
#include <cstdint>
#include <list>
#include <map>
#include <memory>
#include <mutex>

namespace allide::index {

class Kept {
  public:
    enum class Kind : std::uint8_t { page, leaf, shape, model };
    struct Key {
        Kind kind = Kind::page;
        std::uint64_t place = 0;   // the page with which it begins
        std::uint64_t number = 0;  // among those that begin there
        friend auto operator<=>(const Key&, const Key&) = default;
    };

    explicit Kept(std::uint64_t most_bytes) : most_(most_bytes) {}

    template <typename Thing>
    std::shared_ptr<const Thing> find(const Key& key) {
        return std::static_pointer_cast<const Thing>(look_up(key));
    }
    void keep(const Key& key, std::shared_ptr<const void> thing, std::uint64_t bytes);
    std::uint64_t bytes() const;

  private:
    struct Entry {
        Key key;
        std::shared_ptr<const void> thing;
        std::uint64_t bytes = 0;
    };
    std::shared_ptr<const void> look_up(const Key& key);

    const std::uint64_t most_;
    mutable std::mutex mutex_;
    std::uint64_t held_ = 0;
    std::list<Entry> entries_;  // the latest used first
    std::map<Key, std::list<Entry>::iterator> places_;
};

}  // namespace allide::index
