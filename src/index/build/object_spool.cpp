#include "index/build/object_spool.hpp"

#include "index/file/digest.hpp"

namespace allide::index {

void throw_cancelled() {
    throw_error({.code = ErrorCode::bad_argument, .message = "the build of the index was cancelled"});
}

ObjectSpool::ObjectSpool(ObjectSource& source, const std::filesystem::path& folder, const Progress& progress)
    : records_(folder), boxes_(folder), objects_(folder), shapes_(folder) {
    while (const std::optional<SourceObject> object = source.next()) {
        take(*object);
        if (progress && !progress(source.done(), source.all())) throw_cancelled();
    }
    boxes_.finish_writing();
    objects_.finish_writing();
    shapes_.finish_writing();
    count_users();
}

void ObjectSpool::count_users() {
    constexpr std::uint32_t interval = 1u << 14;
    for (std::uint32_t i = 0; i < objects(); ++i) {
        ++shapes_[objects_[i].shape].users;
        if (i % interval == 0) release_pages();
    }
    release_pages();
}

void ObjectSpool::release_pages() const {
    boxes_.release_pages();
    objects_.release_pages();
    shapes_.release_pages();
}

void ObjectSpool::take(const SourceObject& object) {
    if (objects_.size() >= 0xffffffffu)
        throw_error({.code = ErrorCode::too_large, .message = "expected fewer than 2^32 parts"});
    Digest digest(digest_);
    if (object.shape == shapes_.size()) {
        shapes_.push_back({.place = records_.append(object.shape_bytes), .bytes = object.shape_bytes.size()});
        digest.add(object.shape_bytes);
    }
    digest.add(object.summary);
    digest.add(object.shape);
    digest_ = digest.value();
    triangles_ += object.triangles;
    boxes_.push_back(object.box);
    objects_.push_back({.place = records_.append(object.summary),
                        .triangles = object.triangles,
                        .summary_bytes = static_cast<std::uint32_t>(object.summary.size()),
                        .shape = object.shape});
}

Bytes ObjectSpool::read_summary_of(std::uint32_t object) {
    return records_.read(objects_[object].place, objects_[object].summary_bytes);
}

Bytes ObjectSpool::read_shape_of(std::uint32_t shape) {
    return records_.read(shapes_[shape].place, static_cast<std::size_t>(shapes_[shape].bytes));
}

Mesh ObjectSpool::read_mesh_of(std::uint32_t object) {
    return read_shape_mesh(read_shape_of(shape(object)), read_summary(read_summary_of(object)));
}

}  // namespace allide::index
