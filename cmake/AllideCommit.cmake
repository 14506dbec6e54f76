# Writes the commit's hash, with which measured numbers are stamped, into a header. Runs at each build and writes only
# if the hash has changed.
#   cmake -DSOURCE=… -DHEADER=… -P AllideCommit.cmake
execute_process(COMMAND git -C ${SOURCE} rev-parse --short=10 HEAD
    OUTPUT_VARIABLE commit OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
execute_process(COMMAND git -C ${SOURCE} status --porcelain --untracked-files=no -- include src bench apps
    OUTPUT_VARIABLE changes ERROR_QUIET)
if(NOT commit)
    set(commit unknown)
elseif(changes)
    string(APPEND commit "+")
endif()
set(text "#pragma once\n#define ALLIDE_COMMIT \"${commit}\"\n")
if(EXISTS ${HEADER})
    file(READ ${HEADER} before)
endif()
if(NOT before STREQUAL text)
    file(WRITE ${HEADER} "${text}")
endif()
