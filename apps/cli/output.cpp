#include "output.hpp"

#include "interrupt.hpp"

#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <system_error>

#include <fmt/chrono.h>
#include <fmt/format.h>

namespace allide::cli {

namespace {

[[noreturn]] void refuse_output() {
    throw Refusal(fmt::format("standard output: cannot be written: {}", std::strerror(errno)));
}

}  // namespace

void print(std::string_view text) {
    if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size()) refuse_output();
}

void flush_output() {
    if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0) refuse_output();
}

void print_message(std::string_view message) {
    std::string line = std::string(program_name) + ": ";
    for (const char c : message) {
        if (c == '\n')
            line += "\\n";
        else if (c == '\r')
            line += "\\r";
        else
            line += c;
    }
    line += '\n';
    std::fwrite(line.data(), 1, line.size(), stderr);
}

void write_whole(const std::string& file, std::string_view bytes) {
    const DelayInterrupt until_complete;
    const std::string temporary = file + ".part";
    std::ofstream out(temporary, std::ios::binary);
    out.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    out.close();
    std::error_code failure;
    if (out) std::filesystem::rename(temporary, file, failure);
    if (!out || failure) {
        const std::string why = failure ? failure.message() : std::strerror(errno);
        std::filesystem::remove(temporary, failure);
        throw Refusal(fmt::format("{}: cannot be written: {}", file, why));
    }
}

namespace {

std::string time_as(const char* format) {
    const std::time_t now = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
    return fmt::format(fmt::runtime(format), fmt::gmtime(now));
}

}  // namespace

std::string time_for_people() {
    return time_as("{:%Y-%m-%d %H:%M} UTC");
}

std::string time_for_programs() {
    return time_as("{:%Y-%m-%dT%H:%M:%SZ}");
}

std::string file_name_of(const std::string& path) {
    return std::filesystem::path(path).filename().string();
}

}  // namespace allide::cli
