// A mesh with its tree, where the test is sure that both are good.
#pragma once

#include <allide/model.hpp>

namespace allide::test {

inline Model model_of(const Mesh& mesh, Volume volume = Volume::automatic) {
    return Model::build(mesh, {.volume = volume}).value();
}

}  // namespace allide::test
