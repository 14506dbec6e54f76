#include "report/clash/picture_scene.hpp"

#include <allide/report.hpp>

#include <set>
#include <utility>

namespace allide::detail::report {

std::optional<Error> PictureScene::read_models(const ClashReport& report) const {
    std::set<std::uint32_t> clashing;
    for (const ReportedClash& clash : report.clashes)
        for (const auto& id : {clash.a_id, clash.b_id})
            if (id) clashing.insert(*id);
    Scene scene;
    std::vector<ObjectId> objects;
    for (std::uint32_t part = 0; part < store_->parts.size(); ++part) {
        Model model;
        if (clashing.contains(part)) {
            Result<Model> read = store_->model_in_index(part);
            if (!read) return read.error();
            model = std::move(read).value();
        }
        objects.push_back(scene.add(model));
    }
    objects_ = std::move(objects);
    scene_ = std::move(scene);
    return std::nullopt;
}

Result<PictureScene::View> PictureScene::view(const ClashReport& report) const {
    if (store_->scene() != nullptr) return View{*store_->scene(), store_->objects()};
    const std::lock_guard lock(reading_);
    if (!scene_)
        if (auto error = read_models(report)) return *std::move(error);
    return View{*scene_, objects_};
}

}  // namespace allide::detail::report
