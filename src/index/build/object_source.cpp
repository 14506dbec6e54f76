// Parts are read one after the other, and processed in batches by all threads, while the next batch is read.
#include "index/build/object_source.hpp"

#include "base/float_environment.hpp"
#include "base/tasks.hpp"
#include "index/build/scene_files.hpp"
#include "index/file/digest.hpp"
#include "index/file/index_failure.hpp"
#include "index/file/object_record.hpp"
#include "model/build_any_tree.hpp"

#include <algorithm>
#include <cmath>
#include <exception>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace allide::index {

// A part of the current batch, before and after processing.
struct PendingPart {
    ScenePart part;
    std::filesystem::path file;
    std::uint32_t shape = 0;
    bool first_of_shape = true;
    Result<SourceObject> object = SourceObject{};
};

namespace {

Error in_part(Error error, const PendingPart& waiting) {
    error.message = fmt::format("{} (part '{}')", error.message, waiting.part.name);
    error.file = waiting.file.string();
    return error;
}

// The index stores the mesh and its tree before the part's matrix is applied.
std::optional<Error> make_shape_of(const Mesh& mesh, SourceObject& object) {
    const Result<Model> model = Model::build(mesh);
    if (!model) return model.error();
    object.shape_bytes = make_shape(*model);
    object.shape_digest = digest_of_bytes(object.shape_bytes);
    return std::nullopt;
}

Result<SourceObject> processed_part(const PendingPart& waiting) {
    const base::DefaultFloatEnvironment environment;
    const ScenePart& part = waiting.part;
    const Mesh placed = placed_part(part);
    if (auto error = detail::non_finite_corner(part.mesh)) return in_part(*std::move(error), waiting);
    for (std::uint32_t i = 0; part.matrix && i < placed.triangles().size(); ++i)
        for (const Vec3& corner : placed.corners(i))
            if (!std::isfinite(corner.x) || !std::isfinite(corner.y) || !std::isfinite(corner.z))
                return in_part(
                    {.code = ErrorCode::not_finite, .message = "expected finite coordinates", .triangle = i},
                    waiting);
    SourceObject object;
    ObjectSummary summary;
    std::optional<Error> refused;
    base::do_both([&] { summary = summarised(placed, part.name, part.traits, part.matrix); },
                  [&] {
                      const base::DefaultFloatEnvironment environment;
                      if (waiting.first_of_shape) refused = make_shape_of(part.mesh, object);
                  });
    if (refused) return in_part(*std::move(refused), waiting);
    object.summary = make_summary(summary);
    object.box = summary.box;
    object.triangles = summary.triangles;
    object.shape = waiting.shape;
    object.is_instance = part.matrix.has_value();
    return object;
}

}  // namespace

struct ObjectSource::State {
    // Memory per triangle during processing: two copies of the mesh, its tree, its encoding and its hull, the
    // mesh of the next batch, and the encoding of the previous one.
    static constexpr std::uint64_t bytes_per_triangle = 640;
    static constexpr std::uint64_t usual_triangles = 1u << 16, most_parts = 512;

    std::vector<std::filesystem::path> files;
    std::vector<std::uint64_t> sizes;
    SourceOptions options;
    std::uint64_t batch_triangles = 0, keep = 0;

    std::size_t file = 0;  // index of the current file in `files`
    std::unique_ptr<SceneFile> scene;
    std::map<std::uint32_t, std::uint32_t> shape_of;  // the shape of each shared mesh of the file
    std::uint32_t shapes = 0;
    std::uint64_t read = 0;         // total size in bytes of the files that are finished
    std::vector<PendingPart> next;  // the batch that is processed after this one
    std::exception_ptr failure;     // why the next batch ends early, thrown after its parts
    bool started = false;

    std::optional<ScenePart> next_part() {
        while (file < files.size()) {
            if (!scene) scene = open_scene_file(files[file], {options.load, keep, options.spill_folder});
            if (auto part = scene->next()) return part;
            scene.reset();
            shape_of.clear();
            read += sizes[file++];
        }
        return std::nullopt;
    }

    PendingPart waiting(ScenePart part) {
        PendingPart waiting{.part = std::move(part), .file = files[file]};
        if (waiting.part.shared) {
            const auto [place, is_new] = shape_of.try_emplace(*waiting.part.shared, shapes);
            waiting.shape = place->second;
            waiting.first_of_shape = is_new;
        } else {
            waiting.shape = shapes;
        }
        if (waiting.first_of_shape) ++shapes;
        return waiting;
    }

    // A part is processed as a whole. The memory that this takes may be at most two fifths of the memory
    // limit.
    void expect_room_for(const ScenePart& part) const {
        const std::uint64_t count = part.mesh.triangles().size(), least = count * bytes_per_triangle * 5 / 2;
        if (!options.memory_limit || least <= *options.memory_limit) return;
        throw_error(
            {.code = ErrorCode::too_large,
             .message = fmt::format("expected a memory limit of at least {3} bytes for part '{1}' of {2} "
                                    "triangles, found {0}",
                                    *options.memory_limit, part.name, count, least),
             .file = files[file].string()});
    }

    void read_batch() {
        next.clear();
        try {
            for (std::uint64_t triangles = 0; triangles < batch_triangles && next.size() < most_parts;) {
                auto part = next_part();
                if (!part) break;
                triangles += part->mesh.triangles().size();
                if (options.refuses_large_parts) expect_room_for(*part);
                next.push_back(waiting(*std::move(part)));
            }
            if (scene) scene->release_pages();
        } catch (...) {
            failure = std::current_exception();
        }
    }

    // Processes the batch that was read during the last call, and reads the following one.
    std::vector<PendingPart> processed_batch() {
        std::vector<PendingPart> batch;
        base::with_threads(options.threads, [&] {
            if (!started) read_batch();
            started = true;
            if (next.empty() && failure) std::rethrow_exception(std::exchange(failure, nullptr));
            batch = std::move(next);
            next.clear();
            const auto process = [&](std::size_t begin, std::size_t end) {
                for (std::size_t i = begin; i < end; ++i) {
                    batch[i].object = processed_part(batch[i]);
                    batch[i].part.mesh = {};
                }
            };
            base::do_both([&] { base::do_pieces(batch.size(), 1, process); },
                          [&] {
                              const base::DefaultFloatEnvironment environment;
                              if (!failure && !batch.empty()) read_batch();
                          });
        });
        return batch;
    }
};

ObjectSource::ObjectSource(std::span<const std::filesystem::path> scenes, const SourceOptions& options)
    : state_(std::make_unique<State>()) {
    const std::uint64_t limit = options.memory_limit.value_or(std::uint64_t{1} << 30);
    state_->files.assign(scenes.begin(), scenes.end());
    for (const std::filesystem::path& file : scenes) {
        std::error_code unknown;
        const auto size = std::filesystem::file_size(file, unknown);
        state_->sizes.push_back(unknown ? 0 : size);
    }
    state_->options = options;
    state_->batch_triangles =
        std::clamp<std::uint64_t>(limit / 8 / State::bytes_per_triangle, 1, State::usual_triangles);
    state_->keep = limit / 8;
}

ObjectSource::~ObjectSource() = default;

std::vector<SourceObject> ObjectSource::next() {
    std::vector<SourceObject> objects;
    for (PendingPart& part : state_->processed_batch()) {
        if (!part.object) throw_error(part.object.error());
        objects.push_back(*std::move(part.object));
    }
    return objects;
}

std::uint64_t ObjectSource::all() const {
    std::uint64_t sum = 0;
    for (const std::uint64_t size : state_->sizes) sum += size;
    return sum;
}

std::uint64_t ObjectSource::done() const {
    if (!state_->scene) return state_->read;
    return state_->read + static_cast<std::uint64_t>(state_->scene->share_done() *
                                                     static_cast<double>(state_->sizes[state_->file]));
}

}  // namespace allide::index
