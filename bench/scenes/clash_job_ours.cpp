// The clash job with allide.
#include "scenes/box_world.hpp"
#include "scenes/clash_job.hpp"

#include <allide/scene.hpp>

namespace allide::bench {
namespace {

void find_touching(Scene& scene, unsigned threads, JobAnswer& answer) {
    for (const ObjectPair& pair : scene.colliding_pairs({.threads = threads}))
        answer.meeting.push_back(box_pair(pair.a.number, pair.b.number));
}

void find_contacts(Scene& scene, unsigned threads, JobAnswer& answer) {
    for (const ObjectContacts& pair : scene.contacts({.threads = threads})) {
        answer.contacts += pair.pairs.size();
        answer.meeting.push_back(box_pair(pair.a.number, pair.b.number));
    }
}

void find_clashes(Scene& scene, unsigned threads, JobAnswer& answer) {
    for (const Clash& clash : scene.clashes({.threads = threads})) {
        answer.contacts += clash.contacts;
        if (clash.contacts > 0) answer.meeting.push_back(box_pair(clash.a.number, clash.b.number));
    }
}

}  // namespace

JobAnswer our_clash_job(std::span<const Part> parts, JobDetail detail, unsigned threads) {
    Scene scene;
    // Trees are built only for parts that come near another part.
    for (const Part& part : parts) scene.add_mesh(part.mesh).value();
    JobAnswer answer;
    switch (detail) {
        case JobDetail::touch:
            find_touching(scene, threads, answer);
            break;
        case JobDetail::contacts:
            find_contacts(scene, threads, answer);
            break;
        case JobDetail::clashes:
            find_clashes(scene, threads, answer);
            break;
    }
    return answer;
}

}  // namespace allide::bench
