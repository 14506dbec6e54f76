#include "support/origin.hpp"

#include <allide/result.hpp>

#include <ctime>
#include <fstream>
#include <thread>

#include <allide_commit.hpp>
#include <fmt/chrono.h>
#include <fmt/format.h>

namespace allide::bench {
namespace {

std::string processor() {
    std::ifstream info("/proc/cpuinfo");
    for (std::string line; std::getline(info, line);)
        if (line.starts_with("model name")) return line.substr(line.find(':') + 2);
    return "unknown processor";
}

}  // namespace

Origin origin() {
#ifdef __clang__
    const std::string compiler = fmt::format("clang++ {}.{}", __clang_major__, __clang_minor__);
#else
    const std::string compiler = fmt::format("g++ {}.{}", __GNUC__, __GNUC_MINOR__);
#endif
    return {.commit = ALLIDE_COMMIT,
            .compiler = compiler,
            .machine = fmt::format("{}, {} cores", processor(), std::thread::hardware_concurrency()),
            .target = active_target(),
            .date = fmt::format("{:%Y-%m-%d}", fmt::gmtime(std::time(nullptr)))};
}

}  // namespace allide::bench
