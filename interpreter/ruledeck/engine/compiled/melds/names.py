"""What the functions of the search stand on: places in the array Y, and tables that `tables` makes for a game.

The functions of `windows`, `needs`, `best`, `lying`, `stretches`, `apart`, `using`, `laying`, `within`, `ends` and `queries` are restricted integer Python like all emitted text, and are
themselves the text: `text` copies them into a script. A name in capitals stands for a number, which is put in its place
there, or for a table of the script. The values here are only so that Python and mypy know the names.
"""

from __future__ import annotations

from collections.abc import MutableSequence

Words = MutableSequence[int]
Table = tuple[int, ...]

WIDTH = 64
"""Entries of a table per face or class."""

# ------------------------------------------------------------- places in Y

COUNT = 0
"""By class: cards of the hand that are not taken yet. Wilds are counted in WILD alone."""
OF_VALUE = 64
"""By value of the groups: naturals not taken yet."""
OF_FACE = 128
"""By face: cards of the hand, wilds too."""
WILD, FLOOR, SPARE, GIVEN_VALUE, SCENE, HELD, PREPARED, OUTSIDE = 192, 193, 194, 195, 196, 197, 198, 199
"""Wilds not taken; a number of missing cards that cannot be undercut; classes of which the best way to fill all slots
leaves a card; the value of the meld that was read last; the scene that the hand was loaded for,
classes of which it has cards; 1 + the task that windows were listed for; worth of the cards that are in no meld."""
REST_GAP, REST_ROOM, LIST_AT, CANDIDATE = 200, 216, 232, 248
"""By slot: cells that it and those after it leave open at least, wilds that these take at most; its list of windows.
Values that groups may have."""
GAPS, LISTS = 264, 424
"""By window: cells without a natural. Then lists of windows, the fullest first: how many, then each."""
LIST_SIZE = 160
LOADED, LIMIT, HAVE = 1704, 1721, 1722
"""1 + the scene of the hand that is loaded, and its words. The worth that may be left over. By value of a run: places of which the hand has a card."""
STRAY, GOAL, LYING, LIES, CORES, TALLY, FOUND_APART, CHOSEN = 1786, 1787, 1788, 1789, 1840, 1872, 2352, 2353
"""Cards of the hand that are of no class. No more cards than so many can be used. Runs that lie where none may join another:
how many, then of each its order and value, its first place and the one after its last. By run: value, places of its first natural and
after its last one, wilds between. By value and run: naturals. Whether the best way found has its runs apart, and by slot: the window that is chosen."""
MEMO = 2362
"""By zone: the contract that was asked about last, with what hand, cards missing, classes that are useful."""
MEMO_SIZE = 24
MOST_WINDOWS, MOST_SLOTS_KNOWN, MOST_VALUES, MOST_PLANES = 158, 8, 60, 16

# ------------------------------------------------------------ numbers of a game

ZONES, PLANES, STRIDE, FACES, PATTERNS, SLOTS, MELDS_ZONE, PATTERN_SLOT, NEVER, DEAD_SCENE, JOINING, TAKING_ALL = (
    0,
    0,
    0,
    0,
    0,
    0,
    0,
    0,
    0,
    0,
    0,
    0,
)
"""The plan's zones, planes and stride; faces; patterns; slots of the longest contract; where melds lie in P and V;
whether there are contracts whose runs may not join, and such that take the whole hand."""

# ----------------------------------------------------- tables: see `tables`

SCENE_OF: Table = ()
LEAVING: Table = ()
EXACT: Table = ()
ALLOWED: Table = ()
POINTS: Table = ()
WORTH: Table = ()
CLASS: Table = ()
VALUE: Table = ()
VALUES: Table = ()
WILD_CLASS: Table = ()
RUNS: Table = ()
GROUPS: Table = ()
ORDER: Table = ()
LATER: Table = ()
ALIKE: Table = ()
SLOT: Table = ()
LEAST: Table = ()
MOST: Table = ()
CAP: Table = ()
ROOM: Table = ()
NATURALS: Table = ()
LENGTH: Table = ()
KINDS: Table = ()
CELLS: Table = ()
CELLS_AT: Table = ()
RUN_VALUE: Table = ()
WINDOW: Table = ()
RUN_PLACES: Table = ()
BARE: Table = ()
BARE_AT: Table = ()
FITS: Table = ()
FITS_AT: Table = ()
SAME: Table = ()
PLACES: Table = ()
WILDS: Table = ()
TWINS: Table = ()
APART: Table = ()
JOINABLE: Table = ()
WHOLE: Table = ()
EVERY: Table = ()
MORE: Table = ()
LARGEST: Table = ()
ORDER_OF: Table = ()
CELL_VALUE: Table = ()
CELL_LOW: Table = ()
