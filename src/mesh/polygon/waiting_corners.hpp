// The corners of a polygon that wait while ears are clipped. Each corner is in at most one list: in the queue
// of corners to be tested, or in the list of those that wait until another corner, their blocker, is out of
// their way. The lists are doubly linked and take three numbers and a list head per corner, however often
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

    // Moves the corner from wherever it is to the end of the queue.
    void enqueue(std::uint32_t corner) {
        forget(corner);
        insert(corner, links_[queue_].previous);
    }
    // Removes the first corner from the queue and returns it; empty if the queue is empty.
    std::optional<std::uint32_t> dequeue() {
        const std::uint32_t first = links_[queue_].next;
        if (first == queue_) return std::nullopt;
        forget(first);
        return first;
    }
    // Moves the corner to the list of corners that wait for `blocker`.
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
    // Removes the corner from the queue or list that it is in, if any.
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
        std::uint32_t blocker = none;  // the corner that this one waits for; none if it is in the queue
    };
    void insert(std::uint32_t corner, std::uint32_t behind) {
        const std::uint32_t before = links_[behind].next;
        links_[corner] = {behind, before};
        links_[behind].next = corner;
        links_[before].previous = corner;
    }

    std::uint32_t queue_;  // index in links_ of the queue's head
    std::vector<Link> links_;
    std::vector<std::uint32_t> watchers_;  // per blocker: the first corner that waits for it, or none
};

}  // namespace allide::mesh
