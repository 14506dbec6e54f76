# What every target of the project is compiled with.
#
# Contraction is off everywhere: a fused multiply-add rounds once where the error bounds count two, and
# results would differ between instruction sets. Fast math is undone where a parent project asks for it: the exact
# answers rest on every rounding being done as written.
function(allide_target_defaults target)
    target_compile_options(${target} PRIVATE -fno-fast-math -ffp-contract=off -Wall -Wextra -Wpedantic -Wshadow -Wconversion
        -Wno-sign-conversion -Wnon-virtual-dtor -Wold-style-cast)
    if(ALLIDE_WARNINGS_AS_ERRORS)
        target_compile_options(${target} PRIVATE -Werror)
    endif()
    if(ALLIDE_SANITIZE)
        target_compile_options(${target} PUBLIC -fsanitize=${ALLIDE_SANITIZE} -fno-omit-frame-pointer
            -fno-sanitize-recover=all)
        target_link_options(${target} PUBLIC -fsanitize=${ALLIDE_SANITIZE})
    endif()
endfunction()

# Headers that nearly every file of a target includes. The files still include them themselves, and build without.
function(allide_precompile target)
    if(ALLIDE_PRECOMPILED_HEADERS)
        target_precompile_headers(${target} PRIVATE ${ARGN})
    endif()
endfunction()
