// Ctrl-C. By default it ends the program at once with exit code 130. Work with partial answers finishes its
// current step first, and a file that is being written is completed first.
#pragma once

namespace allide::cli {

void watch_interrupts();

// While one of these exists, the first Ctrl-C is only recorded, and the work must ask interrupted(). A second
// Ctrl-C ends the program at once.
class FinishStepOnInterrupt {
  public:
    FinishStepOnInterrupt();
    ~FinishStepOnInterrupt();
    FinishStepOnInterrupt(const FinishStepOnInterrupt&) = delete;
    FinishStepOnInterrupt& operator=(const FinishStepOnInterrupt&) = delete;

    bool interrupted() const;
};

// Delays the first Ctrl-C until the end of this object's life, when the program ends with 130; inside a
// FinishStepOnInterrupt it is left to that. For writing files: no unfinished one stays behind.
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
