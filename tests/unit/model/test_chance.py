"""Properties of the random streams, and vectors that pin them for ever."""

from __future__ import annotations

import itertools

import pytest

from ruledeck.model import chance

MODULUS = chance.MULTIPLIER * 2**32 - 1
SMALL_PRIMES = (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37)


def numbers(state: int, bound: int, count: int) -> list[int]:
    found = []
    for _ in range(count):
        state = chance.step(state)
        found.append(chance.below(state, bound))
    return found


def is_prime(number: int) -> bool:
    """Miller and Rabin's test, exact below 3 * 10**23 with these bases."""
    if any(number % prime == 0 for prime in SMALL_PRIMES):
        return number in SMALL_PRIMES
    odd, twos = number - 1, 0
    while odd % 2 == 0:
        odd, twos = odd // 2, twos + 1
    for base in SMALL_PRIMES:
        power = pow(base, odd, number)
        if power not in (1, number - 1) and all(pow(power, 2**k, number) != number - 1 for k in range(1, twos)):
            return False
    return True


def test_every_stream_has_the_long_period() -> None:
    half = (MODULUS - 1) // 2
    assert is_prime(MODULUS)
    assert is_prime(half)
    assert pow(2**32, half, MODULUS) == 1


@pytest.mark.parametrize("state", [1, 2**32, MODULUS - 1, (chance.MULTIPLIER - 2) << 32 | chance.LOW])
def test_a_step_stays_in_range(state: int) -> None:
    for _ in range(1000):
        state = chance.step(state)
        assert 0 < state < MODULUS < 2**62


def test_a_step_multiplies_by_the_inverse_of_the_base() -> None:
    state = chance.stream(3, 1, 4)
    assert chance.step(state) * 2**32 % MODULUS == state % MODULUS


def test_first_states_are_valid_and_differ() -> None:
    states = {
        chance.stream(seed, game, number)
        for seed in (0, 1, 2**32, 2**64 - 1)
        for game in (0, 1, 2, 2**32)
        for number in range(11)
    }
    assert len(states) == 4 * 4 * 11
    assert all(0 < state < MODULUS for state in states)


def test_mix_loses_nothing() -> None:
    assert len({chance.mix(value) for value in range(0, 2**32, 65521)}) == len(range(0, 2**32, 65521))


@pytest.mark.parametrize("bound", [2, 3, 7, 52, 108])
def test_below_is_uniform(bound: int) -> None:
    counts = [0] * bound
    for number in numbers(chance.stream(5, 0, 0), bound, 20_000):
        counts[number] += 1
    assert chi_square(counts) < bound + 5 * (2 * bound) ** 0.5


def chi_square(counts: list[int]) -> float:
    mean = sum(counts) / len(counts)
    return sum((count - mean) ** 2 / mean for count in counts)


@pytest.mark.parametrize("which", ["seed", "game", "number"])
def test_neighbouring_streams_are_unrelated(which: str) -> None:
    """The first numbers of streams k and k + 1, as a table of 8 by 8: about 63 by chance, spread 11."""
    counts = [0] * 64
    first = [numbers(chance.stream(**{"seed": 1, "game": 1, "number": 1} | {which: k}), 8, 1)[0] for k in range(20_001)]
    for one, other in itertools.pairwise(first):
        counts[8 * one + other] += 1
    assert chi_square(counts) < 63 + 5 * 126**0.5


def test_successive_numbers_are_unrelated() -> None:
    counts = [0] * 64
    row = numbers(chance.stream(9, 0, 0), 8, 20_000)
    for one, other in itertools.pairwise(row):
        counts[8 * one + other] += 1
    assert chi_square(counts) < 63 + 5 * 126**0.5


def test_vectors() -> None:
    assert numbers(chance.stream(7, 0, 0), 2**32, 3) == [2952004748, 2353191725, 1478750264]
    assert numbers(chance.stream(7, 1, 0), 2**32, 3) == [1815496706, 1230755449, 3569134408]
    assert numbers(chance.stream(7, 2, 0), 2**32, 3) == [3840903723, 2584432332, 3430250829]
    assert numbers(chance.stream(2**64 - 1, 2**40, 10), 52, 8) == VECTOR
    assert [chance.mix(value) for value in (0, 1, 2**32 - 1)] == MIXED


VECTOR = [27, 4, 21, 19, 16, 36, 36, 21]
MIXED = [0, 2261973619, 2578835075]
