/* The limit in C: the game of plain_python.py, except that a blocked hand ends when all have passed in a row.
 *
 * Compiled as a shared library: play(games, state, totals) adds to games, turns, decisions, score, blocked.
 *
 * Cards are bits of a uint64_t (bit = suit * 16 + rank). The stock is a mask
 * too: a card is drawn by choosing a random set bit (BMI2 pdep where there is
 * one), so nothing is ever shuffled.
 */
#include <stdint.h>
#ifdef __BMI2__
#include <immintrin.h>
#endif

typedef uint64_t u64;
typedef struct { u64 games, turns, decisions, score, blocked; } totals;

#define RANKMASK(r) (0x0001000100010001ULL << (r))
#define ALL 0x1FFF1FFF1FFF1FFFULL
#define EIGHTS RANKMASK(7)
#define TENS (RANKMASK(9) | RANKMASK(10) | RANKMASK(11) | RANKMASK(12))

static u64 rng_state;

static inline u64 rng(void) { /* xorshift64* */
    u64 x = rng_state;
    x ^= x >> 12; x ^= x << 25; x ^= x >> 27;
    rng_state = x;
    return x * 0x2545F4914F6CDD1DULL;
}
static inline unsigned below(unsigned n) {
    return (unsigned)(((rng() >> 32) * n) >> 32);
}
static inline unsigned count(u64 m) { return (unsigned)__builtin_popcountll(m); }
static inline u64 nth(u64 m, unsigned k) {
#ifdef __BMI2__
    return _pdep_u64(1ULL << k, m);
#else
    while (k--) m &= m - 1;
    return m & -m;
#endif
}
static inline u64 pick(u64 m) { return nth(m, below(count(m))); }
static inline u64 follow_of(u64 c) {
    int i = __builtin_ctzll(c);
    return (0x1FFFULL << (i & 48)) | RANKMASK(i & 15) | EIGHTS;
}

void play(u64 games, u64 *state, totals *t) {
    rng_state = *state;
    while (games--) {
        u64 hands[4], stock = ALL, pile = 0, top, follow;
        unsigned p = 0, passes = 0;
        t->games++;
        for (int i = 0; i < 4; i++) {
            u64 h = 0;
            for (int j = 0; j < 5; j++) { u64 c = pick(stock); stock ^= c; h |= c; }
            hands[i] = h;
        }
        top = pick(stock & ~EIGHTS);
        stock ^= top;
        follow = follow_of(top);
        for (;; p = (p + 1) & 3) {
            u64 hand = hands[p], m = hand & follow, c;
            t->turns++;
            t->decisions++;
            if (m) {
                c = pick(m);
            } else {
                if (!stock) {
                    if (!pile) {
                        if (++passes == 4) { t->blocked++; break; }
                        continue;
                    }
                    stock = pile;
                    pile = 0;
                }
                c = pick(stock);
                stock ^= c;
                hand |= c;
                hands[p] = hand;
                passes = 0;
                if (!(c & follow)) continue;
                t->decisions++;
                if (rng() >> 63) continue;
            }
            passes = 0;
            hand ^= c;
            hands[p] = hand;
            if (!hand) {
                u64 rest = hands[0] | hands[1] | hands[2] | hands[3];
                unsigned s = 50 * count(rest & EIGHTS) + 10 * count(rest & TENS);
                for (int r = 0; r < 9; r++)
                    if (r != 7) s += (r + 1) * count(rest & RANKMASK(r));
                t->score += s;
                break;
            }
            pile |= top;
            top = c;
            if (c & EIGHTS) {
                t->decisions++;
                follow = (0x1FFFULL << (below(4) << 4)) | EIGHTS;
            } else {
                follow = follow_of(c);
            }
        }
    }
    *state = rng_state;
}
