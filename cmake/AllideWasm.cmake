# Libraries of the WebAssembly build: headers of the Debian release that emscripten comes from, its Highway from source (that of
# Debian 12 has no operations on doubles for WebAssembly), and zlib from third_party. Defines the same targets as the
# system's packages, and ALLIDE_TOMLPLUSPLUS_INCLUDE.
enable_language(C)
set(headers ${ALLIDE_EMSCRIPTEN}/root/usr/include)
set(vendored ${PROJECT_SOURCE_DIR}/third_party)

# Exceptions are those of WebAssembly itself. The fallback for engines without SIMD128 has the same sources.
add_compile_options(-fwasm-exceptions)
option(ALLIDE_WASM_SIMD "Use the 128-bit vectors of WebAssembly" ON)
if(ALLIDE_WASM_SIMD)
    add_compile_options(-msimd128)
    set(highway_target HWY_COMPILE_ONLY_STATIC)
else()
    set(highway_target HWY_COMPILE_ONLY_SCALAR)
endif()

function(allide_header_library target folder)
    add_library(${target} INTERFACE IMPORTED GLOBAL)
    target_include_directories(${target} SYSTEM INTERFACE ${folder})
endfunction()
allide_header_library(Eigen3::Eigen ${headers}/eigen3)
allide_header_library(nlohmann_json::nlohmann_json ${headers})
allide_header_library(fmt::fmt ${headers})
# Numbers are formatted without locales, and long doubles, which the processor does not know, not at all.
target_compile_definitions(fmt::fmt INTERFACE FMT_HEADER_ONLY FMT_STATIC_THOUSANDS_SEPARATOR=',' FMT_USE_LONG_DOUBLE=0 FMT_USE_FLOAT128=0)
set(ALLIDE_TOMLPLUSPLUS_INCLUDE ${headers})
set(ALLIDE_FAST_FLOAT_INCLUDE ${headers} CACHE PATH "")

add_library(allide_hwy STATIC ${ALLIDE_EMSCRIPTEN}/highway/hwy/targets.cc ${ALLIDE_EMSCRIPTEN}/highway/hwy/per_target.cc
    ${ALLIDE_EMSCRIPTEN}/highway/hwy/abort.cc)
target_include_directories(allide_hwy SYSTEM PUBLIC ${ALLIDE_EMSCRIPTEN}/highway)
target_compile_definitions(allide_hwy PUBLIC ${highway_target})
target_compile_features(allide_hwy PUBLIC cxx_std_17)
add_library(hwy::hwy ALIAS allide_hwy)

file(GLOB zlib_sources ${vendored}/zlib/*.c)
add_library(allide_zlib STATIC ${zlib_sources})
target_include_directories(allide_zlib SYSTEM PUBLIC ${vendored}/zlib)
target_compile_definitions(allide_zlib PRIVATE HAVE_UNISTD_H)
add_library(ZLIB::ZLIB ALIAS allide_zlib)

# Compiles the rooms of a library in which queries spend no time for size alone. They get a target of their own, as files with
# options of their own would be left out of the unity build.
function(allide_compile_for_size target rooms)
    get_target_property(sources ${target} SOURCES)
    set(small ${sources})
    list(FILTER small INCLUDE REGEX "/src/(${rooms})/")
    list(FILTER sources EXCLUDE REGEX "/src/(${rooms})/")
    set_target_properties(${target} PROPERTIES SOURCES "${sources}")
    add_library(${target}_small_code OBJECT ${small})
    foreach(property COMPILE_DEFINITIONS COMPILE_FEATURES COMPILE_OPTIONS CXX_VISIBILITY_PRESET INCLUDE_DIRECTORIES LINK_LIBRARIES
        POSITION_INDEPENDENT_CODE UNITY_BUILD UNITY_BUILD_MODE VISIBILITY_INLINES_HIDDEN)
        get_target_property(value ${target} ${property})
        if(NOT value STREQUAL "value-NOTFOUND")
            set_target_properties(${target}_small_code PROPERTIES ${property} "${value}")
        endif()
    endforeach()
    target_compile_options(${target}_small_code PRIVATE -Oz)
    target_sources(${target} PRIVATE $<TARGET_OBJECTS:${target}_small_code>)
endfunction()
