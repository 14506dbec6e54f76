#include "answer.hpp"

#include "io/file/failure.hpp"
#include "io/program/parcel.hpp"

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <new>

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

namespace allide::readers {
namespace {

// What the libraries print must not get into the answer.
int answer_apart_from_prints() {
    const int answer = ::dup(STDOUT_FILENO);
    const int nowhere = ::open("/dev/null", O_WRONLY | O_CLOEXEC);
    if (answer < 0 || nowhere < 0) std::_Exit(3);
    ::dup2(nowhere, STDOUT_FILENO);
    return answer;
}

// A fine sag, or a broken file, may ask for more triangles than there is room for: an error, not a machine
// that stands still.
void stay_within_memory() {
#ifndef __SANITIZE_ADDRESS__  // which reserves far more than it uses
    const auto all =
        static_cast<rlim_t>(::sysconf(_SC_PHYS_PAGES)) * static_cast<rlim_t>(::sysconf(_SC_PAGESIZE));
    const rlimit limit{.rlim_cur = all, .rlim_max = all};
    ::setrlimit(RLIMIT_AS, &limit);
#endif
}

std::string all_of_standard_input() {
    std::ifstream in("/dev/stdin", std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

Result<Assembly> guarded_read(const std::function<Result<Assembly>(const Request&)>& read,
                              const Request& request) {
    try {
        return read(request);
    } catch (io::Failure& failure) {
        return std::move(failure.error);
    } catch (const std::bad_alloc&) {
        return Error{.code = ErrorCode::too_large, .message = "the file does not fit into memory"};
    }
}

void write_all(int to, std::string_view bytes) {
    while (!bytes.empty()) {
        const ssize_t written = ::write(to, bytes.data(), bytes.size());
        if (written < 0) std::_Exit(3);
        bytes.remove_prefix(static_cast<std::size_t>(written));
    }
}

}  // namespace

void answer(int argc, char** argv, const std::function<Result<Assembly>(const Request& request)>& read) {
    if (argc != 3) {
        std::fprintf(stderr, "%s NAME SAG: reads a file for allide, which starts this program itself\n",
                     argv[0]);
        std::_Exit(2);
    }
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);  // nobody would read the answer
    stay_within_memory();
    const int to = answer_apart_from_prints();
    Request request{.bytes = all_of_standard_input(), .name = argv[1], .options = {}};
    if (*argv[2] != '\0') request.options.sag = std::strtod(argv[2], nullptr);
    write_all(to, io::packed(guarded_read(read, request)));
    std::_Exit(0);
}

}  // namespace allide::readers
