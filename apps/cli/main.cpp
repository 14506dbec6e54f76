#include "interrupt.hpp"
#include "output.hpp"
#include "program.hpp"

const std::string_view allide::cli::program_name = "allide";

int main(int argc, char** argv) {
    allide::cli::watch_interrupts();
    return allide::cli::run_program({argv + 1, argv + argc});
}
