#!/usr/bin/env python3
"""Turns a binary PPM picture into a PNG, with nothing but the standard library.

    ppm_to_png.py IN.ppm OUT.png

Colours are rounded to 64 steps a channel, which the eye hardly sees and which makes the file much smaller.
"""
import struct
import sys
import zlib

ROUNDED = bytes(min(252, (value + 2) // 4 * 4) for value in range(256))


def read_ppm(path):
    with open(path, "rb") as file:
        data = file.read()
    magic, width, height, depth = data.split(None, 4)[:4]
    if magic != b"P6" or depth != b"255":
        raise SystemExit(f"{path}: not a binary PPM of 8 bits")
    width, height = int(width), int(height)
    return width, height, data[-3 * width * height:].translate(ROUNDED)


def paeth(left, above, corner):
    guess = left + above - corner
    near = min((abs(guess - left), 0, left), (abs(guess - above), 1, above), (abs(guess - corner), 2, corner))
    return near[2]


def filtered(row, above):
    """The row as differences, by the filter with the smallest sum."""
    left = bytes(3) + row[:-3]
    corner = bytes(3) + above[:-3]
    choices = [
        bytes((x - a) & 255 for x, a in zip(row, left)),
        bytes((x - b) & 255 for x, b in zip(row, above)),
        bytes((x - paeth(a, b, c)) & 255 for x, a, b, c in zip(row, left, above, corner)),
    ]
    sums = [sum(min(x, 256 - x) for x in choice) for choice in choices]
    best = sums.index(min(sums))
    return bytes([(1, 2, 4)[best]]) + choices[best]


def chunk(kind, body):
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))


def main():
    width, height, pixels = read_ppm(sys.argv[1])
    rows, above = [], bytes(3 * width)
    for y in range(height):
        row = pixels[3 * width * y:3 * width * (y + 1)]
        rows.append(filtered(row, above))
        above = row
    with open(sys.argv[2], "wb") as file:
        file.write(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)) +
                   chunk(b"IDAT", zlib.compress(b"".join(rows), 9)) + chunk(b"IEND", b""))


if __name__ == "__main__":
    main()
