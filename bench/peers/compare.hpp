// Times two engines on the same queries. The engines alternate over several rounds.
#pragma once

#include "peers/bodies.hpp"
#include "peers/engine_adapter.hpp"

#include <optional>

namespace allide::bench {

// Processor time of this process; other work on a shared machine is not counted.
double cpu_seconds();

struct Budget {
    int rounds;
    double seconds;  // time limit of the other engine per round; poses are left out to meet it
};

struct Measurement {
    std::vector<Pose> poses;      // the poses that both engines answered
    double ours = 0, theirs = 0;  // seconds per query, medians over the rounds
    double ratio = 0;             // theirs / ours per round; the median over the rounds
    double first_ratio = 0;       // theirs / ours in the first round
    int rounds = 0;
    std::uint64_t our_hash = 0, their_hash = 0;
    std::uint64_t contacts = 0;  // contacts that allide found over all poses, if contacts were listed
    // For distance queries: the largest difference of the two engines' distances over all poses. Engines
    // round differently.
    std::optional<double> difference = {};

    bool agrees() const { return difference ? *difference <= 1e-6 : our_hash == their_hash; }
};

// Throws Unsupported if the other engine cannot answer.
Measurement compare(EngineAdapter& ours, EngineAdapter& theirs, const Scenario& scenario,
                    const Budget& budget);

// Pins the calling thread to its current processor during the lifetime of this object.
class PinnedToCore {
  public:
    PinnedToCore();
    ~PinnedToCore();
    PinnedToCore(const PinnedToCore&) = delete;
    PinnedToCore& operator=(const PinnedToCore&) = delete;

  private:
    std::vector<unsigned char> before_;
};

}  // namespace allide::bench
