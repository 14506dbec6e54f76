// The contents of a Scene, for the files that implement its members.
#pragma once

#include "base/precondition.hpp"
#include "scene/pair_tracker.hpp"

#include <allide/scene.hpp>

#include <cmath>

namespace allide {

namespace scene {

inline void expect_padding(double padding) {
    base::expect(padding >= 0 && std::isfinite(padding), "a padding must be finite and not negative");
}

}  // namespace scene

struct Scene::State {
    scene::Objects objects;
    scene::Interest interest;
    scene::IgnoredPairs ignored;
    scene::PairFilter filter;
    scene::PairTracker tracker;

    scene::PairTracker::Question question(double clearance, unsigned threads) const {
        return {{objects, interest, ignored, filter, clearance}, threads};
    }
    // Applies the options of a new object that Objects::add does not take.
    void enter(ObjectId id, const ObjectOptions& options) {
        if (options.padding != 0) objects.set_padding(id, options.padding);
        objects.set_masks(id, options.category, options.mask);
        tracker.replaced(id.number);
    }
    // Brings the tree up to date; the clearance of earlier queries is reused, so that their pairs are kept.
    void update(unsigned threads) { tracker.update(question(tracker.clearance().value_or(0), threads)); }
};

}  // namespace allide
