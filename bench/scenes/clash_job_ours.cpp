// The clash job with allide: every clash with its kind, depth and contacts.
#include "scenes/box_world.hpp"
#include "scenes/clash_job.hpp"

#include <allide/scene.hpp>

namespace allide::bench {

JobAnswer our_clash_job(std::span<const Part> parts, unsigned threads) {
    Scene scene;
    for (const Result<Model>& model : build_models(parts, threads)) scene.add(model.value());
    const Clashes clashes = scene.clashes({.threads = threads});
    JobAnswer answer{.candidates = clashes.candidate_pairs};
    for (const Clash& clash : clashes)
        if (clash.contacts > 0) answer.meeting.push_back(box_pair(clash.a.number, clash.b.number));
    return answer;
}

}  // namespace allide::bench
