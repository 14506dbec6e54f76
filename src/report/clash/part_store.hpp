// The parts of an assembly and where their models are: in a Scene in memory, or in an index on disk.
#pragma once

#include <allide/index.hpp>
#include <allide/report.hpp>
#include <allide/scene.hpp>

#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace allide::detail::report {

// The part of each object, by object number.
std::vector<std::uint32_t> part_numbers(const std::vector<ObjectId>& objects);

// The unit of length and the vertical direction that a file states.
struct FileFrame {
    std::string file = {};
    std::string unit = {};        // empty: the file does not say
    std::optional<Vec3> up = {};  // empty: the file does not say
};

class PartStore {
  public:
    std::vector<FileFrame> frames = {};   // one per file that was read
    std::vector<std::string> files = {};  // the inputs, also those that could not be read
    std::vector<AssemblyPart> parts = {};
    std::vector<UnreadableInput> unreadable = {};
    std::vector<UnreadableInput> without_geometry = {};
    std::vector<std::string> warnings = {};
    bool nodes_are_in_files = false;  // AssemblyPart::node is not final: find_nodes() sets it
    std::mutex searching = {};        // to be held while searching for clashes or changing the parts

    // Takes the scene over; `objects` are its objects in the order of the parts.
    void keep(Scene scene, std::vector<ObjectId> objects);
    // Takes the index over; each of its objects has the number of its part.
    void keep(Index index, std::uint64_t memory_limit);

    // Parameters of a search for clashes. Pairs are given by part numbers. Callbacks may be called from any
    // thread.
    struct Question {
        double largest_limit = 0;
        unsigned threads = 0;
        std::function<std::optional<ClashLimits>(std::uint32_t, std::uint32_t)> limits;  // empty: ignored
        std::function<bool(std::uint32_t, std::uint32_t)> is_known;  // true: the pair need not be tested
        std::function<bool(std::size_t, std::size_t)> progress;
    };
    // All clashes, with part numbers as object numbers. Precondition: the caller holds `searching`.
    Result<Clashes> clashes(const Question& question);

    // Null if the models are in an index.
    const Scene* scene() const { return scene_ ? &*scene_ : nullptr; }
    const std::vector<ObjectId>& objects() const { return objects_; }
    // Null if the models are in a Scene.
    const Index* index() const { return index_ ? &*index_ : nullptr; }
    Result<Model> model_in_index(std::uint32_t part) const { return model_of(*index_, part); }

  private:
    Clashes clashes_in_scene(const Question& question, const ClashOptions& options);

    std::optional<Scene> scene_;
    std::vector<ObjectId> objects_;            // one per part
    std::vector<std::uint32_t> part_numbers_;  // part number per object number
    std::optional<Index> index_;
    std::uint64_t memory_limit_ = 0;
};

}  // namespace allide::detail::report
