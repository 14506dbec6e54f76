// Two models on a machine, and the kernels' answers about them for many poses of the second.
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
    std::shared_ptr<Machine> machine_;  // lives longer than the buffers
    Buffer<Node> nodes_;
    Buffer<TriangleRecord> triangles_;
    Buffer<std::uint32_t> numbers_, grid_;
    Buffer<double> vertices_;
    Buffer<float> probes_;
    MeshView view_;
    bool closed_, connected_;
    std::size_t bytes_;
};

// The part of a question that the kernels left: the answers so far, and pairs of triangles of poses whose
// answer is no that decide them.
struct TouchAnswers {
    std::vector<std::uint8_t> answers;
    std::vector<PairEntry> undecided;
};
struct ContactAnswers : TouchAnswers {
    std::vector<PairEntry> contacts;
};
struct DistanceAnswers {
    std::vector<std::uint8_t> answers;  // no: see `distances`; left: the CPU must answer
    std::vector<DistanceEntry> distances;
};

// How the kernels share work. The answers do not depend on it.
struct Tuning {
    // Up to this many poses a warp works on each pose.
    std::uint32_t warp_per_pose = 40'000;
    // Node pairs of a pose before several lanes share it.
    std::uint32_t step_limit = 100;
};

// What queries that run one after another share: a machine, the tables of the models that were used last, and
// the lists of the kernels, enlarged as needed.
struct Workspace {
    explicit Workspace(const std::shared_ptr<Machine>& on) : machine(on) {}
    // The tables of a model, built if they are not kept from an earlier query.
    std::shared_ptr<const MeshOnMachine> mesh(const Model& model, int exponent);

    std::shared_ptr<Machine> machine;  // lives longer than the buffers
    struct KeptMesh {
        std::uint64_t shape;  // its ShapeNumber
        int exponent;
        std::shared_ptr<const MeshOnMachine> mesh;
    };
    static constexpr std::size_t kept_at_most = 16;
    std::deque<KeptMesh> kept = {};  // the last used ones first
    Buffer<std::uint32_t> counters = {};
    Buffer<PreparedPose> open = {};
    Buffer<PairEntry> undecided = {}, contacts = {};
    Buffer<HardPose> hard = {};
    Buffer<std::uint8_t> answers = {};
    Buffer<DistanceEntry> distances = {};
    Buffer<double> poses = {};
};

// Answers questions about one pair of models. For one thread at a time.
class PlacedPair {
  public:
    // Null if the kernels cannot represent the models, so that the CPU must answer. `a` and `b` are not
    // needed afterwards.
    static std::unique_ptr<PlacedPair> make(const std::shared_ptr<Workspace>& workspace, const Placed& a,
                                            const Model& b);

    // Copies poses to the machine: valid until the next call.
    PosesView upload(std::span<const Pose> poses);

    // `poses` are on the machine. Answers stay there: one byte per pose. Runs asynchronously.
    void touch(const PosesView& poses, std::uint8_t* answers);
    // Downloads the answers of the last `touch`, and what was not decided. Waits for it.
    TouchAnswers touch_answers(const std::uint8_t* answers, std::uint32_t count);
    // Both.
    TouchAnswers touch(const PosesView& poses);
    // All contacts. Repeats the work with more memory if there are more than the list has room for.
    ContactAnswers contacts(const PosesView& poses);
    // The device's part of `contacts`, for measurements. Returns the number of places in the list that it
    // uses.
    std::uint32_t run_contacts(const PosesView& poses, std::uint8_t* answers);
    DistanceAnswers distances(const PosesView& poses);
    // The device's part of `distances`, asynchronously.
    void run_distances(const PosesView& poses, std::uint8_t* answers, DistanceEntry* distances);
    // Is the distance at most `limit`? Answers are yes, no and left.
    std::vector<std::uint8_t> within(const PosesView& poses, double limit);

    const PairView& view() const { return view_; }
    std::size_t bytes() const { return a_->bytes() + b_->bytes(); }
    Tuning& tuning() { return tuning_; }

  private:
    PlacedPair(const std::shared_ptr<Workspace>& workspace, std::shared_ptr<const MeshOnMachine> a,
               std::shared_ptr<const MeshOnMachine> b, const Pose& pose, int exponent);
    void look(const PairView& view, const PosesView& poses, std::uint8_t* answers);
    void decide(const PosesView& poses, std::uint8_t* answers);
    PairView at_any_distance() const;
    PairList undecided_list() const;
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
