// Where the corners of a polygon wait while ears are cut: in one queue, or with the corner that is in their
// way, and in one place at a time. All of it is two links and a head a corner, however often they move.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace allide::mesh {

class WaitingCorners {
  public:
    explicit WaitingCorners(std::uint32_t corners)
        : queue_(corners), links_(std::size_t{corners} + 1), watchers_(corners, none) {
        links_[queue_] = {queue_, queue_};
    }

    // To the end of the queue, from wherever it waits.
    void enqueue(std::uint32_t corner) {
        forget(corner);
        insert(corner, links_[queue_].previous);
    }
    // The one that has waited in the queue longest leaves it.
    std::optional<std::uint32_t> dequeue() {
        const std::uint32_t first = links_[queue_].next;
        if (first == queue_) return std::nullopt;
        forget(first);
        return first;
    }
    // Waits until the blocker lets go of its watchers.
    void watch(std::uint32_t corner, std::uint32_t blocker) {
        forget(corner);
        std::uint32_t& first = watchers_[blocker];
        if (first == none) {
            links_[corner] = {corner, corner};
            first = corner;
        } else {
            insert(corner, links_[first].previous);
        }
        links_[corner].blocker = blocker;
    }
    // Those that watch the blocker go to the end of the queue.
    void release(std::uint32_t blocker) {
        while (watchers_[blocker] != none) enqueue(watchers_[blocker]);
    }
    // It waits nowhere any more.
    void forget(std::uint32_t corner) {
        Link& link = links_[corner];
        if (link.next == none) return;
        if (link.blocker != none && watchers_[link.blocker] == corner)
            watchers_[link.blocker] = link.next == corner ? none : link.next;
        links_[link.previous].next = link.next;
        links_[link.next].previous = link.previous;
        link = {};
    }

  private:
    static constexpr std::uint32_t none = 0xffffffff;
    struct Link {
        std::uint32_t previous = none, next = none;
        std::uint32_t blocker = none;  // that it watches
    };
    void insert(std::uint32_t corner, std::uint32_t behind) {
        const std::uint32_t before = links_[behind].next;
        links_[corner] = {behind, before};
        links_[behind].next = corner;
        links_[before].previous = corner;
    }

    std::uint32_t queue_;  // the number of the queue's own link
    std::vector<Link> links_;
    std::vector<std::uint32_t> watchers_;  // the first of each corner's
};

}  // namespace allide::mesh
