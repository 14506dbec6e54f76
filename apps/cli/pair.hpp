// What the verbs about two models have in common: the files, where they stand, and the engine.
#pragma once

#include "reading.hpp"

#include <allide/model.hpp>
#include <allide/query.hpp>

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace allide::cli {

// The words as given.
struct PairRequest {
    std::string file_a, file_b;
    std::optional<std::string> pose_a, pose_b, poses, volume, realign, builder;
    ReadingRequest reading;
    bool no_realign_cache = false, stats = false, json = false;
};

// The same, understood and checked.
struct PairTask {
    BuildOptions build;
    LoadOptions load;
    RealignCache realign_cache = RealignCache::on;
    Pose pose_a;
    std::vector<Pose> poses_b;
    bool numbered = false;  // the poses come from a file
};

// An option whose text is kept as it is.
CLI::Option* add_text(CLI::App& verb, const std::string& name, std::optional<std::string>& target,
                      const std::string& placeholder, const std::string& help);
// A, B, --pose-a and --pose-b; gives the last.
CLI::Option* add_two_models(CLI::App& verb, PairRequest& request);
// These, --json, and what chooses poses and the engine.
void add_pair_options(CLI::App& verb, PairRequest& request);
PairTask understand(const PairRequest& request);

Pose pose_or_identity(const std::optional<std::string>& text, std::string_view option);
// A file without triangles is refused.
Model load_side(const std::string& file, const BuildOptions& build = {}, const LoadOptions& load = {});

// Loads the models and answers each pose. `answer` gets the two placed models and the pose's number in the
// file, prints, and tells whether the two touch, or are as near as was asked for.
using AnswerPose =
    std::function<bool(const Placed& a, const Placed& b, std::optional<std::uint64_t> pose_number)>;
int answer_poses(const PairRequest& request, const PairTask& task, const AnswerPose& answer);

void print_answer(const std::string& text);

struct Timed {
    std::chrono::steady_clock::time_point start = std::chrono::steady_clock::now();
    double seconds() const {
        return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    }
};

}  // namespace allide::cli
