"""The limit under numba: the game of limit.c, cards as bits of unsigned words, chance as in C. Needs numba."""

# A package without types, whose functions are no Python.
# mypy: ignore-errors
# ruff: noqa: ANN001, ANN201, ANN202, ARG001, ARG005, B007, C901

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


@njit
def play(games, seed):
    x = U(seed)
    turns = 0
    decisions = 0
    score = ZERO
    blocked = 0
    deck = np.empty(52, np.uint64)
    stock = np.empty(52, np.uint64)
    hands = np.empty(4, np.uint64)
    for s in range(4):
        for r in range(13):
            deck[s * 13 + r] = ONE << U(s * 16 + r)
    for _ in range(games):
        for i in range(52):
            stock[i] = deck[i]
        n = 52
        for i in range(4):
            h = ZERO
            for j in range(5):
                x = step(x)
                k = below(x, U(n))
                n -= 1
                h |= stock[k]
                stock[k] = stock[n]
            hands[i] = h
        while True:  # a uniformly random non-8
            x = step(x)
            k = below(x, U(n))
            if not stock[k] & EIGHTS:
                break
        n -= 1
        top = stock[k]
        stock[k] = stock[n]
        follow = follow_of(top)
        pile = ZERO
        passes = 0
        p = -1
        while True:
            p = (p + 1) & 3
            turns += 1
            decisions += 1
            hand = hands[p]
            m = hand & follow
            if m:
                x = step(x)
                k = below(x, ctpop(m))
                while k:
                    m &= m - ONE
                    k -= ONE
                c = m & (~m + ONE)
            else:
                if n == 0:
                    if not pile:
                        passes += 1
                        if passes == 4:
                            blocked += 1
                            break
                        continue
                    while pile:
                        c = pile & (~pile + ONE)
                        pile ^= c
                        stock[n] = c
                        n += 1
                x = step(x)
                k = below(x, U(n))
                n -= 1
                c = stock[k]
                stock[k] = stock[n]
                hand |= c
                hands[p] = hand
                passes = 0
                if not c & follow:
                    continue
                decisions += 1
                x = step(x)
                if (x * MULT) >> U63:
                    continue
            passes = 0
            hand ^= c
            hands[p] = hand
            if not hand:
                rest = hands[0] | hands[1] | hands[2] | hands[3]
                sc = U(50) * ctpop(rest & EIGHTS) + U(10) * ctpop(rest & TENS)
                for r in range(9):
                    if r != 7:
                        sc += U(r + 1) * ctpop(rest & (RANK << U(r)))
                score += sc
                break
            pile |= top
            top = c
            if c & EIGHTS:
                decisions += 1
                x = step(x)
                follow = (SUIT << (below(x, U4) << U4)) | EIGHTS
            else:
                follow = follow_of(c)
    return turns, decisions, score, blocked, x
