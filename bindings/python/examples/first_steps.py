"""Contacts, distance and time of impact of two tori."""

import numpy as np

import allide

torus = allide.Model(allide.generate("torus", triangles=10_000))
beside = allide.Pose.translation([2.5, 0, 0])

print("touching:", allide.collides(torus, torus, pose_b=beside))
gap = allide.distance(torus, torus, pose_b=beside)
print(f"distance: {gap.value:.6f}, certainly between {gap.lower} and {gap.upper}")

spin = allide.Motion.screw(axis=[1, 0, 0], angle=allide.degrees(90), advance=2)
hit = allide.predict(torus, torus, spin, pose_b=beside)
print(f"{hit.outcome}: no contact before t = {hit.free_until}")
if hit.outcome == "impact" and hit.point is not None:
    print("first contact at", np.round(hit.point, 6))

contacts = allide.contacts(torus, torus, pose_b=allide.Pose.translation([1, 0, 0]))
print(len(contacts), "pairs of triangles touch, the first is", contacts.pairs[0].tolist())
