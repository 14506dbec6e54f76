#include "index/build/object_spool.hpp"

#include "base/tasks.hpp"
#include "index/file/digest.hpp"

#include <vector>

namespace allide::index {

void throw_cancelled() {
    throw_error({.code = ErrorCode::bad_argument, .message = "the build of the index was cancelled"});
}

ObjectSpool::ObjectSpool(ObjectStream& source, const std::filesystem::path& folder, const Progress& progress,
                         unsigned threads, const EarlierObjects& earlier)
    : records_(folder),
      boxes_(folder),
      objects_(folder),
      shapes_(folder),
      earlier_(earlier),
      digest_(earlier.digest) {
    std::vector<SourceObject> batch;
    do {
        std::vector<SourceObject> next;
        base::with_threads(threads, [&] {
            base::do_both([&] { next = source.next(); },
                          [&] {
                              for (const SourceObject& object : batch) take(object);
                          });
        });
        batch = std::move(next);
        if (progress && !progress(source.done(), source.all())) throw_cancelled();
    } while (!batch.empty());
    records_.finish_writing();
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
    if (earlier_.objects + objects_.size() >= 0xffffffffu)
        throw_error({.code = ErrorCode::too_large, .message = "expected fewer than 2^32 parts"});
    Digest digest(digest_);
    if (object.shape == shapes_.size()) {
        shapes_.push_back({.place = records_.append(object.shape_bytes), .bytes = object.shape_bytes.size()});
        digest.add(object.shape_digest);
    }
    digest.add(object.summary);
    digest.add(std::uint64_t{earlier_.shapes} + object.shape);
    digest_ = digest.value();
    triangles_ += object.triangles;
    boxes_.push_back(object.box);
    objects_.push_back({.place = records_.append(object.summary),
                        .triangles = object.triangles,
                        .summary_bytes = static_cast<std::uint32_t>(object.summary.size()),
                        .shape = object.shape,
                        .is_instance = object.is_instance});
}

Bytes ObjectSpool::read_summary_of(std::uint32_t object) const {
    return records_.read(objects_[object].place, objects_[object].summary_bytes);
}

Bytes ObjectSpool::read_shape_of(std::uint32_t shape) const {
    return records_.read(shapes_[shape].place, static_cast<std::size_t>(shapes_[shape].bytes));
}

TriangleList ObjectSpool::read_triangles_of(std::uint32_t object) const {
    const Object& stored = objects_[object];
    std::optional<InstanceMap> matrix;
    if (stored.is_instance) matrix = read_summary_matrix(read_summary_of(object));
    return read_shape_triangles(read_shape_of(stored.shape), matrix);
}

}  // namespace allide::index
