#include "io/program/reader_program.hpp"

#include "io/file/failure.hpp"
#include "io/program/parcel.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

extern char** environ;  // NOLINT(readability-redundant-declaration)

namespace allide::io {
namespace {

namespace fs = std::filesystem;

std::vector<fs::path> reader_folders() {
    std::vector<fs::path> folders;
    if (const char* const chosen = std::getenv("ALLIDE_READERS")) folders.emplace_back(chosen);
    std::error_code ignored;
    folders.push_back(fs::read_symlink("/proc/self/exe", ignored).parent_path());
    folders.emplace_back(ALLIDE_INSTALLED_PROGRAMS);
    const char* const path = std::getenv("PATH");
    std::string_view rest = path ? path : "";
    while (!rest.empty()) {
        const std::size_t end = std::min(rest.find(':'), rest.size());
        folders.emplace_back(rest.substr(0, end));
        rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    return folders;
}

// What the current folder happens to hold is not run.
std::optional<fs::path> found_program(const char* name) {
    for (const fs::path& folder : reader_folders()) {
        const fs::path file = folder / name;
        if (folder.is_absolute() && ::access(file.c_str(), X_OK) == 0) return file;
    }
    return std::nullopt;
}

Error missing_program(const ReaderProgram& reader) {
    return {
        .code = ErrorCode::unknown_format,
        .message = fmt::format("{} need {}, which this build is without: apt install {}, build again, and "
                               "keep {} beside the program or in PATH",
                               reader.formats, reader.library, reader.package, reader.program)};
}

// A file descriptor that is closed in the end, and never one of the three that every program has.
class Descriptor {
  public:
    explicit Descriptor(int number) : number_(::fcntl(number, F_DUPFD_CLOEXEC, 3)) {
        if (number >= 0) ::close(number);
        if (number_ < 0) fail({.code = ErrorCode::cannot_open, .message = "there are too many open files"});
    }
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;
    ~Descriptor() { close(); }
    void close() {
        if (number_ >= 0) ::close(std::exchange(number_, -1));
    }
    int number() const { return number_; }

  private:
    int number_;
};

void write_all(const Descriptor& to, std::string_view bytes) {
    while (!bytes.empty()) {
        const ssize_t written = ::write(to.number(), bytes.data(), bytes.size());
        if (written > 0)
            bytes.remove_prefix(static_cast<std::size_t>(written));
        else if (errno != EINTR)
            throw std::bad_alloc();  // it is a file in memory
    }
}

std::string read_all(const Descriptor& from) {
    std::string bytes;
    std::vector<char> piece(1 << 16);
    for (;;) {
        const ssize_t count = ::read(from.number(), piece.data(), piece.size());
        if (count > 0)
            bytes.append(piece.data(), static_cast<std::size_t>(count));
        else if (count == 0 || errno != EINTR)
            return bytes;
    }
}

class SpawnActions {
  public:
    SpawnActions() { ::posix_spawn_file_actions_init(&actions_); }
    SpawnActions(const SpawnActions&) = delete;
    SpawnActions& operator=(const SpawnActions&) = delete;
    ~SpawnActions() { ::posix_spawn_file_actions_destroy(&actions_); }
    void connect(const Descriptor& from, int to) {
        ::posix_spawn_file_actions_adddup2(&actions_, from.number(), to);
    }
    void silence(int number) {
        ::posix_spawn_file_actions_addopen(&actions_, number, "/dev/null", O_WRONLY, 0);
    }
    const posix_spawn_file_actions_t* get() const { return &actions_; }

  private:
    posix_spawn_file_actions_t actions_;
};

struct Outcome {
    std::string bytes;
    int status = 0;
};

// The program reads the bytes as its standard input: a file in memory, in which it may go back and forth.
std::optional<Outcome> run_reader(const fs::path& program, std::string_view bytes, const std::string& name,
                                  const LoadOptions& options) {
    const Descriptor input(::memfd_create("allide", MFD_CLOEXEC));
    write_all(input, bytes);
    ::lseek(input.number(), 0, SEEK_SET);
    int ends[2] = {-1, -1};
    if (::pipe2(ends, O_CLOEXEC) != 0) return std::nullopt;
    const Descriptor from(ends[0]);
    Descriptor to(ends[1]);

    SpawnActions actions;
    actions.connect(input, STDIN_FILENO);
    actions.connect(to, STDOUT_FILENO);
    actions.silence(STDERR_FILENO);
    std::string words[] = {program.string(), name, options.sag ? fmt::format("{:a}", *options.sag) : ""};
    char* arguments[] = {words[0].data(), words[1].data(), words[2].data(), nullptr};
    pid_t child = 0;
    if (::posix_spawn(&child, program.c_str(), actions.get(), nullptr, arguments, environ) != 0)
        return std::nullopt;
    to.close();
    Outcome outcome{.bytes = read_all(from)};
    while (::waitpid(child, &outcome.status, 0) < 0 && errno == EINTR) {
    }
    return outcome;
}

}  // namespace

Result<Assembly> read_by_program(const ReaderProgram& reader, std::string_view bytes, const std::string& name,
                                 const LoadOptions& options) {
    const auto program = found_program(reader.program);
    if (!program) fail(missing_program(reader));
    const auto outcome = run_reader(*program, bytes, name, options);
    if (!outcome)
        fail({.code = ErrorCode::unknown_format,
              .message = fmt::format("{} cannot be run", program->string())});
    if (outcome->status != 0)
        fail({.code = ErrorCode::bad_syntax,
              .message =
                  fmt::format("{} broke down over it; the file is damaged, or too large", reader.library)});
    return unpacked(outcome->bytes, name);
}

}  // namespace allide::io
