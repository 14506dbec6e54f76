#include "gpu/batches.hpp"

#include "base/float_environment.hpp"
#include "base/precondition.hpp"
#include "kernel/triangle/triangle_pair.hpp"
#include "model/model_data.hpp"
#include "query/collide/parallel_batch.hpp"
#include "query/collide/query_memory.hpp"

#include <algorithm>
#include <cmath>

namespace allide::gpu {
namespace {

constexpr std::size_t poses_at_once = std::size_t{1} << 21;  // their matrices take 192 MiB
constexpr std::size_t contact_poses_at_once = std::size_t{1} << 17;

// The options without the progress callback, which the caller calls per chunk.
BatchOptions quiet(const BatchOptions& options) {
    return {.threads = options.threads};
}

// Calls write(i), in parallel, for each pose i whose answer the kernels left to the CPU.
template <typename Write>
void answer_left_poses(const std::vector<std::uint8_t>& answers, const BatchOptions& options, CpuShare* share,
                       const Write& write) {
    std::vector<std::uint32_t> left;
    for (std::uint32_t i = 0; i < answers.size(); ++i)
        if (answers[i] != answer_no && answers[i] != answer_yes) left.push_back(i);
    if (share != nullptr) share->poses += left.size();
    query::answer_in_parallel<char>(left.size(), quiet(options), [&](std::size_t i) {
        write(left[i]);
        return char{};
    });
}

// Returns the entries whose triangles touch, decided exactly. Entries for which `wanted` returns false are
// left out.
template <typename Wanted>
std::vector<PairEntry> touching(std::vector<PairEntry> entries, const Placed& a, const Model& b,
                                std::span<const Pose> poses, const BatchOptions& options, CpuShare* share,
                                const Wanted& wanted) {
    std::erase_if(entries, [&](const PairEntry& entry) { return !wanted(entry); });
    if (share != nullptr) share->triangle_pairs += entries.size();
    const auto touch = query::answer_in_parallel<char>(entries.size(), quiet(options), [&](std::size_t i) {
        const base::DefaultFloatEnvironment environment;
        const PairEntry& entry = entries[i];
        kernel::PairCounters counters;
        return static_cast<char>(kernel::PairTester(a.pose(), poses[entry.pose])
                                     .touch(data_of(a).mesh.corners(entry.triangle_a),
                                            b.mesh().corners(entry.triangle_b), counters));
    });
    std::vector<PairEntry> found;
    for (std::size_t i = 0; i < entries.size(); ++i)
        if (touch[i] != 0) found.push_back(entries[i]);
    return found;
}

// Calls work(chunk, first) for consecutive parts of the poses, and reports progress after each.
template <typename Work>
void in_chunks(std::span<const Pose> poses, std::size_t size, const BatchOptions& options, const Work& work) {
    for (std::size_t first = 0; first < poses.size(); first += size) {
        const auto chunk = poses.subspan(first, std::min(size, poses.size() - first));
        work(chunk, first);
        if (options.progress) options.progress(first + chunk.size());
    }
}

}  // namespace

std::vector<bool> collides_many(const std::shared_ptr<Workspace>& workspace, const Placed& a, const Model& b,
                                std::span<const Pose> poses, const BatchOptions& options,
                                const Tuning& tuning, CpuShare* share) {
    const auto pair = PlacedPair::make(workspace, a, b);
    if (pair) pair->tuning() = tuning;
    std::vector<bool> touches(poses.size());
    in_chunks(poses, poses_at_once, options, [&](std::span<const Pose> chunk, std::size_t first) {
        TouchAnswers found;
        if (pair)
            found = pair->touch(pair->upload(chunk));
        else
            found.answers.assign(chunk.size(), answer_left);
        for (const PairEntry& entry :
             touching(std::move(found.undecided), a, b, chunk, options, share,
                      [&](const PairEntry& e) { return found.answers[e.pose] == answer_no; }))
            found.answers[entry.pose] = answer_yes;
        auto final = found.answers;
        answer_left_poses(found.answers, options, share, [&](std::size_t i) {
            final[i] = collides(a, b.at(chunk[i])) ? answer_yes : answer_no;
        });
        for (std::size_t i = 0; i < chunk.size(); ++i) touches[first + i] = final[i] == answer_yes;
    });
    return touches;
}

std::vector<Contacts> contacts_many(const std::shared_ptr<Workspace>& workspace, const Placed& a,
                                    const Model& b, std::span<const Pose> poses, const ContactOptions& each,
                                    const BatchOptions& options, CpuShare* share) {
    const auto pair = PlacedPair::make(workspace, a, b);
    std::vector<Contacts> all(poses.size());
    in_chunks(poses, contact_poses_at_once, options, [&](std::span<const Pose> chunk, std::size_t first) {
        ContactAnswers found;
        if (pair)
            found = pair->contacts(pair->upload(chunk));
        else
            found.answers.assign(chunk.size(), answer_left);
        const auto decided = [&](const PairEntry& e) { return found.answers[e.pose] <= answer_yes; };
        const auto add = [&](const std::vector<PairEntry>& entries) {
            for (const PairEntry& entry : entries)
                if (decided(entry))
                    all[first + entry.pose].pairs.push_back({entry.triangle_a, entry.triangle_b});
        };
        add(found.contacts);
        add(touching(std::move(found.undecided), a, b, chunk, options, share, decided));
        query::answer_in_parallel<char>(chunk.size(), quiet(options), [&](std::size_t i) {
            Contacts& contacts = all[first + i];
            std::sort(contacts.pairs.begin(), contacts.pairs.end());
            if (contacts.pairs.size() >= each.limit) {
                contacts.pairs.resize(each.limit);
                contacts.complete = false;
            }
            return char{};
        });
        answer_left_poses(found.answers, options, share,
                          [&](std::size_t i) { all[first + i] = allide::contacts(a, b.at(chunk[i]), each); });
    });
    return all;
}

std::vector<Distance> distance_many(const std::shared_ptr<Workspace>& workspace, const Placed& a,
                                    const Model& b, std::span<const Pose> poses, const DistanceOptions& each,
                                    const BatchOptions& options, CpuShare* share) {
    base::expect(each.gap >= 1e-12 && each.gap <= 0.5,
                 "the gap of a distance's bounds must be from 1e-12 to 0.5");
    const auto pair = PlacedPair::make(workspace, a, b);
    std::vector<Distance> all(poses.size());
    in_chunks(poses, poses_at_once, options, [&](std::span<const Pose> chunk, std::size_t first) {
        DistanceAnswers found;
        if (pair)
            found = pair->distances(pair->upload(chunk));
        else
            found.answers.assign(chunk.size(), answer_left);
        answer_left_poses(found.answers, options, share,
                          [&](std::size_t i) { all[first + i] = distance(a, b.at(chunk[i]), each); });
        // The CPU narrows the bounds. Its search starts with the distance of the pair that the kernels found
        // and can discard nearly everything else.
        query::answer_in_parallel<char>(chunk.size(), quiet(options), [&](std::size_t i) {
            if (found.answers[i] != answer_no) return char{};
            const DistanceEntry& entry = found.distances[i];
            QueryCache cache;
            memory_of(cache).last_closest = Contact{entry.triangle_a, entry.triangle_b};
            all[first + i] = distance(a, b.at(chunk[i]), cache, each);
            return char{};
        });
    });
    return all;
}

std::vector<bool> distance_within_many(const std::shared_ptr<Workspace>& workspace, const Placed& a,
                                       const Model& b, std::span<const Pose> poses, double limit,
                                       const CollideOptions& each, const BatchOptions& options,
                                       CpuShare* share) {
    base::expect(limit >= 0 && std::isfinite(limit),
                 "the limit of a distance must be finite and not negative");
    const auto pair = PlacedPair::make(workspace, a, b);
    std::vector<bool> within(poses.size());
    in_chunks(poses, poses_at_once, options, [&](std::span<const Pose> chunk, std::size_t first) {
        auto answers = pair ? pair->within(pair->upload(chunk), limit)
                            : std::vector<std::uint8_t>(chunk.size(), answer_left);
        auto final = answers;
        answer_left_poses(answers, options, share, [&](std::size_t i) {
            final[i] = distance_within(a, b.at(chunk[i]), limit, each).within ? answer_yes : answer_no;
        });
        for (std::size_t i = 0; i < chunk.size(); ++i) within[first + i] = final[i] == answer_yes;
    });
    return within;
}

}  // namespace allide::gpu
