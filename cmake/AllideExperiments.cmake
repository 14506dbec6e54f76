# What `allide bench` runs: a library of its own, which looks inside the rooms and which the command links.
set(folder ${PROJECT_SOURCE_DIR}/bench)
file(GLOB sources CONFIGURE_DEPENDS ${folder}/*.cpp ${folder}/support/*.cpp ${folder}/papers/*.cpp)
add_library(allide_bench STATIC ${sources})
allide_target_defaults(allide_bench)
set(made ${PROJECT_BINARY_DIR}/made)
add_custom_target(allide_commit BYPRODUCTS ${made}/allide_commit.hpp
    COMMAND ${CMAKE_COMMAND} -DSOURCE=${PROJECT_SOURCE_DIR} -DHEADER=${made}/allide_commit.hpp
        -P ${PROJECT_SOURCE_DIR}/cmake/AllideCommit.cmake)
add_dependencies(allide_bench allide_commit)
# Users write <bench/experiments.hpp>, the library itself "support/…" and "papers/…".
target_include_directories(allide_bench PRIVATE ${folder} ${PROJECT_SOURCE_DIR}/src ${made}
    INTERFACE ${PROJECT_SOURCE_DIR} ${folder})
target_link_libraries(allide_bench PUBLIC allide_internals PRIVATE Eigen3::Eigen fmt::fmt hwy::hwy)

# A rival of the separating-axis test.
find_library(ALLIDE_LIBCCD ccd)
find_path(ALLIDE_LIBCCD_HEADERS ccd/ccd.h)
if(ALLIDE_LIBCCD AND ALLIDE_LIBCCD_HEADERS)
    target_link_libraries(allide_bench PRIVATE ${ALLIDE_LIBCCD})
    target_compile_definitions(allide_bench PRIVATE ALLIDE_BENCH_LIBCCD)
else()
    message(STATUS "allide bench runs without GJK: libccd (libccd-dev) is not installed")
endif()

allide_unity(allide_bench)
allide_precompile(allide_bench <algorithm> <array> <cmath> <cstdint> <functional> <map> <optional> <string> <vector> <fmt/format.h>
    <allide/allide.hpp>)
if(ALLIDE_BUILD_PEERS)
    include(AllidePeers)
endif()
