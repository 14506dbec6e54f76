#include "interrupt.hpp"
#include "program.hpp"

int main(int argc, char** argv) {
    allide::cli::watch_interrupts();
    return allide::cli::run_program({argv + 1, argv + argc});
}
