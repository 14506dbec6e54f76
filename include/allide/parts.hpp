// The parts of a mesh as meshes and models of their own: what a scene is made of.
#pragma once

#include <allide/mesh.hpp>
#include <allide/model.hpp>

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace allide {

struct Part {
    std::string name = {};
    Mesh mesh = {};  // the part's triangles in their order, and the vertices that they use
    PartTraits traits = {};
};

// Every part that has triangles, in order.
std::vector<Part> parts_of(const Mesh& mesh);

// Tells apart parts whose triangles differ in the place of any corner, whatever their order: a number that is
// the same on every machine. −0 counts as 0.
std::uint64_t digest_of(const Mesh& mesh);

// A model of each part, over all cores; fails where Model::build does.
std::vector<Result<Model>> build_models(std::span<const Part> parts, unsigned threads = 0);

}  // namespace allide
