# Compiler options of every target of the project.
#
# Contraction is off everywhere: a fused multiply-add rounds once where the error bounds assume two roundings, and results
# would differ between instruction sets. Fast math is switched off even if a parent project asks for it: the exact answers
# depend on every rounding being done as written.
function(allide_target_defaults target)
    target_compile_options(${target} PRIVATE -fno-fast-math -ffp-contract=off -Wall -Wextra -Wpedantic -Wshadow -Wconversion
        -Wno-sign-conversion -Wnon-virtual-dtor -Wold-style-cast)
    if(ALLIDE_WASM)  # std::size_t has 32 bits: sizes that memory bounds are kept in 64 bits on other machines
        target_compile_options(${target} PRIVATE -Wno-shorten-64-to-32)
    endif()
    if(ALLIDE_WARNINGS_AS_ERRORS)
        target_compile_options(${target} PRIVATE -Werror)
    endif()
    if(ALLIDE_SANITIZE)
        target_compile_options(${target} PUBLIC -fsanitize=${ALLIDE_SANITIZE} -fno-omit-frame-pointer
            -fno-sanitize-recover=all)
        target_link_options(${target} PUBLIC -fsanitize=${ALLIDE_SANITIZE})
    endif()
endfunction()

# Precompiles the given headers for a target, or with REUSE_FROM uses those of another target. Source files still include
# the headers themselves and compile without this.
function(allide_precompile target)
    if(ALLIDE_PRECOMPILED_HEADERS)
        if(ARGV1 STREQUAL REUSE_FROM)
            target_precompile_headers(${target} ${ARGN})
        else()
            target_precompile_headers(${target} PRIVATE ${ARGN})
        endif()
    endif()
endfunction()

# Unity build, if ALLIDE_UNITY_BUILD asks for it. A unit holds up to 12 files of one folder, so that a new file changes only
# the units of its folder.
function(allide_unity target)
    if(NOT ALLIDE_UNITY_BUILD)
        return()
    endif()
    set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
    get_target_property(sources ${target} SOURCES)
    list(SORT sources)
    foreach(source ${sources})
        get_filename_component(folder ${source} ABSOLUTE)
        get_filename_component(folder ${folder} DIRECTORY)
        file(RELATIVE_PATH folder ${PROJECT_SOURCE_DIR} ${folder})
        string(MAKE_C_IDENTIFIER ${folder} folder)
        math(EXPR count_${folder} "0${count_${folder}} + 1")
        math(EXPR piece "(${count_${folder}} - 1) / 12")
        set_source_files_properties(${source} PROPERTIES UNITY_GROUP ${folder}_${piece})
    endforeach()
    # Local names of one file may shadow those of another in the same unit.
    target_compile_options(${target} PRIVATE -Wno-shadow $<$<CXX_COMPILER_ID:GNU>:-Wno-subobject-linkage>)
endfunction()

# Hides all symbols but those that public headers mark with ALLIDE_EXPORT, in the static library too. The same object files
# can then become a shared library.
function(allide_hide_symbols target)
    set_target_properties(${target} PROPERTIES CXX_VISIBILITY_PRESET hidden VISIBILITY_INLINES_HIDDEN ON)
    # Public classes are visible and have private members of hidden types; g++ warns that nobody outside can use these.
    target_compile_options(${target} PRIVATE $<$<CXX_COMPILER_ID:GNU>:-Wno-attributes>)
endfunction()

# Gives a shared library its soname, and keeps templates of the standard library and of linked libraries out of its symbol
# table. Before 1.0 a minor version may break what the one before it promised, so the soname has both numbers.
function(allide_shared_library target)
    set_target_properties(${target} PROPERTIES VERSION ${PROJECT_VERSION}
        SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR})
    if(UNIX AND NOT APPLE)
        set(map ${PROJECT_SOURCE_DIR}/cmake/allide_symbols.map)
        target_link_options(${target} PRIVATE LINKER:--version-script=${map})
        set_property(TARGET ${target} APPEND PROPERTY LINK_DEPENDS ${map})
    endif()
endfunction()

# Lets some source files, instead of a whole target, include the headers of libraries. Folders that the compiler searches
# anyway are left out, because naming one of these as a system folder hides the standard library's own headers.
function(allide_include_only libraries)
    set(folders)
    foreach(library ${libraries})
        get_target_property(aliased ${library} ALIASED_TARGET)
        if(aliased)
            set(library ${aliased})
        endif()
        get_target_property(more ${library} INTERFACE_INCLUDE_DIRECTORIES)
        foreach(folder ${more})
            file(REAL_PATH ${folder} folder)
            list(APPEND folders ${folder})
        endforeach()
    endforeach()
    list(REMOVE_ITEM folders ${CMAKE_CXX_IMPLICIT_INCLUDE_DIRECTORIES} /usr/include)
    list(REMOVE_DUPLICATES folders)
    set_source_files_properties(${ARGN} PROPERTIES INCLUDE_DIRECTORIES "${folders}")
endfunction()
