#include "index/build/part_objects.hpp"

#include "index/file/digest.hpp"
#include "index/file/reader.hpp"

#include <algorithm>
#include <map>
#include <vector>

namespace allide::index {

constexpr std::uint64_t batch_bytes = 1u << 18;

struct PartObjects::State {
    std::vector<std::filesystem::path> parts;
    std::uint64_t memory_limit = 0;
    std::uint64_t all = 0, done = 0;  // objects
    std::size_t part = 0;             // index of the current part in `parts`
    std::uint32_t object = 0;         // number of the next object in the current part
    std::unique_ptr<Reader> reader;
    std::map<std::uint64_t, std::uint32_t> shape_of;  // the shape that begins on a page of the current part
    std::uint32_t shapes = 0;

    // Opens the part that contains the next object. Returns false if there is no other object.
    bool find_next() {
        while (part < parts.size()) {
            if (!reader) reader = std::make_unique<Reader>(parts[part], memory_limit);
            if (object < reader->header().objects) return true;
            reader.reset();
            shape_of.clear();
            object = 0;
            ++part;
        }
        return false;
    }

    SourceObject next() {
        ReadCount count;
        const std::shared_ptr<const Leaf> leaf = reader->leaf(reader->leaf_of(object, count), count);
        const auto found = std::ranges::lower_bound(leaf->objects, object, {}, &LeafObject::id);
        if (found == leaf->objects.end() || found->id != object)
            in_file(reader->file(), [&] {
                on_page(leaf->place.first_page,
                        [&] { throw_damaged("expected the object that the table of objects places here"); });
            });
        SourceObject out{.summary = make_summary(found->summary),
                         .box = found->summary.box,
                         .triangles = found->summary.triangles,
                         .shape = shapes,
                         .is_instance = found->summary.matrix.has_value()};
        ++object;
        ++done;
        if (!found->shape.in_leaf) {
            const auto [place, is_new] = shape_of.try_emplace(found->shape.first_page, shapes);
            out.shape = place->second;
            if (!is_new) return out;
        }
        ++shapes;
        out.shape_bytes = reader->shape_bytes(*leaf, *found, count);
        out.shape_digest = digest_of_bytes(out.shape_bytes);
        return out;
    }
};

PartObjects::PartObjects(std::span<const std::filesystem::path> parts, std::uint64_t memory_limit)
    : state_(std::make_unique<State>()) {
    state_->parts.assign(parts.begin(), parts.end());
    state_->memory_limit = memory_limit;
    for (const std::filesystem::path& part : parts) state_->all += PageFile(part).header().objects;
}

PartObjects::~PartObjects() = default;

std::vector<SourceObject> PartObjects::next() {
    std::vector<SourceObject> batch;
    for (std::uint64_t bytes = 0; bytes < batch_bytes && state_->find_next();) {
        batch.push_back(state_->next());
        bytes += batch.back().summary.size() + batch.back().shape_bytes.size();
    }
    return batch;
}

std::uint64_t PartObjects::done() const {
    return state_->done;
}

std::uint64_t PartObjects::all() const {
    return state_->all;
}

}  // namespace allide::index
