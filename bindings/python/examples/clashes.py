"""The clashes of an assembly, and what changes from one version to the next."""

import allide

room = allide.generate_engine_room(triangles=60_000, clashes=4, clearances=2)
allide.save_mesh(room.mesh, "room.glb")

report = allide.clash(["room.glb"], clearance=1.6, units="mm")
for clash in report.clashes:
    print(f"{clash.kind:10} {clash.a} - {clash.b}")
report.save("report.json")

again = allide.clash("room.glb", clearance=1.6, baseline="report.json")
print(again.totals().statuses)
