// The private members of the public report types, for this room only.
#pragma once

#include "report/clash/baseline.hpp"
#include "report/clash/part_store.hpp"
#include "report/clash/picture_scene.hpp"
#include "report/clash/rules.hpp"

#include <allide/report.hpp>

#include <memory>
#include <utility>

namespace allide::report {

struct Access {
    static const Rules& of(const ClashRules& rules) { return *rules.rules_; }
    static const Baseline& of(const ClashBaseline& baseline) { return *baseline.baseline_; }
    static const std::shared_ptr<PartStore>& of(const ClashScene& scene) { return scene.store_; }
    static const std::shared_ptr<const PictureScene>& of(const ClashReport& report) {
        return report.pictures_;
    }
    static void set(ClashReport& report, std::shared_ptr<const PictureScene> pictures) {
        report.pictures_ = std::move(pictures);
    }
    static ClashScene scene(std::shared_ptr<PartStore> store) {
        ClashScene scene;
        scene.store_ = std::move(store);
        return scene;
    }
};

}  // namespace allide::report
