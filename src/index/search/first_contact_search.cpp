#include "index/search/first_contact_search.hpp"

#include "base/cancel.hpp"
#include "base/float_environment.hpp"
#include "base/precondition.hpp"
#include "index/file/index_access.hpp"
#include "index/search/object_steps.hpp"
#include "query/predict/motion_length.hpp"

#include <algorithm>
#include <cmath>

namespace allide::index {
namespace {

LeafTimes times_of(const CandidateLeaf& met) {
    LeafTimes out{.leaf = met.leaf.number, .t0 = met.spans.front().t0, .t1 = met.spans.back().t1};
    for (const TimeSpan& span : met.spans) out.spans.push_back({span.t0, span.t1});
    return out;
}

PredictOptions of_object(const IndexPredictOptions& options) {
    return {.tolerance = options.tolerance,
            .clearance = options.clearance,
            .max_intervals = options.max_intervals};
}

}  // namespace

FirstContactSearch::FirstContactSearch(const Moving& mover, const Reader& reader,
                                       const IndexPredictOptions& options)
    : mover_(mover), reader_(reader), options_(options), sweep_(mover, options.scene, options.clearance) {}

void FirstContactSearch::reached(std::uint32_t leaf, std::size_t step) {
    ++objects_after_step_[step - 1];
    steps_of_leaf_[leaf] = std::max(steps_of_leaf_[leaf], step);
}

void FirstContactSearch::wait(const TimeSpans& spans, Next next, std::uint32_t number) {
    if (!spans.empty()) waiting_.push({spans.front().t0, next, number});
}

void FirstContactSearch::start() {
    leaves_ = candidate_leaves(reader_, sweep_, options_.split_trees, count_);
    steps_of_leaf_.assign(leaves_.size(), 1);
    for (std::uint32_t i = 0; i < leaves_.size(); ++i) wait(leaves_[i].spans, Next::leaf, i);
}

void FirstContactSearch::open_leaf(std::uint32_t candidate) {
    const std::shared_ptr<const Leaf> leaf = reader_.leaf(leaves_[candidate].leaf, count_);
    for (std::uint32_t k = 0; k < leaf->objects.size(); ++k) {
        const LeafObject& object = leaf->objects[k];
        reached(candidate, 1);
        TimeSpans spans = times_at_spheres(sweep_, object.summary, leaves_[candidate].spans);
        if (spans.empty()) continue;
        reached(candidate, 2);
        wait(spans, Next::polyhedron, static_cast<std::uint32_t>(objects_.size()));
        objects_.push_back({candidate, k, object.id, std::move(spans)});
    }
}

bool FirstContactSearch::passes_polyhedron(CandidateObject& object) {
    const std::shared_ptr<const Leaf> leaf = reader_.leaf(leaves_[object.leaf].leaf, count_);
    object.spans = times_at_polyhedron(mover_, leaf->objects[object.number].summary.polyhedron,
                                       options_.scene, options_.clearance, object.spans);
    if (object.spans.empty()) return false;
    reached(object.leaf, 3);
    return true;
}

void FirstContactSearch::predict_object(const CandidateObject& object) {
    const std::shared_ptr<const Leaf> leaf = reader_.leaf(leaves_[object.leaf].leaf, count_);
    const std::shared_ptr<const Model> model = reader_.model(*leaf, object.number, count_);
    // Most objects are quickly shown to be free of contact. For the others the times come from predict()
    // alone, so that they do not depend on the order of the search.
    const PredictOptions options = of_object(options_);
    const Placed placed_object = model->at(options_.scene);
    if (options_.search == Search::tree &&
        certainly_free(mover_, placed_object, options, object.spans, verdict_.horizon()))
        return;
    const Prediction found = allide::predict(mover_, placed_object, options);
    if (found.outcome != Outcome::clear) reached(object.leaf, 4);
    verdict_.add(object.id, found);
    if (verdict_.object() == object.id)
        first_ = {.id = object.id, .name = leaf->objects[object.number].summary.name};
}

// For brute force: makes every object of every leaf a candidate for the whole motion.
void FirstContactSearch::meet_all() {
    for (std::uint32_t number = 0; number < reader_.header().leaves; ++number) {
        leaves_.push_back({reader_.leaf_place(number, count_), {{0, 1}}});
        steps_of_leaf_.push_back(1);
        const std::shared_ptr<const Leaf> leaf = reader_.leaf(leaves_.back().leaf, count_);
        for (std::uint32_t k = 0; k < leaf->objects.size(); ++k) {
            for (const std::size_t step : {1, 2, 3}) reached(number, step);
            objects_.push_back({number, k, leaf->objects[k].id, {{0, 1}}});
        }
    }
}

// Opens all candidate leaves, and keeps the objects that pass the third step of docs/index.md, the test
// against their polyhedra, at any time of the motion.
void FirstContactSearch::meet_any() {
    start();
    for (std::uint32_t i = 0; i < leaves_.size(); ++i) open_leaf(i);
    std::erase_if(objects_, [this](CandidateObject& object) { return !passes_polyhedron(object); });
}

IndexPrediction FirstContactSearch::run() {
    if (options_.search == Search::brute_force) {
        meet_all();
        for (const CandidateObject& object : objects_) predict_object(object);
    } else {
        start();
    }
    const base::CancelCheck check_cancelled;
    while (!waiting_.empty()) {
        check_cancelled();
        const Waiting next = waiting_.top();
        waiting_.pop();
        if (next.time > verdict_.horizon()) break;
        if (next.next == Next::leaf) {
            open_leaf(next.number);
        } else if (next.next == Next::polyhedron) {
            CandidateObject& object = objects_[next.number];
            if (passes_polyhedron(object)) wait(object.spans, Next::triangles, next.number);
        } else {
            predict_object(objects_[next.number]);
        }
    }
    return {.prediction = verdict_.prediction(), .object = first_, .search = costs()};
}

ContactIntervals FirstContactSearch::intervals() {
    if (options_.search == Search::brute_force)
        meet_all();
    else
        meet_any();
    std::vector<ContactIntervals> all;
    for (const CandidateObject& object : objects_) {
        const std::shared_ptr<const Leaf> leaf = reader_.leaf(leaves_[object.leaf].leaf, count_);
        const std::shared_ptr<const Model> model = reader_.model(*leaf, object.number, count_);
        ContactIntervals found =
            allide::contact_intervals(mover_, model->at(options_.scene), of_object(options_));
        all.push_back(std::move(found));
    }
    return capped_intervals(united_intervals(all), options_.max_intervals);
}

std::vector<IndexedObject> FirstContactSearch::objects_met() {
    meet_any();
    std::vector<IndexedObject> all;
    for (const CandidateObject& object : objects_) {
        const std::shared_ptr<const Leaf> leaf = reader_.leaf(leaves_[object.leaf].leaf, count_);
        all.push_back({.id = object.id, .name = leaf->objects[object.number].summary.name});
    }
    std::sort(all.begin(), all.end(),
              [](const IndexedObject& x, const IndexedObject& y) { return x.id < y.id; });
    return all;
}

IndexSearch FirstContactSearch::costs() const {
    const Header& header = reader_.header();
    IndexSearch out{.leaves = header.leaves,
                    .objects_after_step = objects_after_step_,
                    .block_size = page_bytes,
                    .blocks = header.pages,
                    .blocks_read = count_.blocks,
                    .bytes_read = count_.bytes};
    for (const std::size_t steps : steps_of_leaf_)
        for (std::size_t step = 0; step < steps; ++step) ++out.leaves_after_step[step];
    for (const CandidateLeaf& met : leaves_) out.leaf_intervals.push_back(times_of(met));
    return out;
}

}  // namespace allide::index

namespace allide {
namespace {

void check_index_options(const IndexPredictOptions& options) {
    base::expect(options.tolerance >= 1e-13 && options.tolerance <= 0.1,
                 "the tolerance of a prediction must be from 1e-13 to 0.1");
    base::expect(options.clearance >= 0 && std::isfinite(options.clearance),
                 "the clearance of a prediction must be finite and non-negative");
}

// A moving object that is a single point has no size of its own, so the size of the scene is used instead.
void check_motion(const Moving& mover, const index::Reader& reader) {
    const auto& root = reader.header().root;
    const bool is_point = query::size_of_mesh(data_of(mover).mesh) == 0;
    query::expect_resolvable(mover, is_point && root ? length(root->box.hi - root->box.lo) : 0);
}

}  // namespace

Result<IndexPrediction> predict(const Moving& mover, const Index& scene, const IndexPredictOptions& options) {
    check_index_options(options);
    const base::DefaultFloatEnvironment environment;
    check_motion(mover, reader_of(scene));
    return index::as_result(
        [&] { return index::FirstContactSearch(mover, reader_of(scene), options).run(); });
}

Result<std::vector<IndexPrediction>> predict(std::span<const Moving> movers, const Index& scene,
                                             const IndexPredictOptions& options) {
    std::vector<IndexPrediction> all;
    for (const Moving& mover : movers) {
        Result<IndexPrediction> one = predict(mover, scene, options);
        if (!one) return one.error();
        all.push_back(std::move(one).value());
    }
    return all;
}

Result<ContactIntervals> contact_intervals(const Moving& mover, const Index& scene,
                                           const IndexPredictOptions& options) {
    check_index_options(options);
    const base::DefaultFloatEnvironment environment;
    check_motion(mover, reader_of(scene));
    return index::as_result(
        [&] { return index::FirstContactSearch(mover, reader_of(scene), options).intervals(); });
}

Result<std::vector<IndexedObject>> objects_met(const Moving& mover, const Index& scene,
                                               const IndexPredictOptions& options) {
    check_index_options(options);
    const base::DefaultFloatEnvironment environment;
    check_motion(mover, reader_of(scene));
    return index::as_result(
        [&] { return index::FirstContactSearch(mover, reader_of(scene), options).objects_met(); });
}

}  // namespace allide
