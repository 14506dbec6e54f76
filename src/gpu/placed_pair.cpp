#include "gpu/placed_pair.hpp"

#include "gpu/rounding.hpp"
#include "kernel/pose/rigidity.hpp"
#include "model/model_data.hpp"

#include <allide/extra/batches.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

namespace allide::gpu {
namespace {

// Indices of the kernels' counters.
enum : std::size_t {
    open_count,
    next_pose,
    filtered_count,
    hard_count,
    next_hard,
    hardest_count,
    next_hardest,
    in_float_count,
    undecided_count,
    contact_count,
    counter_total
};

// The inverse of A's matrix, computed by the same operations as in kernel::RelativePose.
std::array<double, 9> inverse_of(const std::array<double, 12>& m) {
    const bool turned = !(m[0] == 1 && m[1] == 0 && m[2] == 0 && m[4] == 0 && m[5] == 1 && m[6] == 0 &&
                          m[8] == 0 && m[9] == 0 && m[10] == 1);
    if (!turned) return {1, 0, 0, 0, 1, 0, 0, 0, 1};
    const double det = kernel::determinant(m);
    return {(m[5] * m[10] - m[6] * m[9]) / det, (m[2] * m[9] - m[1] * m[10]) / det,
            (m[1] * m[6] - m[2] * m[5]) / det,  (m[6] * m[8] - m[4] * m[10]) / det,
            (m[0] * m[10] - m[2] * m[8]) / det, (m[2] * m[4] - m[0] * m[6]) / det,
            (m[4] * m[9] - m[5] * m[8]) / det,  (m[1] * m[8] - m[0] * m[9]) / det,
            (m[0] * m[5] - m[1] * m[4]) / det};
}

}  // namespace

void refuse_memory(const Machine& machine, std::size_t bytes) {
    throw DeviceError(machine.name() + " has " + std::to_string(machine.free_bytes()) +
                      " bytes of free memory; the query needs " + std::to_string(bytes) + " more");
}

MeshOnMachine::MeshOnMachine(std::shared_ptr<Machine> machine, const MeshTables& tables)
    : machine_(std::move(machine)),
      nodes_(*machine_, std::span<const Node>(tables.nodes)),
      triangles_(*machine_, std::span<const TriangleRecord>(tables.triangles)),
      numbers_(*machine_, std::span<const std::uint32_t>(tables.numbers)),
      grid_(*machine_, std::span<const std::uint32_t>(tables.grid_words)),
      vertices_(*machine_, std::span<const double>(tables.vertices)),
      probes_(*machine_, std::span<const Probe>(tables.probes)),
      view_(tables.view),
      closed_(tables.closed),
      connected_(tables.connected),
      bytes_(tables.bytes()) {
    view_.nodes = nodes_.data();
    view_.triangles = triangles_.data();
    view_.numbers = numbers_.data();
    view_.vertices = vertices_.data();
    view_.probes = probes_.data();
    view_.grid.words = grid_.data();
}

std::shared_ptr<const MeshOnMachine> Workspace::mesh(const Model& model, int exponent) {
    const std::uint64_t shape = data_of(model).number.value();
    auto found = std::ranges::find_if(
        cached, [&](const CachedMesh& k) { return k.shape == shape && k.exponent == exponent; });
    if (found == cached.end()) {
        auto built = std::make_shared<const MeshOnMachine>(machine, build_tables(model, exponent));
        cached.push_back({shape, exponent, std::move(built)});
        found = cached.end() - 1;
    }
    std::rotate(cached.begin(), found, found + 1);
    if (cached.size() > most_cached) cached.pop_back();
    return cached.front().mesh;
}

std::unique_ptr<PlacedPair> PlacedPair::make(const std::shared_ptr<Workspace>& workspace, const Placed& a,
                                             const Model& b) {
    const Model model_a = detail::ModelAccess::borrow(data_of(a));
    const auto size_a = size_exponent(model_a), size_b = size_exponent(b);
    if (!size_a || !size_b) return nullptr;
    // If one mesh is more than 2³⁰ times as large as the other, floats scaled to the larger one cannot
    // describe the smaller.
    if (std::abs(*size_a - *size_b) > 30) return nullptr;
    const int exponent = std::max(*size_a, *size_b);
    return std::unique_ptr<PlacedPair>(new PlacedPair(workspace, workspace->mesh(model_a, exponent),
                                                      workspace->mesh(b, exponent), a.pose(), exponent));
}

PlacedPair::PlacedPair(const std::shared_ptr<Workspace>& workspace, std::shared_ptr<const MeshOnMachine> a,
                       std::shared_ptr<const MeshOnMachine> b, const Pose& pose, int exponent)
    : workspace_(workspace),
      machine_(workspace->machine.get()),
      a_(std::move(a)),
      b_(std::move(b)),
      view_{},
      length_per_unit_(std::ldexp(1.0, exponent)) {
    const auto& m = pose.matrix();
    view_.a = a_->view();
    view_.b = b_->view();
    std::ranges::copy(inverse_of(m), view_.inverse);
    view_.position[0] = m[3], view_.position[1] = m[7], view_.position[2] = m[11];
    view_.deviation = kernel::deviation_from_orthonormal(m) + 0x1p-49;
    view_.scale = std::ldexp(1.0, -exponent);
    view_.reach = (view_.a.radius + view_.b.radius) * (1 + 0x1p-20f);
    view_.probes_decide = a_->closed() && b_->connected() && view_.a.grid.words != nullptr ? 1 : 0;
    workspace_->counters.reserve(*machine_, counter_total);
}

PairView PlacedPair::at_any_distance() const {
    PairView view = view_;
    view.probes_decide = 0;
    view.reach = std::numeric_limits<float>::max();
    return view;
}

PairList PlacedPair::undecided_in_float() const {
    return {workspace_->undecided_in_float.data(), workspace_->counters.data() + in_float_count,
            static_cast<std::uint32_t>(workspace_->undecided_in_float.size())};
}
PairList PlacedPair::undecided_list() const {
    return {workspace_->undecided.data(), workspace_->counters.data() + undecided_count,
            static_cast<std::uint32_t>(workspace_->undecided.size())};
}
void PlacedPair::recheck(const PosesView& poses, std::uint8_t* answers, const PairList& contacts) {
    machine_->run(RecheckJob{view_, poses, undecided_in_float(), answers, undecided_list(), contacts});
}
PairList PlacedPair::contact_list() const {
    return {workspace_->contacts.data(), workspace_->counters.data() + contact_count,
            static_cast<std::uint32_t>(workspace_->contacts.size())};
}

std::vector<PairEntry> PlacedPair::downloaded(const PairList& list) const {
    std::uint32_t count = 0;
    machine_->download(&count, list.count, sizeof count);
    std::vector<PairEntry> entries(std::min(count, list.capacity));
    if (!entries.empty())
        machine_->download(entries.data(), list.entries, entries.size() * sizeof(PairEntry));
    return entries;
}

PosesView PlacedPair::upload(std::span<const Pose> poses) {
    static_assert(sizeof(Pose) == 12 * sizeof(double));
    workspace_->poses.reserve(*machine_, 12 * poses.size());
    if (!poses.empty()) machine_->upload(workspace_->poses.data(), poses.data(), poses.size_bytes());
    return {workspace_->poses.data(), 12, static_cast<std::uint32_t>(poses.size())};
}

void PlacedPair::filter(const PairView& view, const PosesView& poses, std::uint8_t* answers) {
    const bool in_two_passes = view.probes_decide != 0 && poses.count > tuning_.warp_per_pose;
    workspace_->open.reserve(*machine_, poses.count);
    if (in_two_passes) workspace_->filtered.reserve(*machine_, poses.count);
    workspace_->undecided_in_float.reserve(*machine_, std::size_t{65536} + poses.count / 4);
    // All pairs that were undecided in float have room.
    workspace_->undecided.reserve(*machine_, workspace_->undecided_in_float.size());
    machine_->fill(workspace_->counters.data(), 0, counter_total * sizeof(std::uint32_t));
    std::uint32_t *after_filter = workspace_->counters.data() + filtered_count,
                  *after_probes = workspace_->counters.data() + open_count;
    PreparedPose* open = workspace_->open.data();
    if (!in_two_passes) {
        machine_->run(PoseFilterJob{view, poses, view.probes_decide == 0 ? 0 : probe_count, answers, open,
                                    after_probes});
        return;
    }
    machine_->run(
        PoseFilterJob{view, poses, early_probes, answers, workspace_->filtered.data(), after_filter});
    machine_->run(
        ProbeJob{view, workspace_->filtered.data(), after_filter, poses.count, answers, open, after_probes});
}

void PlacedPair::decide(const PosesView& poses, std::uint8_t* answers) {
    std::uint32_t* counters = workspace_->counters.data();
    const PreparedPose* open = workspace_->open.data();
    GroupWalkJob group{.pair = view_,
                       .poses = poses,
                       .open = open,
                       .open_count = counters + open_count,
                       .hard = {},
                       .next = counters + next_pose,
                       .answers = answers,
                       .undecided = undecided_in_float(),
                       .contacts = {},
                       .aside = {},
                       .round_limit = tuning_.round_limit};
    if (poses.count <= tuning_.warp_per_pose) {
        machine_->run(group, Goal::touch, warp_width);
        recheck(poses, answers, {});
        return;
    }
    constexpr std::uint32_t hardest_room = GroupWalkMemory<hard_pose_lanes>::stack_room;
    const std::uint32_t hard_poses = poses.count / 16 + 1024, hardest_poses = poses.count / 256 + 1024;
    workspace_->hard.reserve(*machine_, std::size_t{hard_poses} * (lane_record_room + 1));
    workspace_->hardest.reserve(*machine_, std::size_t{hardest_poses} * (hardest_room + 1));
    const AsideList hard{workspace_->hard.data(), lane_record_room, counters + hard_count, hard_poses},
        hardest{workspace_->hardest.data(), hardest_room, counters + hardest_count, hardest_poses};
    machine_->run(PoseWalkJob{.pair = view_,
                              .poses = poses,
                              .open = open,
                              .open_count = counters + open_count,
                              .next = counters + next_pose,
                              .answers = answers,
                              .undecided = undecided_in_float(),
                              .aside = hard,
                              .step_limit = tuning_.step_limit});
    group.hard = hard;
    group.aside = hardest;
    group.next = counters + next_hard;
    machine_->run(group, Goal::touch, hard_pose_lanes);
    group.hard = hardest;
    group.aside = {};
    group.next = counters + next_hardest;
    machine_->run(group, Goal::touch, warp_width);
    recheck(poses, answers, {});
}

void PlacedPair::touch(const PosesView& poses, std::uint8_t* answers) {
    filter(view_, poses, answers);
    decide(poses, answers);
}

TouchAnswers PlacedPair::touch_answers(const std::uint8_t* answers, std::uint32_t count) {
    TouchAnswers found;
    found.answers.resize(count);
    if (count > 0) machine_->download(found.answers.data(), answers, count);
    found.undecided = downloaded(undecided_list());
    return found;
}

TouchAnswers PlacedPair::touch(const PosesView& poses) {
    workspace_->answers.reserve(*machine_, poses.count);
    touch(poses, workspace_->answers.data());
    return touch_answers(workspace_->answers.data(), poses.count);
}

std::uint32_t PlacedPair::run_contacts(const PosesView& poses, std::uint8_t* answers) {
    PairView without_probes = view_;
    without_probes.probes_decide = 0;
    workspace_->contacts.reserve(*machine_, std::size_t{1} << 20);
    std::uint32_t* counters = workspace_->counters.data();
    for (;;) {
        filter(without_probes, poses, answers);
        machine_->run(GroupWalkJob{.pair = view_,
                                   .poses = poses,
                                   .open = workspace_->open.data(),
                                   .open_count = counters + open_count,
                                   .hard = {},
                                   .next = counters + next_pose,
                                   .answers = answers,
                                   .undecided = undecided_in_float(),
                                   .contacts = contact_list(),
                                   .aside = {},
                                   .round_limit = 0},
                      Goal::contacts, warp_width);
        recheck(poses, answers, contact_list());
        std::uint32_t used = 0, undecided = 0;
        machine_->download(&used, counters + contact_count, sizeof used);
        machine_->download(&undecided, counters + in_float_count, sizeof undecided);
        if (used <= workspace_->contacts.size() && undecided <= workspace_->undecided_in_float.size())
            return used;
        if (used > workspace_->contacts.size())
            workspace_->contacts.reserve(*machine_, std::size_t{used} + used / 8);
        if (undecided > workspace_->undecided_in_float.size())
            workspace_->undecided_in_float.reserve(*machine_, std::size_t{undecided} + undecided / 8);
    }
}

ContactAnswers PlacedPair::contacts(const PosesView& poses) {
    workspace_->answers.reserve(*machine_, poses.count);
    run_contacts(poses, workspace_->answers.data());
    ContactAnswers found;
    static_cast<TouchAnswers&>(found) = touch_answers(workspace_->answers.data(), poses.count);
    found.contacts = downloaded(contact_list());
    std::erase_if(found.contacts, [](const PairEntry& entry) { return entry.pose == no_pose; });
    return found;
}

void PlacedPair::run_distances(const PosesView& poses, std::uint8_t* answers, DistanceEntry* distances) {
    filter(at_any_distance(), poses, answers);
    std::uint32_t* counters = workspace_->counters.data();
    machine_->run(DistanceJob{.pair = view_,
                              .poses = poses,
                              .open = workspace_->open.data(),
                              .open_count = counters + open_count,
                              .next = counters + next_pose,
                              .answers = answers,
                              .distances = distances,
                              .length_per_unit = length_per_unit_,
                              .limit_low = 0,
                              .limit_high = 0},
                  DistanceGoal::bounds);
}

DistanceAnswers PlacedPair::distances(const PosesView& poses) {
    workspace_->answers.reserve(*machine_, poses.count);
    workspace_->distances.reserve(*machine_, poses.count);
    run_distances(poses, workspace_->answers.data(), workspace_->distances.data());
    return {workspace_->answers.values(poses.count), workspace_->distances.values(poses.count)};
}

std::vector<std::uint8_t> PlacedPair::within(const PosesView& poses, double limit) {
    const double stretch = 2 * view_.deviation + 0x1p-20, scaled = limit * view_.scale;
    // Floats cannot represent such a limit, so the CPU answers. This is rare.
    if (!(scaled <= 0x1p30)) return std::vector<std::uint8_t>(poses.count, answer_left);
    workspace_->answers.reserve(*machine_, poses.count);
    filter(at_any_distance(), poses, workspace_->answers.data());
    std::uint32_t* counters = workspace_->counters.data();
    // Adding 2⁻⁴⁰ to limit_high keeps its square from underflowing if the limit is 0.
    machine_->run(DistanceJob{.pair = view_,
                              .poses = poses,
                              .open = workspace_->open.data(),
                              .open_count = counters + open_count,
                              .next = counters + next_pose,
                              .answers = workspace_->answers.data(),
                              .distances = nullptr,
                              .length_per_unit = length_per_unit_,
                              .limit_low = rounded_down(scaled * (1 - stretch)),
                              .limit_high = rounded_up(scaled * (1 + stretch) + 0x1p-40)},
                  DistanceGoal::within);
    return workspace_->answers.values(poses.count);
}

}  // namespace allide::gpu
