"""Units that take time, for tests that interrupt them. Workers import this module by name."""

import os
import pathlib
import signal
import time

from allide._cluster_work import clash_unit, reported


def slow_clash_unit(job, unit):
    """Half of the time passes before the result is written, half before it is answered."""
    pause = float(os.environ.get("ALLIDE_TEST_PAUSE", "0.15"))
    mark = pathlib.Path(job.results).parent / "workers" / str(os.getpid())
    mark.parent.mkdir(exist_ok=True)
    mark.touch()
    time.sleep(pause)
    answer = clash_unit(job, unit)
    time.sleep(pause)
    mark.unlink(missing_ok=True)
    return answer


def crashing_clash_unit(job, unit):
    """The processes of units 1 and 2 crash: that of unit 1 each time, that of unit 2 only once."""
    mark = pathlib.Path(job.results).parent / "crashed"
    if unit == 1 or (unit == 2 and not mark.exists()):
        if unit == 2:
            mark.touch()
        os.kill(os.getpid(), signal.SIGSEGV)
    return clash_unit(job, unit)


def unit_with_too_much_memory(job, unit):
    return reported(lambda: {"bytes": len(bytearray(8 << 30))}) if unit == 1 else clash_unit(job, unit)


def failing_clash_unit(job, unit):
    if unit == 1:
        return reported(lambda: 1 / 0)
    return clash_unit(job, unit)
