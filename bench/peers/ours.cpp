#include "peers/builders.hpp"

namespace allide::bench {
namespace {

class Ours final : public Rival {
  public:
    Ours(const Mesh& a, const Mesh& b)
        : a_(Model::build(a).value()), b_(same_mesh(a, b) ? a_ : Model::build(b).value()) {}

    // The pair of triangles without a point, as the others are asked.
    bool touches(const Pose& pose) override {
        return !allide::contacts(a_.at_rest(), b_.at(pose), {.limit = 1}).empty();
    }
#ifdef ALLIDE_HAS_QUERY_CACHE
    bool still_touches(const Pose& pose) override {
        return collides(a_.at_rest(), b_.at(pose), cache_);
    }
#endif
    std::vector<Contact> contacts(const Pose& pose) override {
        return allide::contacts(a_.at_rest(), b_.at(pose)).pairs;
    }
    std::uint64_t tree_bytes() const override {
        return a_.tree().bytes;
    }

  private:
    Model a_, b_;
#ifdef ALLIDE_HAS_QUERY_CACHE
    QueryCache cache_;
#endif
};

}  // namespace

Held ours(const Mesh& a, const Mesh& b) {
    return std::make_unique<Ours>(a, b);
}

}  // namespace allide::bench
