"""Intervals with integer ends, sine and cosine with proven errors.

An interval is a pair (low, high) of integers in units of 2^-PRECISION, or of whatever unit its user chooses.
"""
from fractions import Fraction
from functools import lru_cache
from math import isqrt

PRECISION = 320  # bits after the binary point
GUARD = 128  # more bits, for the reduction of large angles and for roundings
WORK = PRECISION + GUARD


def arctan_of_inverse(n, bits):
    """arctan(1/n) in units of 2^-bits, off by less than the number of terms."""
    total, power, k = 0, (1 << bits) // n, 1
    while power:
        total += power // k if k % 4 == 1 else -(power // k)
        power //= n * n
        k += 2
    return total


@lru_cache(maxsize=None)
def half_pi():
    """pi / 2 in units of 2^-(2 WORK), off by less than 2^20 units (Machin's formula)."""
    return 8 * arctan_of_inverse(5, 2 * WORK) - 2 * arctan_of_inverse(239, 2 * WORK)


def series(r, first):
    """Taylor's series of cosine (first = 0) or sine (first = 1) at |r| < 1, in units of 2^-WORK. Every term is rounded by
    less than 2 units, and there are fewer than 200 terms."""
    term, total, k = (1 << WORK) if first == 0 else r, 0, first
    while term and k < 400:
        total += term
        k += 2
        term = -(((term * r) >> WORK) * r >> WORK) // (k * (k - 1))
    return total


@lru_cache(maxsize=4096)
def cos_sin(angle):
    """Intervals of the cosine and the sine of a rational angle below 2^60, in units of 2^-PRECISION."""
    assert abs(angle) < 1 << 60
    fine = (angle.numerator << (2 * WORK)) // angle.denominator
    turns = (2 * fine + half_pi()) // (2 * half_pi())  # nearest multiple of pi / 2
    r = (fine - turns * half_pi()) >> WORK  # |r| < 0.8; its error is below 2^90 / 2^WORK + 1 units of 2^-WORK
    c, s = series(r, 0), series(r, 1)
    c, s = [(c, s), (-s, c), (-c, -s), (s, -c)][turns % 4]
    slack = 1 << (GUARD - 1)  # far above all errors together, in units of 2^-WORK
    outward = lambda x: ((x - slack) >> GUARD, -((-x - slack) >> GUARD))
    return outward(c), outward(s)


def inverse_root(square):
    """An interval of 1 / sqrt(square) for a positive integer, as (low, high, bits): in units of 2^-bits."""
    bits = PRECISION + square.bit_length()
    root = isqrt((1 << (2 * bits)) // square)
    return root, root + 1, bits


def scale(x, interval):
    """A number times an interval."""
    return (x * interval[0], x * interval[1]) if x >= 0 else (x * interval[1], x * interval[0])


def add(a, b):
    return a[0] + b[0], a[1] + b[1]


def negated(a):
    return -a[1], -a[0]


def multiply(a, b):
    products = (a[0] * b[0], a[0] * b[1], a[1] * b[0], a[1] * b[1])
    return min(products), max(products)


def largest(a):
    return max(abs(a[0]), abs(a[1]))


def det(a, b, c):
    """An interval of the determinant of three vectors of intervals."""
    parts = [multiply(a[i], add(multiply(b[j], c[k]), negated(multiply(b[k], c[j]))))
             for i, j, k in ((0, 1, 2), (1, 2, 0), (2, 0, 1))]
    return add(add(parts[0], parts[1]), parts[2])
