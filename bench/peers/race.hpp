// Two engines, one question, many poses: in turns, round after round.
#pragma once

#include "peers/bodies.hpp"
#include "peers/rival.hpp"

#include <optional>

namespace allide::bench {

// The processor's time for this process: what others do on a shared machine is not counted.
double cpu_seconds();

struct Budget {
    int rounds;
    double seconds;  // that the other engine may take in a round; it gets fewer poses if it needs more
};

struct Lap {
    std::vector<Pose> poses;      // the ones that both were asked about
    double ours = 0, theirs = 0;  // seconds a question, medians over the rounds
    double ratio = 0;             // theirs / ours, the median over the rounds
    double first_ratio = 0;       // the first round's
    int rounds = 0;
    std::uint64_t our_hash = 0, their_hash = 0;
    std::uint64_t contacts = 0;  // ours, over the poses; for all contacts only
    // Of the distances, the largest of all poses; where distances were asked for. Engines round differently.
    std::optional<double> difference = {};

    bool agrees() const { return difference ? *difference <= 1e-6 : our_hash == their_hash; }
};

// Throws Unfit if the other engine cannot answer.
Lap race(Rival& ours, Rival& theirs, const Scenario& scenario, const Budget& budget);

// Keeps the calling thread on the processor that it runs on, for as long as this lives.
class OnOneCore {
  public:
    OnOneCore();
    ~OnOneCore();
    OnOneCore(const OnOneCore&) = delete;
    OnOneCore& operator=(const OnOneCore&) = delete;

  private:
    std::vector<unsigned char> before_;
};

}  // namespace allide::bench
