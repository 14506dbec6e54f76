// The models that the pages and BCF files of a report draw.
#pragma once

#include "report/clash/part_store.hpp"

#include <allide/scene.hpp>

#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <vector>

namespace allide::detail::report {

// The scene that was searched, if it is in memory. Models in an index are read when first drawn, once, and
// only those of parts that clash.
class PictureScene {
  public:
    explicit PictureScene(std::shared_ptr<const PartStore> store) : store_(std::move(store)) {}

    struct View {
        const Scene& scene;
        const std::vector<ObjectId>& objects;  // one per part
    };
    Result<View> view(const ClashReport& report) const;
    const PartStore& store() const { return *store_; }

  private:
    std::optional<Error> read_models(const ClashReport& report) const;

    std::shared_ptr<const PartStore> store_;
    mutable std::mutex reading_;
    mutable std::optional<Scene> scene_;  // the models read so far, if the parts are in an index
    mutable std::vector<ObjectId> objects_;
};

}  // namespace allide::detail::report
