# Compiles the GPU kernels with nvcc: machine code for sm_80 and sm_90, and PTX for later GPUs. A command of its own instead of
# CMake's language CUDA, which does not accept compilers that were installed from Python packages.
find_program(ALLIDE_NVCC nvcc HINTS ENV CUDA_HOME ENV CUDA_PATH PATHS /usr/local/cuda PATH_SUFFIXES bin)
if(NOT ALLIDE_NVCC)
    message(FATAL_ERROR "ALLIDE_GPU needs nvcc: install the CUDA toolkit, or set ALLIDE_NVCC (scripts/nvcc.sh fetches one)")
endif()
file(REAL_PATH ${ALLIDE_NVCC} nvcc_file)
cmake_path(GET nvcc_file PARENT_PATH nvcc_folder)
find_library(ALLIDE_CUDART cudart_static HINTS ${nvcc_folder}/.. PATH_SUFFIXES lib64 lib targets/x86_64-linux/lib)
if(NOT ALLIDE_CUDART)
    message(FATAL_ERROR "ALLIDE_GPU needs CUDA's run-time library libcudart_static.a, which was not found near ${ALLIDE_NVCC}")
endif()
set(ALLIDE_GPU_TARGETS "80;90" CACHE STRING "Compute capabilities for which the GPU kernels are compiled; PTX of the last one is added")

set(gpu_codes "")
foreach(target ${ALLIDE_GPU_TARGETS})
    list(APPEND gpu_codes -gencode arch=compute_${target},code=sm_${target})
endforeach()
list(APPEND gpu_codes -gencode arch=compute_${target},code=compute_${target})
set(gpu_object ${PROJECT_BINARY_DIR}/cuda_machine.o)
file(GLOB gpu_headers CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/gpu/*.hpp)
# -fmad=false: a multiply-add is fused only where the source says so, as the error bounds and the emulation on the CPU assume.
add_custom_command(OUTPUT ${gpu_object} DEPENDS ${PROJECT_SOURCE_DIR}/src/gpu/cuda_machine.cu ${gpu_headers} VERBATIM
    COMMAND ${ALLIDE_NVCC} -std=c++20 -O3 -fmad=false -Werror all-warnings ${gpu_codes} -Xcompiler -fPIC,-fvisibility=hidden
        -I${PROJECT_SOURCE_DIR}/src -I${PROJECT_SOURCE_DIR}/include -c ${PROJECT_SOURCE_DIR}/src/gpu/cuda_machine.cu -o ${gpu_object})
set_source_files_properties(${gpu_object} PROPERTIES EXTERNAL_OBJECT ON GENERATED ON)
target_sources(allide PRIVATE ${gpu_object})
target_link_libraries(allide PRIVATE ${ALLIDE_CUDART} ${CMAKE_DL_LIBS} rt Threads::Threads)
# Nothing refers to the file that registers the GPU, so a static library needs a reason to link it.
if(NOT BUILD_SHARED_LIBS)
    target_link_options(allide INTERFACE LINKER:--undefined=allide_links_gpu)
endif()
