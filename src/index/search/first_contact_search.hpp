// Finds the first contact of a moving object with any object of an index, in the four steps of docs/index.md.
// Leaves and objects wait in a priority queue, ordered by the earliest time at which they may be met; a leaf,
// or an object's triangles, is read only when it reaches the front.
#pragma once

#include "index/search/candidate_leaves.hpp"
#include "index/search/verdict.hpp"

#include <allide/index.hpp>

#include <cstdint>
#include <queue>
#include <tuple>
#include <vector>

namespace allide::index {

class FirstContactSearch {
  public:
    FirstContactSearch(const Moving& mover, const Reader& reader, const IndexPredictOptions& options);

    IndexPrediction run();
    // Contact intervals with all objects that pass the third step.
    ContactIntervals intervals();
    std::vector<IndexedObject> objects_met();

  private:
    // The step that an entry waits for. At equal times, later steps go first, so that few leaves are opened.
    enum class Next : std::uint8_t { triangles, polyhedron, leaf };
    struct Waiting {
        double time;
        Next next;
        std::uint32_t number;                                        // index in leaves_ or objects_
        friend bool operator<(const Waiting& x, const Waiting& y) {  // the earliest is taken first
            return std::tie(x.time, x.next, x.number) > std::tie(y.time, y.next, y.number);
        }
    };
    struct CandidateObject {
        std::uint32_t leaf;    // index in leaves_
        std::uint32_t number;  // index of the object in its leaf
        std::uint32_t id;
        TimeSpans spans;
    };

    void start();
    void open_leaf(std::uint32_t candidate);
    bool passes_polyhedron(CandidateObject& object);
    void predict_object(const CandidateObject& object);
    void meet_all();
    void meet_any();
    void wait(const TimeSpans& spans, Next next, std::uint32_t number);
    // Counts an object of the leaf that passed this step (1 to 4).
    void reached(std::uint32_t leaf, std::size_t step);
    IndexSearch costs() const;

    const Moving& mover_;
    const Reader& reader_;
    const IndexPredictOptions& options_;
    Sweep sweep_;
    ReadCount count_;
    std::vector<CandidateLeaf> leaves_;
    std::vector<std::size_t> steps_of_leaf_;
    std::array<std::uint64_t, 4> objects_after_step_ = {};
    std::vector<CandidateObject> objects_;
    std::priority_queue<Waiting> waiting_;
    SceneVerdict verdict_;
    std::optional<IndexedObject> first_;
};

}  // namespace allide::index
