#include "output.hpp"

#include <cerrno>
#include <cstdio>
#include <cstring>

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

void complain(std::string_view message) {
    std::string line = "allide: ";
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

}  // namespace allide::cli
