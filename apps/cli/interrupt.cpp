#include "interrupt.hpp"

#include "output.hpp"

#include <csignal>

#include <unistd.h>

namespace allide::cli {

namespace {

volatile std::sig_atomic_t finish_step = 0;
volatile std::sig_atomic_t noted = 0;

extern "C" void on_interrupt(int /*signal*/) {
    if (finish_step == 0 || noted != 0) _exit(interrupted_code);
    noted = 1;
}

}  // namespace

void watch_interrupts() {
    // A shell starts background jobs with the signal ignored; that stays so.
    if (std::signal(SIGINT, on_interrupt) == SIG_IGN) std::signal(SIGINT, SIG_IGN);
}

FinishStepOnInterrupt::FinishStepOnInterrupt() {
    finish_step = 1;
}

FinishStepOnInterrupt::~FinishStepOnInterrupt() {
    finish_step = 0;
}

bool FinishStepOnInterrupt::interrupted() const {
    return noted != 0;
}

}  // namespace allide::cli
