#include "index/build/object_spool.hpp"

#include "index/file/digest.hpp"

namespace allide::index {

void stopped() {
    give_up({.code = ErrorCode::bad_argument, .message = "the index was given up before it was complete"});
}

Gathered::Gathered(ObjectSource& source, const std::filesystem::path& folder, const Progress& progress)
    : spool_(folder), boxes_(folder), objects_(folder), shapes_(folder) {
    while (const std::optional<SourceObject> object = source.next()) {
        take(*object);
        if (progress && !progress(source.done(), source.all())) stopped();
    }
    boxes_.settle();
    objects_.settle();
    shapes_.settle();
    count_users();
}

void Gathered::count_users() {
    constexpr std::uint32_t often = 1u << 14;
    for (std::uint32_t i = 0; i < objects(); ++i) {
        ++shapes_[objects_[i].shape].users;
        if (i % often == 0) give_back();
    }
    give_back();
}

void Gathered::give_back() const {
    boxes_.give_back();
    objects_.give_back();
    shapes_.give_back();
}

void Gathered::take(const SourceObject& object) {
    if (objects_.size() >= 0xffffffffu)
        give_up({.code = ErrorCode::too_large, .message = "more than 4294967295 parts"});
    Digest digest(digest_);
    if (object.shape == shapes_.size()) {
        shapes_.push_back({.place = spool_.append(object.shape_bytes), .bytes = object.shape_bytes.size()});
        digest.add(object.shape_bytes);
    }
    digest.add(object.summary);
    digest.add(object.shape);
    digest_ = digest.value();
    triangles_ += object.triangles;
    boxes_.push_back(object.box);
    objects_.push_back({.place = spool_.append(object.summary),
                        .triangles = object.triangles,
                        .summary_bytes = static_cast<std::uint32_t>(object.summary.size()),
                        .shape = object.shape});
}

Bytes Gathered::read_summary_of(std::uint32_t object) {
    return spool_.read(objects_[object].place, objects_[object].summary_bytes);
}

Bytes Gathered::read_shape_of(std::uint32_t shape) {
    return spool_.read(shapes_[shape].place, static_cast<std::size_t>(shapes_[shape].bytes));
}

Mesh Gathered::read_mesh_of(std::uint32_t object) {
    return read_shape_mesh(read_shape_of(shape(object)), read_summary(read_summary_of(object)));
}

}  // namespace allide::index
