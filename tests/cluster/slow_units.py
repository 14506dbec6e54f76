"""Units that take time, for tests that interrupt them. Workers import this module by name."""

import os
import pathlib
import time

from allide._cluster_work import clash_unit


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


def failing_clash_unit(job, unit):
    if unit == 1:
        from allide._cluster_work import reported
        return reported(lambda: 1 / 0)
    return clash_unit(job, unit)
