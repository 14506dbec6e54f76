// Collects contacts until there are enough.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <utility>
#include <vector>

namespace allide::traverse {

// How many contacts a search must find before it may stop.
struct Goal {
    static Goal any() { return {1, false}; }
    static Goal up_to(std::size_t limit) { return {limit, true}; }

    std::size_t limit;
    bool learns_of_more;  // true: continue until it is known whether there are more than `limit` contacts
};

class ContactList {
  public:
    // Two triangles, given by their positions in the two trees' orders.
    using Pair = std::pair<std::uint32_t, std::uint32_t>;

    explicit ContactList(Goal goal) : goal_(goal) {}

    // Adds a contact. Returns false once the search may stop.
    bool add(std::uint32_t a, std::uint32_t b) {
        if (found_.size() == goal_.limit) {
            more_ = done_ = true;
            return false;
        }
        found_.emplace_back(a, b);
        done_ = !goal_.learns_of_more && found_.size() == goal_.limit;
        return !done_;
    }

    // Appends many contacts; for searches that want all of them.
    void add(std::span<const Pair> pairs) { found_.insert(found_.end(), pairs.begin(), pairs.end()); }

    const std::vector<Pair>& found() const { return found_; }
    bool complete() const { return !more_; }
    bool done() const { return done_; }
    bool wants_any() const { return !goal_.learns_of_more; }
    bool wants_all() const { return goal_.limit == std::numeric_limits<std::size_t>::max(); }

  private:
    Goal goal_;
    std::vector<Pair> found_;
    bool more_ = false;  // there are more contacts than the limit
    bool done_ = false;
};

}  // namespace allide::traverse
