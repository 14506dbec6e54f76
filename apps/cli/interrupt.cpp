#include "interrupt.hpp"

#include "output.hpp"

#include <csignal>

#include <unistd.h>

namespace allide::cli {

namespace {

volatile std::sig_atomic_t open_steps = 0;  // number of FinishStepOnInterrupt objects that exist
volatile std::sig_atomic_t recorded = 0;

extern "C" void on_interrupt(int /*signal*/) {
    if (open_steps == 0 || recorded != 0) _exit(interrupted_code);
    recorded = 1;
}

}  // namespace

void watch_interrupts() {
    // A shell starts its background jobs with SIGINT ignored; in such a job the signal must stay ignored.
    if (std::signal(SIGINT, on_interrupt) == SIG_IGN) std::signal(SIGINT, SIG_IGN);
}

FinishStepOnInterrupt::FinishStepOnInterrupt() {
    open_steps = open_steps + 1;
}

FinishStepOnInterrupt::~FinishStepOnInterrupt() {
    open_steps = open_steps - 1;
}

bool FinishStepOnInterrupt::interrupted() const {
    return recorded != 0;
}

DelayInterrupt::~DelayInterrupt() {
    if (open_steps == 1 && recorded != 0) _exit(interrupted_code);
}

}  // namespace allide::cli
