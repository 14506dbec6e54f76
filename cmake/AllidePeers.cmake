# The engines that `allide bench peers` compares with allide. Each is linked if its package is installed.
set(peers ${PROJECT_SOURCE_DIR}/bench/peers)
add_library(allide_peers OBJECT)
allide_target_defaults(allide_peers)
target_include_directories(allide_peers PRIVATE ${PROJECT_SOURCE_DIR}/bench)
target_link_libraries(allide_peers PRIVATE allide_internals Eigen3::Eigen ${ALLIDE_FMT})
foreach(source bodies compare dispute engines limits ours peers probes results simulators summary shapes body_scene_ours)
    target_sources(allide_peers PRIVATE ${peers}/${source}.cpp)
endforeach()
# Whole scenes (allide bench clash) use the library's random number generator.
target_include_directories(allide_peers PRIVATE ${PROJECT_SOURCE_DIR}/src)
set(scenes ${PROJECT_SOURCE_DIR}/bench/scenes)
target_sources(allide_peers PRIVATE ${scenes}/scenes.cpp ${scenes}/moving_boxes.cpp ${scenes}/box_world_ours.cpp)

# Finds a header and libraries. If all exist, adds the sources and a definition for them.
function(allide_peer name header libraries)
    cmake_parse_arguments(PEER "" "" "SOURCES;SUBFOLDER" ${ARGN})
    find_path(ALLIDE_${name}_HEADERS ${header} PATH_SUFFIXES ${PEER_SUBFOLDER})
    set(found ${ALLIDE_${name}_HEADERS})
    set(to_link "")
    foreach(library ${libraries})
        find_library(ALLIDE_${name}_${library} ${library})
        list(APPEND to_link ${ALLIDE_${name}_${library}})
        if(NOT ALLIDE_${name}_${library})
            set(found FALSE)
        endif()
    endforeach()
    if(NOT found)
        message(STATUS "allide bench peers runs without ${name}: its package is not installed")
        return()
    endif()
    list(TRANSFORM PEER_SOURCES PREPEND ${peers}/)
    target_sources(allide_peers PRIVATE ${PEER_SOURCES})
    target_include_directories(allide_peers SYSTEM PRIVATE ${ALLIDE_${name}_HEADERS})
    target_link_libraries(allide_peers PUBLIC ${to_link})
    target_compile_definitions(allide_peers PRIVATE ALLIDE_PEER_${name})
    set_source_files_properties(${PROJECT_SOURCE_DIR}/bench/experiments.cpp PROPERTIES
        COMPILE_DEFINITIONS ALLIDE_BENCH_PEERS)
endfunction()

allide_peer(FCL fcl/fcl.h "fcl;ccd;octomap;octomath" SOURCES body_scene_fcl.cpp fcl_debian.cpp fcl_native.cpp convex_fcl.cpp ../scenes/box_world_fcl.cpp
    ../scenes/clash_job_fcl.cpp ../scenes/clash_job_ours.cpp ../scenes/clash_jobs.cpp)
allide_peer(BULLET BulletCollision/Gimpact/btGImpactShape.h "BulletCollision;LinearMath" SUBFOLDER bullet
    SOURCES body_scene_bullet.cpp bullet.cpp convex_bullet.cpp ../scenes/box_world_bullet.cpp)
allide_peer(ODE ode/ode.h "ode" SOURCES ode.cpp)
allide_peer(CGAL CGAL/Rigid_triangle_mesh_collision_detection.h "mpfr;gmp" SOURCES cgal.cpp cgal_closest.cpp cgal_side.cpp)
allide_peer(EMBREE embree3/rtcore.h "embree3" SOURCES embree.cpp)
allide_peer(LIBCCD ccd/ccd.h "ccd" SOURCES libccd.cpp)

# These engines appear in the tables of paper 003.
set(convex_peers "")
if(ALLIDE_FCL_fcl AND ALLIDE_FCL_HEADERS)
    list(APPEND convex_peers ALLIDE_BENCH_CONVEX_FCL)
endif()
if(ALLIDE_BULLET_BulletCollision AND ALLIDE_BULLET_HEADERS)
    list(APPEND convex_peers ALLIDE_BENCH_CONVEX_BULLET)
endif()
set_source_files_properties(${PROJECT_SOURCE_DIR}/bench/papers/convex_peers.cpp PROPERTIES
    COMPILE_DEFINITIONS "${convex_peers}")

# FCL copies contacts whose points were not computed, about which g++ warns.
set(quiet $<$<CXX_COMPILER_ID:GNU>:-Wno-maybe-uninitialized>)
# FCL compiled for the best speed on this machine, with contraction. Eigen chooses its alignment by the instruction
# set, so this file's Eigen must not be merged with that of other files.
set_source_files_properties(${peers}/fcl_native.cpp PROPERTIES
    COMPILE_OPTIONS "-O3;-march=native;-ffp-contract=fast;${quiet}" COMPILE_DEFINITIONS "Eigen=Eigen_native")
set_source_files_properties(${peers}/fcl_debian.cpp ${peers}/convex_fcl.cpp PROPERTIES COMPILE_OPTIONS "${quiet}")
# CGAL's intervals change the rounding mode.
set_source_files_properties(${peers}/cgal.cpp PROPERTIES COMPILE_OPTIONS "-frounding-math")

# The comparison of motions needs FCL.
get_target_property(peer_sources allide_peers SOURCES)
if(${peers}/fcl_debian.cpp IN_LIST peer_sources)
    target_sources(allide_peers PRIVATE ${peers}/motion.cpp ${peers}/motion_cases.cpp ${peers}/fcl_motion.cpp)
    target_include_directories(allide_peers PRIVATE ${PROJECT_SOURCE_DIR}/src)
    set_property(SOURCE ${PROJECT_SOURCE_DIR}/bench/experiments.cpp APPEND PROPERTY COMPILE_DEFINITIONS ALLIDE_BENCH_MOTION)
    set_source_files_properties(${peers}/fcl_motion.cpp PROPERTIES COMPILE_OPTIONS "${quiet}")
    if(${peers}/bullet.cpp IN_LIST peer_sources)
        target_sources(allide_peers PRIVATE ${peers}/bullet_motion.cpp)
    endif()
endif()

target_link_libraries(allide_bench PRIVATE allide_peers)

# bench_torture asks the same engines the cases of `allide torture` (docs/torture.md). Their headers give warnings.
set(torture ${PROJECT_SOURCE_DIR}/bench/torture)
add_executable(bench_torture ${torture}/main.cpp ${torture}/ours.cpp)
allide_target_defaults(bench_torture)
target_include_directories(bench_torture PRIVATE ${PROJECT_SOURCE_DIR}/bench)
target_link_libraries(bench_torture PRIVATE allide nlohmann_json::nlohmann_json Eigen3::Eigen)
set_target_properties(bench_torture PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/bin)
function(allide_torture_engine name libraries)
    if(NOT ALLIDE_${name}_HEADERS)
        return()
    endif()
    foreach(library ${libraries})
        if(NOT ALLIDE_${name}_${library})
            return()
        endif()
        target_link_libraries(bench_torture PRIVATE ${ALLIDE_${name}_${library}})
    endforeach()
    string(TOLOWER ${name} file)
    target_sources(bench_torture PRIVATE ${torture}/${file}.cpp)
    target_include_directories(bench_torture SYSTEM PRIVATE ${ALLIDE_${name}_HEADERS})
    target_compile_definitions(bench_torture PRIVATE ALLIDE_TORTURE_${name})
endfunction()
allide_torture_engine(FCL "fcl;ccd")
allide_torture_engine(BULLET "BulletCollision;LinearMath")
allide_torture_engine(ODE "ode")
allide_torture_engine(CGAL "mpfr;gmp")
allide_torture_engine(LIBCCD "ccd")
set_source_files_properties(${torture}/fcl.cpp PROPERTIES COMPILE_OPTIONS "${quiet}")
set_source_files_properties(${torture}/cgal.cpp PROPERTIES COMPILE_OPTIONS "-frounding-math")
