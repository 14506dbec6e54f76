// A model whose vertices move. Its triangles stay; its tree follows the vertices in a fraction of the time
// that building it takes, and says when it has aged so much that building it anew pays.
#pragma once

#include <allide/model.hpp>

#include <cstddef>
#include <memory>
#include <span>

namespace allide {

// How well a tree that was divided for other positions suits the present ones.
struct TreeAge {
    // What a query is expected to cost, beside what it did when the tree was divided: 1 is as good as new.
    double cost = 1;
    // Queries may take more than twice the time that they would with a tree built anew.
    bool rebuild_suggested = false;
};

struct RefitOptions {
    unsigned threads = 0;  // at most so many; 0: one a core
};

// Owns its mesh and tree; for one thread at a time while it changes, for any number while it does not.
//
// Every query answers exactly as it would on a Model that is built of the same mesh.
class DeformableModel {
  public:
    // Fails as Model::build does. Only the default volume follows moving vertices, divided by the builders
    // `automatic`, `sah` or `median`; other options are refused.
    static Result<DeformableModel> build(const Mesh& mesh, const BuildOptions& options = {});

    DeformableModel(DeformableModel&&) noexcept;
    DeformableModel& operator=(DeformableModel&&) noexcept;
    DeformableModel(const DeformableModel&) = delete;
    DeformableModel& operator=(const DeformableModel&) = delete;
    ~DeformableModel();

    // Puts the vertices where they are now, in the order of the mesh's, and fits the tree to them. Fails, and
    // changes nothing, if there are more or fewer than the mesh has, or if one that a triangle uses is not
    // finite. The tree is the same for any number of threads.
    Result<TreeAge> move_vertices(std::span<const Vec3> positions, const RefitOptions& options = {});
    TreeAge age() const;

    // Divides all triangles anew; the tree is then as good as a new model's.
    void rebuild();
    // Divides anew only what has gone bad, and returns how many triangles that were: none, some or all.
    std::size_t rebuild_worst();

    // The model at a pose, to ask about. Good until vertices move, the tree is rebuilt, or the model is gone.
    Placed at(const Pose& pose) const&;
    Placed at_rest() const&;
    Placed at(const Pose& pose) const&& = delete;
    Placed at_rest() const&& = delete;

    // The vertices as they are now; a copy of it stays as it is when they move on.
    const Mesh& mesh() const;
    TreeInfo tree() const;
    // A model that stays as this one is now. Taking it costs nothing, but the next move makes a copy of all.
    Model snapshot() const;

  private:
    struct State;
    explicit DeformableModel(std::unique_ptr<State> state);
    std::unique_ptr<State> state_;
};

}  // namespace allide
