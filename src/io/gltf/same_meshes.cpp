#include "io/gltf/same_meshes.hpp"

#include <algorithm>
#include <utility>

namespace allide::io {

// The tag alone, half of the digest, determines the slot, so that growing the table needs no digests.
MeshDeduplicator::Entry MeshDeduplicator::find_or_add(std::uint64_t digest, std::uint32_t mesh,
                                                      const std::function<bool(std::uint32_t)>& same) {
    make_room();
    const auto tag = static_cast<std::uint32_t>(digest >> 32);
    const std::size_t mask = slots_.size() - 1;
    std::size_t at = tag & mask;
    for (; slots_[at].number != vacant; at = (at + 1) & mask)
        if (slots_[at].tag == tag && same(meshes_[slots_[at].number]))
            return {.mesh = meshes_[slots_[at].number], .number = slots_[at].number};
    const auto number = static_cast<std::uint32_t>(meshes_.size());
    slots_[at] = {tag, number};
    if (meshes_.size() == meshes_.capacity()) meshes_.reserve(meshes_.size() + meshes_.size() / 4 + 16);
    meshes_.push_back(mesh);
    return {.mesh = mesh, .number = number, .is_new = true};
}

void MeshDeduplicator::make_room() {
    if (3 * (meshes_.size() + 1) <= 2 * slots_.size()) return;
    const std::vector<Slot> old = std::exchange(slots_, {});
    slots_.resize(std::max<std::size_t>(16, 2 * old.size()));
    const std::size_t mask = slots_.size() - 1;
    for (const Slot& slot : old) {
        if (slot.number == vacant) continue;
        std::size_t at = slot.tag & mask;
        while (slots_[at].number != vacant) at = (at + 1) & mask;
        slots_[at] = slot;
    }
}

}  // namespace allide::io
