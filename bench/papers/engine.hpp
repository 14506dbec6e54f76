// The engines that experiments compare, by the names of the command line.
#pragma once

#include <allide/model.hpp>
#include <allide/query.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace allide::bench {

struct Engine {
    std::string name;
    BuildOptions options;
};

// Throws a PreconditionError for an unknown name, so that an experiment never uses another engine instead.
Engine engine(std::string_view volume);
// The engine's name is, for example, "kdop14, zachmann"; a builder other than the default is added to it.
Engine engine(std::string_view volume, Realign realign, Builder builder = Builder::automatic);

// Returns the mesh scaled about the origin.
Mesh scaled(const Mesh& mesh, double scale);

}  // namespace allide::bench
