#include "base/float_environment.hpp"
#include "report/clash/access.hpp"
#include "report/clash/load_parts.hpp"

#include <allide/extra/clash_files.hpp>
#include <allide/index.hpp>
#include <allide/report.hpp>

#include <algorithm>
#include <utility>

namespace allide {

using detail::report::Access;
using detail::report::PartStore;

namespace {

Result<ClashScene> load_index_file(const std::filesystem::path& file, const ClashLoadOptions& options) {
    IndexOpenOptions open;
    if (options.memory_limit) open.memory_limit = *options.memory_limit / 2;
    Result<Index> index = Index::open(file, open);
    if (!index) return index.error();
    return options.memory_limit
               ? ClashScene::of(std::move(index).value(), file.string(), *options.memory_limit / 2)
               : ClashScene::of(std::move(index).value(), file.string());
}

}  // namespace

Result<ClashScene> ClashScene::load(const std::vector<std::filesystem::path>& files,
                                    const ClashLoadOptions& options) {
    const base::DefaultFloatEnvironment environment;
    const auto index = std::ranges::find_if(files, Index::recognises);
    if (index != files.end()) {
        if (files.size() == 1) return load_index_file(*index, options);
        return Error{.code = ErrorCode::bad_argument,
                     .message = "an index holds a whole scene and must be the only input",
                     .file = index->string()};
    }
    const auto store = std::make_shared<PartStore>();
    for (const std::filesystem::path& file : files) store->files.push_back(file.string());
    if (options.memory_limit) {
        const Result<bool> kept = detail::report::load_into_index(*store, files, options);
        if (!kept.has_value()) return kept.error();
        if (kept.value()) return Access::scene(store);
    }
    detail::report::load_into_memory(*store, files, options);
    return Access::scene(store);
}

ClashScene read_clash_scene(std::span<const FileBytes> files, const ClashLoadOptions& options) {
    const base::DefaultFloatEnvironment environment;
    const auto store = std::make_shared<PartStore>();
    for (const FileBytes& file : files) store->files.push_back(file.name);
    detail::report::read_into_memory(*store, files, options);
    return Access::scene(store);
}

ClashScene ClashScene::of(Scene scene) {
    const base::DefaultFloatEnvironment environment;
    const auto store = std::make_shared<PartStore>();
    detail::report::load_scene(*store, std::move(scene));
    return Access::scene(store);
}

Result<ClashScene> ClashScene::of(Index index, const std::string& file, std::uint64_t memory_limit) {
    const auto store = std::make_shared<PartStore>();
    store->files.push_back(file);
    if (auto error = detail::report::load_index(*store, std::move(index), file, memory_limit))
        return *std::move(error);
    return Access::scene(store);
}

std::span<const AssemblyPart> ClashScene::parts() const {
    if (!store_) return {};
    return store_->parts;
}

std::span<const UnreadableInput> ClashScene::unreadable() const {
    if (!store_) return {};
    return store_->unreadable;
}

std::span<const std::string> ClashScene::warnings() const {
    if (!store_) return {};
    return store_->warnings;
}

}  // namespace allide
