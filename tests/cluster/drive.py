"""A driver in a process of its own, so that it can be killed: drive.py ADDRESS INDEX WORK OUTPUT [resume]."""

import sys

import allide.cluster
from slow_units import slow_clash_unit

address, index, work, output, *rest = sys.argv[1:]
options = {} if rest else {"clearance": 2.0, "unit_count": 14}
try:
    allide.cluster.clash(index, [output], work=work, address=address, resume=bool(rest), slow_after=1, show_progress=False,
                         run_unit=slow_clash_unit, **options)
except (allide.cluster.ClusterError, allide.AllideError) as error:
    print(error, file=sys.stderr)
    sys.exit(2)
