"""A million poses in one call, over all cores."""

import numpy as np

import allide

bunch = allide.Model(allide.generate("noisy-torus", triangles=5_000))
ball = allide.Model(allide.generate("icosahedron"))

poses = np.tile(np.eye(4), (20_000, 1, 1))
poses[:, :3, 3] = np.random.default_rng(1).uniform(-4, 4, (len(poses), 3))


def show(done: int, total: int) -> None:
    print(f"{done} of {total}")


touching = allide.collides_many(bunch, ball, poses, progress=show)
print(touching.sum(), "of", len(poses), "poses touch")
gaps = allide.distance_many(bunch, ball, poses[~touching][:1000])
print("the closest of the others is", gaps.value.min(), "away")
