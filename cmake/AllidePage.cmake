# The page for browsers (web/), built with Node.js and put into the library. Where it cannot be built the library says so
# when a page is asked for; everything else works.
set(folder ${PROJECT_SOURCE_DIR}/web)
set(made ${PROJECT_BINARY_DIR}/web)
find_program(ALLIDE_NPM npm)
find_program(ALLIDE_NODE NAMES node nodejs)
mark_as_advanced(ALLIDE_NPM ALLIDE_NODE)
set(ALLIDE_HAS_PAGE OFF)
macro(use_page included_folder)
    set_source_files_properties(src/report/page_template.cpp PROPERTIES
        SKIP_UNITY_BUILD_INCLUSION ON SKIP_PRECOMPILE_HEADERS ON COMPILE_DEFINITIONS ALLIDE_WITH_PAGE
        INCLUDE_DIRECTORIES ${included_folder} OBJECT_DEPENDS ${included_folder}/allide_page.inc)
    set(ALLIDE_HAS_PAGE ON)
endmacro()
# Source distributions of the Python package bring the built page (scripts/wheel.sh), so that pip needs no Node.js.
if(ALLIDE_PACKAGED AND EXISTS ${folder}/built/allide_page.inc)
    use_page(${folder}/built)
    return()
endif()
if(NOT ALLIDE_NPM OR NOT ALLIDE_NODE)
    message(WARNING "allide is built without its page for browsers: nodejs and npm are not installed")
    return()
endif()

foreach(file package.json package-lock.json .npmrc)
    configure_file(${folder}/${file} ${made}/${file} COPYONLY)
endforeach()
file(SHA256 ${folder}/package-lock.json lock)
if(NOT EXISTS ${made}/installed-${lock})
    execute_process(COMMAND ${ALLIDE_NPM} ci --ignore-scripts --silent WORKING_DIRECTORY ${made} TIMEOUT 300 RESULT_VARIABLE failed)
    if(failed)
        message(WARNING "allide is built without its page for browsers: npm could not install what it is built with (${failed})")
        return()
    endif()
    file(TOUCH ${made}/installed-${lock})
endif()

file(GLOB sources CONFIGURE_DEPENDS ${folder}/src/*)
list(APPEND sources ${folder}/index.html ${folder}/vite.config.js ${folder}/one_file.js ${folder}/tsconfig.json ${folder}/embed.mjs)
set(copies)
foreach(source ${sources})
    file(RELATIVE_PATH name ${folder} ${source})
    add_custom_command(OUTPUT ${made}/${name} DEPENDS ${source} COMMAND ${CMAKE_COMMAND} -E copy ${source} ${made}/${name})
    list(APPEND copies ${made}/${name})
endforeach()
add_custom_command(OUTPUT ${made}/allide_page.inc DEPENDS ${copies} WORKING_DIRECTORY ${made} COMMENT "Building the page for browsers"
    COMMAND ${ALLIDE_NODE} node_modules/typescript/bin/tsc --noEmit
    COMMAND ${ALLIDE_NODE} node_modules/vite/bin/vite.js build --logLevel warn
    COMMAND ${ALLIDE_NODE} embed.mjs dist/index.html allide_page.inc)
add_custom_target(allide_page DEPENDS ${made}/allide_page.inc)
add_dependencies(allide allide_page)
if(ALLIDE_WASM)
    return()  # the page is a file of the npm package
endif()
use_page(${made})
