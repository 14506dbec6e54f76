// Builds a model from a mesh that the test knows to be valid.
#pragma once

#include <allide/model.hpp>

namespace allide::test {

inline Model model_of(const Mesh& mesh, Volume volume = Volume::automatic) {
    return Model::build(mesh, {.volume = volume}).value();
}

}  // namespace allide::test
