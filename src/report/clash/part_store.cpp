#include "report/clash/part_store.hpp"

#include <utility>

namespace allide::detail::report {

std::vector<std::uint32_t> part_numbers(const std::vector<ObjectId>& objects) {
    std::vector<std::uint32_t> parts;
    for (std::uint32_t part = 0; part < objects.size(); ++part) {
        const std::uint32_t number = objects[part].number;
        if (parts.size() <= number) parts.resize(number + std::size_t{1});
        parts[number] = part;
    }
    return parts;
}

void PartStore::keep(Scene scene, std::vector<ObjectId> objects) {
    scene_ = std::move(scene);
    objects_ = std::move(objects);
    part_numbers_ = part_numbers(objects_);
}

void PartStore::keep(Index index, std::uint64_t memory_limit) {
    index_ = std::move(index);
    memory_limit_ = memory_limit;
}

Clashes PartStore::clashes_in_scene(const Question& question, const ClashOptions& options) {
    const auto part = [this](ObjectId id) { return part_numbers_[id.number]; };
    ClashOptions by_object = options;
    by_object.limits = [&](ObjectId a, ObjectId b) { return *question.limits(part(a), part(b)); };
    by_object.wanted = [&](ObjectId a, ObjectId b) { return !question.is_known(part(a), part(b)); };
    scene_->set_filter([&](ObjectId a, ObjectId b) { return question.limits(part(a), part(b)).has_value(); });
    Clashes found = scene_->clashes(by_object);
    scene_->set_filter({});  // the filter refers to `question`, which the scene outlives
    for (Clash& clash : found.list) {
        clash.a = {part(clash.a)};
        clash.b = {part(clash.b)};
    }
    for (ObjectPair& pair : found.untested) pair = {{part(pair.a)}, {part(pair.b)}};
    return found;
}

Result<Clashes> PartStore::clashes(const Question& question) {
    const ClashOptions options{
        .clearance = question.largest_limit,
        .detail = ClashDetail::regions,
        .threads = question.threads,
        .limits = [&](ObjectId a, ObjectId b) { return *question.limits(a.number, b.number); },
        .wanted = [&](ObjectId a, ObjectId b) { return !question.is_known(a.number, b.number); },
        .progress = question.progress};
    if (scene_) return clashes_in_scene(question, options);
    return allide::clashes(
        *index_,
        {.pairs = options,
         .filter = [&](ObjectId a, ObjectId b) { return question.limits(a.number, b.number).has_value(); },
         .memory_limit = memory_limit_});
}

}  // namespace allide::detail::report
