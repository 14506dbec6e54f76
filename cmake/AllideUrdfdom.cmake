# urdfdom, the parser of ROS. allide reads robots without it; with it, each file is also parsed by urdfdom and refused where
# the two differ. Sets ALLIDE_WITH_URDFDOM.
set(ALLIDE_WITH_URDFDOM OFF)
if(ALLIDE_URDFDOM STREQUAL AUTO AND ALLIDE_PACKAGED)
    return()  # no Python package carries it
endif()
if(ALLIDE_URDFDOM)
    find_package(urdfdom QUIET)
    if(urdfdom_FOUND AND TARGET urdfdom::urdfdom_model AND TARGET console_bridge::console_bridge)
        # Its functions take std::string, so that it must have been built for the same standard library.
        include(CheckCXXSourceCompiles)
        set(CMAKE_REQUIRED_FLAGS "-std=c++20")
        set(CMAKE_REQUIRED_LIBRARIES urdfdom::urdfdom_model console_bridge::console_bridge)
        check_cxx_source_compiles("
            #include <urdf_parser/urdf_parser.h>
            int main() { return urdf::parseURDF(std::string()) != nullptr; }"
            ALLIDE_URDFDOM_LINKS)
        unset(CMAKE_REQUIRED_FLAGS)
        unset(CMAKE_REQUIRED_LIBRARIES)
        set(ALLIDE_WITH_URDFDOM ${ALLIDE_URDFDOM_LINKS})
    endif()
    if(NOT ALLIDE_WITH_URDFDOM AND NOT ALLIDE_URDFDOM STREQUAL AUTO)
        message(FATAL_ERROR "urdfdom is not installed (liburdfdom-dev), or does not link")
    elseif(NOT ALLIDE_WITH_URDFDOM)
        message(STATUS "Robots are not compared with urdfdom's reading: urdfdom (liburdfdom-dev) is not installed")
    endif()
endif()
