// Asks the kernels on a machine about two models, for many poses of the second one.
#pragma once

#include "gpu/machine.hpp"
#include "gpu/mesh_tables.hpp"

#include <allide/model.hpp>

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace allide::gpu {

// The tables of a mesh on a machine.
class MeshOnMachine {
  public:
    MeshOnMachine(std::shared_ptr<Machine> machine, const MeshTables& tables);

    const MeshView& view() const { return view_; }
    bool closed() const { return closed_; }
    bool connected() const { return connected_; }
    std::size_t bytes() const { return bytes_; }

  private:
    std::shared_ptr<Machine> machine_;  // declared first, so that it outlives the buffers
    Buffer<Node> nodes_;
    Buffer<TriangleRecord> triangles_;
    Buffer<std::uint32_t> numbers_, grid_;
    Buffer<double> vertices_;
    Buffer<Probe> probes_;
    MeshView view_;
    bool closed_, connected_;
    std::size_t bytes_;
};

// One answer per pose, and the pairs of triangles that the kernels could not decide. If a pose has the answer
// answer_no but also undecided pairs, it touches if and only if one of these pairs does.
struct TouchAnswers {
    std::vector<std::uint8_t> answers;
    std::vector<PairEntry> undecided;
};
struct ContactAnswers : TouchAnswers {
    std::vector<PairEntry> contacts;
};
struct DistanceAnswers {
    // answer_no: the bounds are in `distances`; answer_left: the CPU must answer
    std::vector<std::uint8_t> answers;
    std::vector<DistanceEntry> distances;
};

// Parameters that divide the work among kernels. The answers do not depend on them.
struct Tuning {
    // In batches of up to this many poses, a whole warp works on each pose.
    std::uint32_t warp_per_pose = 150'000;
    // After this many node pairs, a pose is put aside for the kernel in which several lanes share it.
    std::uint32_t step_limit = 100;
    // After this many rounds in that kernel, it is put aside again, for a whole warp.
    std::uint32_t round_limit = 32;
};

// Resources that are reused by consecutive queries: a machine, the tables of the most recently used models,
// and the lists of the kernels, which grow as needed.
struct Workspace {
    explicit Workspace(const std::shared_ptr<Machine>& on) : machine(on) {}
    // The tables of a model: cached by an earlier query, or built now.
    std::shared_ptr<const MeshOnMachine> mesh(const Model& model, int exponent);

    std::shared_ptr<Machine> machine;  // declared first, so that it outlives the buffers
    struct CachedMesh {
        std::uint64_t shape;  // ShapeNumber of the model
        int exponent;
        std::shared_ptr<const MeshOnMachine> mesh;
    };
    static constexpr std::size_t most_cached = 16;
    std::deque<CachedMesh> cached = {};  // most recently used first
    Buffer<std::uint32_t> counters = {};
    Buffer<PreparedPose> filtered = {}, open = {};
    Buffer<PairEntry> undecided_in_float = {}, undecided = {}, contacts = {};
    Buffer<NodeRefs> hard = {}, hardest = {};
    Buffer<std::uint8_t> answers = {};
    Buffer<DistanceEntry> distances = {};
    Buffer<double> poses = {};
};

// Answers queries about one pair of models. Must be used by one thread at a time.
class PlacedPair {
  public:
    // Null if the kernels cannot represent the models, so that the CPU must answer. `a` and `b` need not
    // outlive the call.
    static std::unique_ptr<PlacedPair> make(const std::shared_ptr<Workspace>& workspace, const Placed& a,
                                            const Model& b);

    // Copies poses to the machine. The view is valid until the next call.
    PosesView upload(std::span<const Pose> poses);

    // Starts the contact test of poses that are on the machine, and returns before it is done. `answers`, one
    // byte per pose, are on the machine too.
    void touch(const PosesView& poses, std::uint8_t* answers);
    // Waits for the last `touch` and downloads its answers and undecided pairs.
    TouchAnswers touch_answers(const std::uint8_t* answers, std::uint32_t count);
    // Starts the test, waits for it and downloads the answers.
    TouchAnswers touch(const PosesView& poses);
    // Lists all contacts. If they exceed the capacity of the list, repeats the work with a longer one.
    ContactAnswers contacts(const PosesView& poses);
    // Only the machine's part of `contacts`, for measurements. Returns the number of entries of the list that
    // it uses.
    std::uint32_t run_contacts(const PosesView& poses, std::uint8_t* answers);
    DistanceAnswers distances(const PosesView& poses);
    // Starts the machine's part of `distances`, and returns before it is done.
    void run_distances(const PosesView& poses, std::uint8_t* answers, DistanceEntry* distances);
    // Tests for each pose whether the distance is at most `limit`: answer_yes, answer_no, or answer_left.
    std::vector<std::uint8_t> within(const PosesView& poses, double limit);

    const PairView& view() const { return view_; }
    std::size_t bytes() const { return a_->bytes() + b_->bytes(); }
    Tuning& tuning() { return tuning_; }

  private:
    PlacedPair(const std::shared_ptr<Workspace>& workspace, std::shared_ptr<const MeshOnMachine> a,
               std::shared_ptr<const MeshOnMachine> b, const Pose& pose, int exponent);
    void filter(const PairView& view, const PosesView& poses, std::uint8_t* answers);
    void decide(const PosesView& poses, std::uint8_t* answers);
    PairView at_any_distance() const;
    PairList undecided_in_float() const;
    PairList undecided_list() const;
    void recheck(const PosesView& poses, std::uint8_t* answers, const PairList& contacts);
    PairList contact_list() const;
    std::vector<PairEntry> downloaded(const PairList& list) const;

    std::shared_ptr<Workspace> workspace_;
    Machine* machine_;
    std::shared_ptr<const MeshOnMachine> a_, b_;
    PairView view_;
    double length_per_unit_;
    Tuning tuning_;
};

}  // namespace allide::gpu
