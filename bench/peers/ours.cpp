#include "peers/builders.hpp"

namespace allide::bench {
namespace {

class Ours final : public EngineAdapter {
  public:
    Ours(const Mesh& a, const Mesh& b)
        : a_(Model::build(a).value()), b_(same_mesh(a, b) ? a_ : Model::build(b).value()) {}

    // Finds a touching pair of triangles without computing a contact point, like the other engines.
    bool touches(const Pose& pose) override { return any_contact(a_.at_rest(), b_.at(pose)).has_value(); }
    bool still_touches(const Pose& pose) override { return collides(a_.at_rest(), b_.at(pose), cache_); }
    std::vector<Contact> contacts(const Pose& pose) override {
        return allide::contacts(a_.at_rest(), b_.at(pose)).pairs;
    }
    bool measures() const override { return true; }
    double distance(const Pose& pose) override { return allide::distance(a_.at_rest(), b_.at(pose)).value; }
    std::uint64_t tree_bytes() const override { return a_.tree().bytes; }

  private:
    Model a_, b_;
    QueryCache cache_;
};

}  // namespace

AdapterPointer ours(const Mesh& a, const Mesh& b) {
    return std::make_unique<Ours>(a, b);
}

}  // namespace allide::bench
