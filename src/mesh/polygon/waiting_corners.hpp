// The corners of a polygon that wait while ears are clipped. A corner is in the queue of corners to be
// tested, or in the list of those that wait for a certain other corner, their blocker, to get out of their
// way; never in both. These are doubly linked lists: three numbers and a list head per corner, however often
// corners move.
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

    // Moves the corner to the end of the queue, wherever it is.
    void enqueue(std::uint32_t corner) {
        forget(corner);
        insert(corner, links_[queue_].previous);
    }
    // Takes the first corner out of the queue; empty if there is none.
    std::optional<std::uint32_t> dequeue() {
        const std::uint32_t first = links_[queue_].next;
        if (first == queue_) return std::nullopt;
        forget(first);
        return first;
    }
    // Moves the corner to the list of those that wait for `blocker`.
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
    // Moves all corners that wait for `blocker` to the end of the queue.
    void release(std::uint32_t blocker) {
        while (watchers_[blocker] != none) enqueue(watchers_[blocker]);
    }
    // Takes the corner out of the queue or list that it is in.
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
        std::uint32_t blocker = none;  // the corner that it waits for; none: it is in the queue
    };
    void insert(std::uint32_t corner, std::uint32_t behind) {
        const std::uint32_t before = links_[behind].next;
        links_[corner] = {behind, before};
        links_[behind].next = corner;
        links_[before].previous = corner;
    }

    std::uint32_t queue_;  // number of the link that heads the queue
    std::vector<Link> links_;
    std::vector<std::uint32_t> watchers_;  // per blocker, the first corner that waits for it
};

}  // namespace allide::mesh
