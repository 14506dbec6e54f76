# libc++ before version 20 has no std::from_chars for doubles. Targets that read numbers then use fast_float, a header.
include(CheckCXXSourceCompiles)
set(CMAKE_REQUIRED_FLAGS "-std=c++20")
check_cxx_source_compiles("
    #include <charconv>
    int main() { double x = 0; const char* text = nullptr; return std::from_chars(text, text, x).ptr != text; }"
    ALLIDE_STANDARD_FROM_CHARS)
unset(CMAKE_REQUIRED_FLAGS)
if(NOT ALLIDE_STANDARD_FROM_CHARS)
    find_path(ALLIDE_FAST_FLOAT_INCLUDE fast_float/fast_float.h REQUIRED)
    mark_as_advanced(ALLIDE_FAST_FLOAT_INCLUDE)
endif()

function(allide_from_chars target)
    if(NOT ALLIDE_STANDARD_FROM_CHARS)
        target_include_directories(${target} SYSTEM PRIVATE $<BUILD_INTERFACE:${ALLIDE_FAST_FLOAT_INCLUDE}>)
        target_compile_definitions(${target} PRIVATE ALLIDE_WITH_FAST_FLOAT)
    endif()
endfunction()
