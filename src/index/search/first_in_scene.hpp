// The first contact of a mover with any object of an index, by all four steps. What waits for its next step
// waits in order of the earliest time at which it may matter; a leaf, an object's triangles are read only
// when it is their turn.
#pragma once

#include "index/search/leaves_met.hpp"
#include "index/search/verdict.hpp"

#include <allide/index.hpp>

#include <cstdint>
#include <queue>
#include <tuple>
#include <vector>

namespace allide::index {

class FirstInScene {
  public:
    FirstInScene(const Moving& mover, const Reader& reader, const IndexPredictOptions& options);

    IndexPrediction run();
    // Of every object that is left after the third step.
    ContactIntervals intervals();
    std::vector<IndexedObject> objects_met();

  private:
    // Which step is next; of equal times a later step goes first, so that few leaves are opened.
    enum class Next : std::uint8_t { triangles, polyhedron, leaf };
    struct Waiting {
        double time;
        Next next;
        std::uint32_t number;                                        // of the leaf met, or of the object
        friend bool operator<(const Waiting& x, const Waiting& y) {  // the earliest on top
            return std::tie(x.time, x.next, x.number) > std::tie(y.time, y.next, y.number);
        }
    };
    struct ObjectMet {
        std::uint32_t leaf_met;  // number in met_
        std::uint32_t number;    // in the leaf
        std::uint32_t id;
        TimeSpans spans;
    };

    void start();
    void open_leaf(std::uint32_t leaf_met);
    bool passes_polyhedron(ObjectMet& object);
    void predict_object(const ObjectMet& object);
    void meet_all();
    void meet_any();
    void wait(const TimeSpans& spans, Next next, std::uint32_t number);
    // A leaf has an object that is left after this step, from 1 to 4.
    void reached(std::uint32_t leaf_met, std::size_t step);
    IndexSearch costs() const;

    const Moving& mover_;
    const Reader& reader_;
    const IndexPredictOptions& options_;
    Sweep sweep_;
    ReadCount count_;
    std::vector<LeafMet> met_;
    std::vector<std::size_t> steps_of_leaf_;
    std::array<std::uint64_t, 4> objects_after_step_ = {};
    std::vector<ObjectMet> objects_;
    std::priority_queue<Waiting> waiting_;
    Verdict verdict_;
    std::optional<IndexedObject> first_;
};

}  // namespace allide::index
