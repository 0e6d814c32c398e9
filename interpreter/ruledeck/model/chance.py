"""Seeded streams of random integers, in arithmetic that any executor repeats exactly.

A stream is one integer below 2**62. A step is a multiply-with-carry of base 2**32 with Marsaglia's multiplier
a = 698769069 (the carry generator of KISS); the number given out is the low half xor the high half, as in Thomas's
MWC64X. a*2**32-1 and a*2**31-1 are both prime, so that every stream has the period a*2**31-1, about 2**60.4. All
products stay below 2**63, so that signed 64-bit arithmetic suffices.

Streams are made from (seed, game number, stream number) by a 32-bit mixer (Wellons' two-multiplication family, both
multipliers below 2**31), so that game *n* of a batch depends on nothing but the seed and *n*.
"""

from __future__ import annotations

MULTIPLIER = 698769069
LOW = 0xFFFFFFFF
CARDS = 0
"""Number of the stream that shuffles. Seat *k* plays from stream *k* + 1."""


def mix(value: int) -> int:
    """Scramble a 32-bit integer; a bijection on 0..2**32-1."""
    value ^= value >> 16
    value = value * 0x21F0AAAD & LOW
    value ^= value >> 15
    value = value * 0x735A2D97 & LOW
    return value ^ (value >> 15)


def stream(seed: int, game: int, number: int) -> int:
    """First state of stream `number` of game `game`. `seed` and `game` are taken modulo 2**64."""
    high, low = 0x9E3779B9, 0x7F4A7C15
    for word in (seed & LOW, seed >> 32 & LOW, game & LOW, game >> 32 & LOW, number):
        low = mix(low ^ word)
        high = mix((high + low & LOW) ^ (word * 0x2545F491 & LOW))
    return (high % (MULTIPLIER - 2) + 1) << 32 | low


def step(state: int) -> int:
    """The state after `state`."""
    return MULTIPLIER * (state & LOW) + (state >> 32)


def below(state: int, bound: int) -> int:
    """The number from 0 to `bound` - 1 that `state` stands for; uniform but for `bound` / 2**32."""
    return ((state ^ state >> 32) & LOW) * bound >> 32
