// Ctrl-C. By default the program ends at once with 130; work that has partial answers finishes the one at
// hand.
#pragma once

namespace allide::cli {

void watch_interrupts();

// While one of these lives, the first Ctrl-C is only noted; a second one ends the program.
class FinishStepOnInterrupt {
  public:
    FinishStepOnInterrupt();
    ~FinishStepOnInterrupt();
    FinishStepOnInterrupt(const FinishStepOnInterrupt&) = delete;
    FinishStepOnInterrupt& operator=(const FinishStepOnInterrupt&) = delete;

    bool interrupted() const;
};

}  // namespace allide::cli
