// The private members of the public report types, for this room only.
#pragma once

#include "base/precondition.hpp"
#include "report/clash/baseline.hpp"
#include "report/clash/part_store.hpp"
#include "report/clash/picture_scene.hpp"
#include "report/clash/rules.hpp"

#include <allide/report.hpp>

#include <memory>
#include <utility>

namespace allide::detail::report {

struct Access {
    // A moved-from object counts as one without rules.
    static const Rules& of(const ClashRules& rules) {
        static const Rules none;
        return rules.rules_ ? *rules.rules_ : none;
    }
    static const Baseline& of(const ClashBaseline& baseline) {
        base::expect(baseline.baseline_ != nullptr, "ClashBaseline: moved from or default-constructed");
        return *baseline.baseline_;
    }
    // A moved-from or default-constructed scene is empty.
    static std::shared_ptr<PartStore> of(const ClashScene& scene) {
        if (scene.store_) return scene.store_;
        auto empty = std::make_shared<PartStore>();
        empty->keep(Scene(), {});
        return empty;
    }
    static const PictureScene& of(const ClashReport& report) {
        base::expect(report.pictures_ != nullptr, "ClashReport: only reports made by of() can be drawn");
        return *report.pictures_;
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

}  // namespace allide::detail::report
