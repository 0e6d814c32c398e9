"""The limit under numba: the game of limit.c, cards as bits of unsigned words, chance as in C. Needs numba."""

# A package without types, whose functions are no Python.
# mypy: ignore-errors
# ruff: noqa: ANN001, ANN201, ANN202, ARG001, ARG005, B007

import numpy as np
from numba import njit, types
from numba.extending import intrinsic

U = np.uint64


@intrinsic
def ctpop(typingctx, x):
    return types.uint64(types.uint64), lambda ctx, b, sig, args: b.ctpop(args[0])


@intrinsic
def cttz(typingctx, x):
    def gen(ctx, b, sig, args):
        from llvmlite import ir

        return b.cttz(args[0], ir.Constant(ir.IntType(1), 0))

    return types.uint64(types.uint64), gen


RANK = U(0x0001000100010001)
EIGHTS = U(0x0001000100010001 << 7)
TENS = U(
    (0x0001000100010001 << 9) | (0x0001000100010001 << 10) | (0x0001000100010001 << 11) | (0x0001000100010001 << 12)
)
SUIT = U(0x1FFF)
ZERO, ONE, U4, U12, U15, U25, U27, U32, U48, U63 = (U(v) for v in (0, 1, 4, 12, 15, 25, 27, 32, 48, 63))
MULT = U(0x2545F4914F6CDD1D)


@njit(inline="always")
def step(x):
    x ^= x >> U12
    x ^= x << U25
    x ^= x >> U27
    return x


@njit(inline="always")
def below(x, n):
    return (((x * MULT) >> U32) * n) >> U32


@njit(inline="always")
def follow_of(c):
    i = cttz(c)
    return (SUIT << (i & U48)) | (RANK << (i & U15)) | EIGHTS


@njit(inline="always")
def lowest(m):
    return m & (~m + ONE)


@njit(inline="always")
def pick(m, k):
    while k:
        m &= m - ONE
        k -= ONE
    return lowest(m)


@njit
def deal(stock, hands, x):
    """The hands and a top card that is no eight; the cards left in the stock."""
    n = 0
    for s in range(4):
        for r in range(13):
            stock[n] = ONE << U(s * 16 + r)
            n += 1
    for i in range(4):
        hands[i] = ZERO
        for j in range(5):
            x = step(x)
            k = below(x, U(n))
            n -= 1
            hands[i] |= stock[k]
            stock[k] = stock[n]
    while True:
        x = step(x)
        k = below(x, U(n))
        if not stock[k] & EIGHTS:
            break
    n -= 1
    top = stock[k]
    stock[k] = stock[n]
    return x, n, top


@njit
def left_over(hands):
    rest = hands[0] | hands[1] | hands[2] | hands[3]
    score = U(50) * ctpop(rest & EIGHTS) + U(10) * ctpop(rest & TENS)
    for r in range(9):
        if r != 7:
            score += U(r + 1) * ctpop(rest & (RANK << U(r)))
    return score


@njit
def refill(stock, pile):
    n = 0
    while pile:
        card = lowest(pile)
        pile ^= card
        stock[n] = card
        n += 1
    return n


@njit
def choose(stock, n, hands, p, follow, x):
    """A card to play, or 0; whether a drawn one had to be decided on."""
    m = hands[p] & follow
    if m:
        x = step(x)
        return x, n, pick(m, below(x, ctpop(m))), 0
    x = step(x)
    k = below(x, U(n))
    n -= 1
    card = stock[k]
    stock[k] = stock[n]
    hands[p] |= card
    if not card & follow:
        return x, n, ZERO, 0
    x = step(x)
    return x, n, ZERO if (x * MULT) >> U63 else card, 1


@njit
def hand(stock, hands, x):
    x, n, top = deal(stock, hands, x)
    follow, pile, passes, p = follow_of(top), ZERO, 0, -1
    turns = decisions = 0
    while True:
        p = (p + 1) & 3
        turns += 1
        decisions += 1
        if not hands[p] & follow and n == 0:
            if not pile:
                passes += 1
                if passes == 4:
                    return x, turns, decisions, ZERO, 1
                continue
            n, pile = refill(stock, pile), ZERO
        passes = 0
        x, n, card, more = choose(stock, n, hands, p, follow, x)
        decisions += more
        if not card:
            continue
        hands[p] ^= card
        if not hands[p]:
            return x, turns, decisions, left_over(hands), 0
        pile |= top
        top = card
        follow = follow_of(card)
        if card & EIGHTS:
            decisions += 1
            x = step(x)
            follow = (SUIT << (below(x, U4) << U4)) | EIGHTS


@njit
def play(games, seed):
    stock, hands = np.empty(52, np.uint64), np.empty(4, np.uint64)
    x, turns, decisions, score, blocked = U(seed), 0, 0, ZERO, 0
    for _ in range(games):
        x, more, made, won, stuck = hand(stock, hands, x)
        turns += more
        decisions += made
        score += won
        blocked += stuck
    return turns, decisions, score, blocked, x
