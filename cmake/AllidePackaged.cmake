# Libraries that do not come from the system: copies in third_party/, and packages that pip installs for the build of the
# Python package (pyproject.toml, build-system.requires). All but oneTBB are linked statically or are headers only, so
# that the result runs on machines without any of them.
#
# Defines the same targets as the system's packages, and ALLIDE_TOMLPLUSPLUS_INCLUDE.
find_package(Python 3.10 REQUIRED COMPONENTS Interpreter)
set(ALLIDE_PACKAGES_PYTHON "" CACHE FILEPATH "The Python whose packages are used; empty: that of the build")
mark_as_advanced(ALLIDE_PACKAGES_PYTHON)
set(packages_python ${Python_EXECUTABLE})
if(ALLIDE_PACKAGES_PYTHON)
    set(packages_python ${ALLIDE_PACKAGES_PYTHON})
endif()
set(vendored ${PROJECT_SOURCE_DIR}/third_party)

# Sets `result` to the folder from which `header` of a Python package can be included, or to NOTFOUND.
function(allide_packaged package header result)
    execute_process(COMMAND ${packages_python} ${PROJECT_SOURCE_DIR}/cmake/packaged_folder.py ${package} ${header}
        OUTPUT_VARIABLE folder OUTPUT_STRIP_TRAILING_WHITESPACE RESULT_VARIABLE failed ERROR_QUIET)
    if(failed)
        set(folder NOTFOUND)
    endif()
    set(${result} "${folder}" PARENT_SCOPE)
endfunction()
# Like allide_packaged(), but a missing package is an error.
macro(allide_needs_packaged package header result)
    allide_packaged(${package} ${header} ${result})
    if(NOT ${result})
        message(FATAL_ERROR "the Python package ${package} is not installed: ${packages_python} -m pip install ${package}")
    endif()
endmacro()
# A library of headers only.
function(allide_header_library target folder)
    add_library(${target} INTERFACE IMPORTED GLOBAL)
    target_include_directories(${target} SYSTEM INTERFACE ${folder})
endfunction()

allide_needs_packaged(cmeel-eigen Eigen/Core folder)
allide_header_library(Eigen3::Eigen ${folder})
if(EXISTS ${folder}/eigen3/Eigen/Core)
    target_include_directories(Eigen3::Eigen SYSTEM INTERFACE ${folder}/eigen3)
endif()
allide_needs_packaged(nlohmann-json nlohmann/json.hpp folder)
allide_header_library(nlohmann_json::nlohmann_json ${folder})
allide_needs_packaged(cmeel-fmt fmt/format.h folder)
allide_header_library(fmt::fmt ${folder})
target_compile_definitions(fmt::fmt INTERFACE FMT_HEADER_ONLY)
enable_language(C)
file(GLOB zlib_sources ${vendored}/zlib/*.c)
add_library(allide_zlib STATIC ${zlib_sources})
target_include_directories(allide_zlib SYSTEM PUBLIC ${vendored}/zlib)
target_compile_definitions(allide_zlib PRIVATE HAVE_UNISTD_H)
set_target_properties(allide_zlib PROPERTIES POSITION_INDEPENDENT_CODE ON C_VISIBILITY_PRESET hidden)
add_library(ZLIB::ZLIB ALIAS allide_zlib)
allide_header_library(CLI11::CLI11 ${vendored}/CLI11)
set(ALLIDE_TOMLPLUSPLUS_INCLUDE ${vendored}/tomlplusplus)

add_library(allide_hwy STATIC ${vendored}/highway/hwy/targets.cc ${vendored}/highway/hwy/per_target.cc)
target_include_directories(allide_hwy SYSTEM PUBLIC ${vendored}/highway)
target_compile_features(allide_hwy PUBLIC cxx_std_17)
set_target_properties(allide_hwy PROPERTIES POSITION_INDEPENDENT_CODE ON CXX_VISIBILITY_PRESET hidden)
add_library(hwy::hwy ALIAS allide_hwy)

# oneTBB is a shared library by design: it must exist only once in a process. The package brings it along.
set(TBB_FOUND OFF)
if(ALLIDE_TBB)
    allide_packaged(tbb-devel oneapi/tbb.h folder)
    if(folder)
        find_library(ALLIDE_PACKAGED_TBB NAMES libtbb.so.12 PATHS ${folder}/../lib NO_DEFAULT_PATH REQUIRED)
        file(REAL_PATH ${ALLIDE_PACKAGED_TBB} ALLIDE_TBB_LIBRARY)
        add_library(TBB::tbb SHARED IMPORTED GLOBAL)
        set_target_properties(TBB::tbb PROPERTIES IMPORTED_LOCATION ${ALLIDE_TBB_LIBRARY} IMPORTED_SONAME libtbb.so.12
            INTERFACE_INCLUDE_DIRECTORIES ${folder})
        set(TBB_FOUND ON)
    else()
        find_package(TBB 2021 QUIET)
    endif()
endif()
