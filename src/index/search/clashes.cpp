// Finds clashes within an index. The boxes of all objects are in memory; models are read only for the current
// pairs.
#include "base/float_environment.hpp"
#include "base/precondition.hpp"
#include "index/file/index_access.hpp"
#include "index/file/leaf.hpp"
#include "index/search/near_pairs.hpp"
#include "index/search/pair_tests.hpp"

#include <allide/index.hpp>

#include <algorithm>
#include <tuple>
#include <utility>

namespace allide::index {
namespace {

Clashes find_clashes(const Reader& reader, const IndexClashOptions& options) {
    const ClashOptions& pair_options = options.pairs;
    std::vector<NumberPair> pairs;
    Clashes answer;
    for (const NearPair& pair :
         near_pairs(reader, std::max(pair_options.clearance, pair_options.touch), options.filter)) {
        ++answer.candidate_pairs;
        if (!pair_options.wanted || pair_options.wanted({pair.a}, {pair.b}))
            pairs.push_back({pair.a, pair.b});
    }
    const auto limits = [&](std::size_t i) -> ClashLimits {
        if (pair_options.limits) return pair_options.limits({pairs[i].a}, {pairs[i].b});
        return {.clearance = std::max(pair_options.clearance, pair_options.touch),
                .touch = pair_options.touch};
    };
    PairOutcomes outcomes = test_pairs(reader, pairs,
                                       {.detail = pair_options.detail,
                                        .threads = pair_options.threads,
                                        .limits = limits,
                                        .progress = pair_options.progress,
                                        .memory_limit = options.memory_limit});
    for (std::size_t i = 0; i < pairs.size(); ++i) {
        if (outcomes.done[i] != 0)
            ++answer.tested_pairs;
        else
            answer.untested.push_back({{pairs[i].a}, {pairs[i].b}});
        if (outcomes.clashes[i]) answer.list.push_back(std::move(*outcomes.clashes[i]));
    }
    std::sort(answer.list.begin(), answer.list.end(),
              [](const Clash& x, const Clash& y) { return std::tie(x.a, x.b) < std::tie(y.a, y.b); });
    std::sort(answer.untested.begin(), answer.untested.end());
    return answer;
}

std::vector<IndexedPart> read_parts(const Reader& reader) {
    std::vector<IndexedPart> parts(reader.header().objects);
    ReadCount count;
    for (std::uint32_t i = 0; i < reader.header().leaves; ++i) {
        const std::shared_ptr<const Leaf> leaf = reader.leaf(reader.leaf_place(i, count), count);
        for (const LeafObject& object : leaf->objects) {
            if (object.id >= parts.size())
                throw_damaged("expected object numbers below the number of objects");
            const ObjectSummary& summary = object.summary;
            parts[object.id] = {{.id = object.id, .name = summary.name},
                                summary.box,
                                summary.triangles,
                                summary.digest,
                                summary.traits};
        }
    }
    return parts;
}

Model read_model(const Reader& reader, std::uint32_t id) {
    ReadCount count;
    const std::shared_ptr<const Leaf> leaf = reader.leaf(reader.leaf_of(id, count), count);
    return *reader.model(*leaf, place_in(*leaf, id), count);
}

}  // namespace
}  // namespace allide::index

namespace allide {

Result<Clashes> clashes(const Index& scene, const IndexClashOptions& options) {
    const base::DefaultFloatEnvironment environment;
    return index::as_result([&] { return index::find_clashes(reader_of(scene), options); });
}

Result<std::vector<IndexedPart>> parts_of(const Index& scene) {
    return index::as_result([&] { return index::read_parts(reader_of(scene)); });
}

Result<Model> model_of(const Index& scene, std::uint32_t id) {
    base::expect(id < scene.info().objects, "there is no object with this number");
    return index::as_result([&] { return index::read_model(reader_of(scene), id); });
}

}  // namespace allide
