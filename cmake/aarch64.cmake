# Cross-compiles for 64-bit ARM with Debian's toolchain, against the packages that scripts/aarch64-packages.sh unpacks, and
# runs the programs under qemu-user.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
set(CMAKE_C_COMPILER aarch64-linux-gnu-gcc)
set(CMAKE_CXX_COMPILER aarch64-linux-gnu-g++)
set(CMAKE_LIBRARY_ARCHITECTURE aarch64-linux-gnu)

get_filename_component(allide_arm_root "${CMAKE_CURRENT_LIST_DIR}/../build/aarch64-packages/root" ABSOLUTE)
set(CMAKE_FIND_ROOT_PATH ${allide_arm_root} /usr/aarch64-linux-gnu)
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
set(CMAKE_EXE_LINKER_FLAGS_INIT "-L${allide_arm_root}/usr/lib/aarch64-linux-gnu -Wl,-rpath-link,${allide_arm_root}/usr/lib/aarch64-linux-gnu")
set(CMAKE_CXX_FLAGS_INIT "-isystem ${allide_arm_root}/usr/include -isystem ${allide_arm_root}/usr/include/aarch64-linux-gnu")
set(CMAKE_CROSSCOMPILING_EMULATOR qemu-aarch64-static -L /usr/aarch64-linux-gnu
    -E LD_LIBRARY_PATH=${allide_arm_root}/usr/lib/aarch64-linux-gnu)
