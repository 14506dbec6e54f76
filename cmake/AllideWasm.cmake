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
target_compile_definitions(fmt::fmt INTERFACE FMT_HEADER_ONLY)
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
