"""Numbers of certificates, and vectors of exact numbers (integers or fractions)."""
import re
from fractions import Fraction

TERM = re.compile(r"([+-]?)0x([0-9a-f]+)p([+-][0-9]{1,6})")
SUM = re.compile(r"-?0x[0-9a-f]+p[+-][0-9]{1,6}([+-]0x[0-9a-f]+p[+-][0-9]{1,6})*\Z")


class Refused(Exception):
    """The evidence does not prove the answer; the text says why."""


def expect(holds, why):
    if not holds:
        raise Refused(why)


def term(match):
    value, exponent = int(match[2], 16), int(match[3])
    expect(abs(exponent) < 100_000, f"the exponent {exponent} is too large")
    value = Fraction(value << exponent) if exponent >= 0 else Fraction(value, 1 << -exponent)
    return -value if match[1] == "-" else value


def exact(number):
    """A number of a certificate as a fraction. A JSON number stands for the nearest double; "0x1fp-3-0x1p-80" is
    31/8 - 1/2^80."""
    if isinstance(number, Fraction):
        return number
    if isinstance(number, (int, float)) and not isinstance(number, bool):
        number = float(number)
        expect(number - number == 0, f"expected a finite number, found {number!r}")
        return Fraction(number)
    expect(isinstance(number, str) and SUM.match(number), f"expected a number, found {number!r}")
    return sum((term(match) for match in TERM.finditer(number)), Fraction(0))


def ratio(number):
    """An exact number, or the quotient "p/q" of two."""
    if isinstance(number, str) and "/" in number:
        p, q = number.split("/")
        expect(exact(q) > 0, "expected a positive denominator")
        return exact(p) / exact(q)
    return exact(number)


def integers(numbers):
    """The numbers times their common denominator, which is returned too."""
    fractions = [exact(number) for number in numbers]
    scale = 1
    for fraction in fractions:
        scale = max(scale, fraction.denominator)  # powers of two
    return [fraction.numerator * (scale // fraction.denominator) for fraction in fractions], scale


def dot(a, b):
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


def cross(a, b):
    return (a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0])


def minus(a, b):
    return (a[0] - b[0], a[1] - b[1], a[2] - b[2])


def plus(a, b):
    return (a[0] + b[0], a[1] + b[1], a[2] + b[2])


def times(s, a):
    return (s * a[0], s * a[1], s * a[2])


def sign(x):
    return (x > 0) - (x < 0)
