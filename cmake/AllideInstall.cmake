# Installs the library, its headers, and the package files for find_package and pkg-config.
include(CMakePackageConfigHelpers)

set(allide_cmake_dir ${CMAKE_INSTALL_LIBDIR}/cmake/allide)
install(TARGETS allide EXPORT allide-targets)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/allide DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} FILES_MATCHING PATTERN "*.hpp")
install(EXPORT allide-targets NAMESPACE allide:: DESTINATION ${allide_cmake_dir})
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})
if(TARGET allide_cli)
    if(BUILD_SHARED_LIBS)  # the command finds the library that was installed with it
        file(RELATIVE_PATH allide_library_dir ${CMAKE_INSTALL_FULL_BINDIR} ${CMAKE_INSTALL_FULL_LIBDIR})
        set_target_properties(allide_cli PROPERTIES INSTALL_RPATH "$ORIGIN/${allide_library_dir}")
    endif()
    install(TARGETS allide_cli)
endif()
get_property(allide_reader_programs GLOBAL PROPERTY allide_readers)
if(allide_reader_programs)
    install(TARGETS ${allide_reader_programs})
endif()
if(EXISTS ${PROJECT_BINARY_DIR}/bin/allide-read-ifc)
    install(PROGRAMS ${PROJECT_BINARY_DIR}/bin/allide-read-ifc DESTINATION ${CMAKE_INSTALL_BINDIR})
endif()

# Users of the static library must link Highway, zlib, fmt, tinyxml2, oneTBB and urdfdom too; a shared library names them itself.
set(allide_pc_needs libhwy zlib fmt tinyxml2)
if(TBB_FOUND)
    list(APPEND allide_pc_needs tbb)
endif()
if(ALLIDE_WITH_URDFDOM)
    list(APPEND allide_pc_needs urdfdom)
endif()
list(JOIN allide_pc_needs " " allide_pc_needs)
get_target_property(allide_library_type allide TYPE)
if(allide_library_type STREQUAL "STATIC_LIBRARY")
    set(allide_is_static ON)
    set(allide_pc_requires "Requires: ${allide_pc_needs}")
else()
    set(allide_is_static OFF)
    set(allide_pc_requires "Requires.private: ${allide_pc_needs}")
endif()

configure_package_config_file(${CMAKE_CURRENT_LIST_DIR}/allide-config.cmake.in
    ${PROJECT_BINARY_DIR}/package/allide-config.cmake INSTALL_DESTINATION ${allide_cmake_dir})
# Before 1.0 a minor version may change the interface.
write_basic_package_version_file(${PROJECT_BINARY_DIR}/package/allide-config-version.cmake
    COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/package/allide-config.cmake
    ${PROJECT_BINARY_DIR}/package/allide-config-version.cmake DESTINATION ${allide_cmake_dir})

# Paths are relative to the .pc file, because the prefix may change between configuring and installing.
file(RELATIVE_PATH allide_pc_prefix /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
string(REGEX REPLACE "/$" "" allide_pc_prefix "${allide_pc_prefix}")
configure_file(${CMAKE_CURRENT_LIST_DIR}/allide.pc.in ${PROJECT_BINARY_DIR}/package/allide.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/package/allide.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
