// Handling of Ctrl-C. By default it ends the program at once with exit code 130. Commands that can report
// partial answers finish their current step first, and a file that is being written is completed first.
#pragma once

namespace allide::cli {

void watch_interrupts();

// While an object of this class exists, the first Ctrl-C is only recorded, and the work must poll
// interrupted(). A second Ctrl-C ends the program at once.
class FinishStepOnInterrupt {
  public:
    FinishStepOnInterrupt();
    ~FinishStepOnInterrupt();
    FinishStepOnInterrupt(const FinishStepOnInterrupt&) = delete;
    FinishStepOnInterrupt& operator=(const FinishStepOnInterrupt&) = delete;

    bool interrupted() const;
};

// Delays the first Ctrl-C until this object is destroyed; the program then exits with code 130, unless an
// enclosing FinishStepOnInterrupt still exists, which handles it. Keeps unfinished files from staying behind.
class DelayInterrupt {
  public:
    DelayInterrupt() = default;
    ~DelayInterrupt();
    DelayInterrupt(const DelayInterrupt&) = delete;
    DelayInterrupt& operator=(const DelayInterrupt&) = delete;

  private:
    FinishStepOnInterrupt step_;
};

}  // namespace allide::cli
