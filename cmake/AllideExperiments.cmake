# The experiments of `allide bench`: a static library, which may include private headers of src, and the program
# allide-bench, which links it. The command `allide` links neither; it starts the program.
set(folder ${PROJECT_SOURCE_DIR}/bench)
file(GLOB sources CONFIGURE_DEPENDS ${folder}/*.cpp ${folder}/support/*.cpp ${folder}/papers/*.cpp)
add_library(allide_bench STATIC ${sources})
allide_target_defaults(allide_bench)
set(made ${PROJECT_BINARY_DIR}/made)
add_custom_target(allide_commit BYPRODUCTS ${made}/allide_commit.hpp
    COMMAND ${CMAKE_COMMAND} -DSOURCE=${PROJECT_SOURCE_DIR} -DHEADER=${made}/allide_commit.hpp
        -P ${PROJECT_SOURCE_DIR}/cmake/AllideCommit.cmake)
add_dependencies(allide_bench allide_commit)
# Other targets write #include <bench/experiments.hpp>. The library's own files include each other as "support/…" and
# "papers/…".
target_include_directories(allide_bench PRIVATE ${folder} ${PROJECT_SOURCE_DIR}/src ${made}
    INTERFACE ${PROJECT_SOURCE_DIR} ${folder})
target_link_libraries(allide_bench PUBLIC allide_internals PRIVATE Eigen3::Eigen ${ALLIDE_FMT} hwy::hwy)

# libccd's GJK is compared with the separating-axis test.
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

option(ALLIDE_INSTALL_BENCH "Install the program allide-bench" OFF)
if(ALLIDE_BUILD_APPS)
    add_executable(allide_bench_program ${folder}/program/main.cpp)
    allide_target_defaults(allide_bench_program)
    target_link_libraries(allide_bench_program PRIVATE allide_bench allide_command)
    set_target_properties(allide_bench_program PROPERTIES OUTPUT_NAME allide-bench
        RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/bin)
    if(ALLIDE_INSTALL AND ALLIDE_INSTALL_BENCH)
        install(TARGETS allide_bench_program)
    endif()
endif()
