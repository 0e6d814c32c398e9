"""Instructions that move cards → statements, as `engine.transport` and `engine.instructions` move them."""

from __future__ import annotations

from ruledeck.engine.compiled.draws import draw
from ruledeck.engine.compiled.folding import Folding
from ruledeck.engine.compiled.phrases import Scene
from ruledeck.engine.compiled.unsupported import Unsupported
from ruledeck.model.program import At, DealOut, Exchange, Gather, Replace, Shuffle, Take, Transfer

CHANCE = "rc"
"""The state of the stream that shuffles."""


class Transport:
    def __init__(self, phrases: Folding) -> None:
        self.phrases = phrases
        self.plan = phrases.plan
        self.paper = phrases.paper

    # ---------------------------------------------------------- instructions

    def take(self, take: Take, scene: Scene, wanted: bool) -> None:
        """`wanted`: something reads the slot that gets the card."""
        write, slot = self.paper.write, self.plan.slot(take.slot)
        length = self.plan.length(take.source, None)
        with self.paper.under(f"if {length} == 0:"):
            if wanted:
                write(f"{slot} = -1")
        with self.paper.under("else:"):
            seat = self.phrases.one_of(take.target, take.target_seat, scene)
            self.drawn(take.source, "c")
            if wanted:
                write(f"{slot} = c")
            self.put(take.target, seat, "c", At.TOP)

    def transfer(self, transfer: Transfer, scene: Scene, sure: bool) -> None:
        """`sure`: the card is there."""
        low, high = self.phrases.known(transfer.card, scene)
        card = self.phrases.named(self.phrases.say(transfer.card, scene))
        source = self.phrases.one_of(transfer.source, transfer.source_seat, scene)
        target = self.phrases.one_of(transfer.target, transfer.target_seat, scene)
        if self.plan.ordered(transfer.source):
            self.pull_from_pile(transfer, card, source, target)
            return
        if sure:
            self.pull_from_hand(transfer.source, source, card)
            self.put(transfer.target, target, card, transfer.at)
            return
        guard = [f"{card} < 0"] * (low < 0) + [f"{card} >= {self.plan.faces}"] * (high >= self.plan.faces)
        word = self.plan.word(transfer.source, source)
        missing = f"not {word} >> {card} & 1"
        with self.paper.under(f"if {' or '.join((*guard, missing))}:"):
            self.phrases.fail()
        with self.paper.under("else:"):
            self.pull_from_hand(transfer.source, source, card)
            self.put(transfer.target, target, card, transfer.at)

    def deal(self, deal: DealOut, scene: Scene) -> None:
        write, seats = self.paper.write, self.plan.seats
        low, high = self.phrases.known(deal.first, scene)
        write(f"s = {self.phrases.say(deal.first, scene)}{'' if low >= 0 and high < seats else f' % {seats}'}")
        write(f"k = {self.phrases.say(deal.count, scene)} * {seats}")
        length = self.plan.length(deal.source, None)
        with self.paper.under(f"if k > {length}:"):
            write(f"k = {length}")
        with self.paper.under("for j in range(k):"):
            with self.paper.under(f"if s >= {seats}:"):
                write(f"s -= {seats}")
            self.drawn(deal.source, "c", last=False)
            self.put(deal.target, "s", "c", At.TOP)
            write("s += 1")
        if deal.source in self.plan.opened:
            with self.paper.under(f"if {length} == 0:"):
                write(f"{self.plan.open(deal.source, None)} = 0")

    def gather(self, gather: Gather) -> None:
        if not self.plan.ordered(gather.target):
            raise Unsupported("cards gathered into a hand")
        if self.plan.of_seats(gather.target):
            raise Unsupported("cards gathered into a seat's pile")
        if gather.source == gather.target:
            return
        if not self.plan.of_seats(gather.source):
            self.swept(gather, None)
            return
        with self.paper.under(f"for s in range({self.plan.bounds.layout.extent[gather.source]}):"):
            self.swept(gather, "s")

    def shuffle(self, shuffle: Shuffle) -> None:
        seat = "0" if self.plan.of_seats(shuffle.zone) else None
        length = self.plan.length(shuffle.zone, seat)
        self.paper.write(f"{self.plan.open(shuffle.zone, seat)} = {length} != 0")

    def exchange(self, exchange: Exchange, scene: Scene) -> None:
        one = self.phrases.named(self.phrases.seat(exchange.seat, scene) or "0")
        two = self.phrases.named(self.phrases.seat(exchange.other, scene) or "0")
        if not self.plan.ordered(exchange.zone):
            for plane in range(self.plan.planes):
                self.swapped(*(self.plan.word(exchange.zone, seat, plane) for seat in (one, two)))
            return
        with self.paper.under(f"for j in range(1, {self.plan.stride}):"):
            self.swapped(*(f"P[{self.plan.start(exchange.zone, seat)} + j]" for seat in (one, two)))
        self.swapped(*(self.plan.length(exchange.zone, seat) for seat in (one, two)))
        if exchange.zone in self.plan.opened:
            self.swapped(*(self.plan.open(exchange.zone, seat) for seat in (one, two)))

    def replace(self, replace: Replace, scene: Scene) -> None:
        """A card from a hand takes the place of one in a meld, which goes to the hand."""
        write, names = self.paper.write, self.phrases
        card, cell = (names.named(names.say(expr, scene)) for expr in (replace.card, replace.cell))
        seat = names.one_of(replace.hand, replace.seat, scene)
        meld = names.named(names.one_of(replace.zone, replace.meld, scene) or "0")
        word = self.plan.word(replace.hand, seat)
        tests = f"{cell} < 0 or {cell} >= {self.plan.length(replace.zone, meld)} or {card} < 0"
        with self.paper.under(f"if {tests} or not {word} >> {card} & 1:"):
            self.phrases.fail()
        with self.paper.under("else:"):
            slot = self.plan.slot(replace.slot)
            self.pull_from_hand(replace.hand, seat, card)
            write(f"i = {self.plan.start(replace.zone, meld)} + {cell} + 1")
            write(f"c = {card}")
            write(f"{slot} = P[i]")
            write("P[i] = c")
            self.put_in_hand(replace.hand, seat, slot)

    def swapped(self, one: str, two: str) -> None:
        self.paper.write(f"c = {one}")
        self.paper.write(f"{one} = {two}")
        self.paper.write(f"{two} = c")

    # --------------------------------------------------------------- drawing

    def drawn(self, zone: int, name: str, last: bool = True) -> None:
        """The card that comes off the table's pile, which is not empty. `last`: it may be the last one."""
        write, length, start = self.paper.write, self.plan.length(zone, None), self.plan.start(zone, None)
        if self.plan.of_seats(zone):
            raise Unsupported("cards drawn from a seat's pile")
        top = f"P[{start} + {length}]" if start != "0" else f"P[{length}]"
        if zone not in self.plan.opened:
            write(f"{name} = {top}")
            write(f"{length} -= 1")
            return
        opened = self.plan.open(zone, None)
        with self.paper.under(f"if {opened} and {length} > 1:"):
            draw(self.paper, CHANCE, length, "i")
            write(f"i += {int(start) + 1}")
            write(f"{name} = P[i]")
            write(f"P[i] = {top}")
            write(f"{length} -= 1")
        with self.paper.under("else:"):
            write(f"{name} = {top}")
            write(f"{length} -= 1")
            if last:
                with self.paper.under(f"if {length} == 0:"):
                    write(f"{opened} = 0")

    def settle(self, zone: int, seat: str | None) -> None:
        """Give an open pile an order."""
        if zone not in self.plan.opened:
            return
        write, opened = self.paper.write, self.plan.open(zone, seat)
        with self.paper.under(f"if {opened}:"):
            write(f"i = {self.plan.start(zone, seat)}")
            with self.paper.under(f"for j in range({self.plan.length(zone, seat)}, 1, -1):"):
                draw(self.paper, CHANCE, "j", "k")
                write("k += i + 1")
                write("l = P[k]")
                write("P[k] = P[i + j]")
                write("P[i + j] = l")
            write(f"{opened} = 0")

    # ------------------------------------------------------------ in and out

    def put(self, zone: int, seat: str | None, card: str, at: At) -> None:
        if not self.plan.ordered(zone):
            self.put_in_hand(zone, seat, card)
            return
        write, length, start = self.paper.write, self.plan.length(zone, seat), self.plan.start(zone, seat)
        if at is At.TOP:
            self.settle(zone, seat)
            write(f"{length} += 1")
            write(f"P[{start} + {length}] = {card}")
            return
        if at is At.BOTTOM:
            self.settle(zone, seat)
            write("k = 0")
        elif zone in self.plan.opened:
            with self.paper.under(f"if {self.plan.open(zone, seat)}:"):
                write(f"k = {length}")
            with self.paper.under("else:"):
                draw(self.paper, CHANCE, f"({length} + 1)", "k")
        else:
            draw(self.paper, CHANCE, f"({length} + 1)", "k")
        write(f"i = {start} + 1")
        write(f"P[i + k + 1:i + {length} + 1] = P[i + k:i + {length}]")
        write(f"P[i + k] = {card}")
        write(f"{length} += 1")

    def put_in_hand(self, zone: int, seat: str | None, card: str) -> None:
        """The lowest free plane gets the card."""
        if self.plan.planes == 1:
            self.paper.write(f"{self.plan.word(zone, seat)} |= 1 << {card}")
            return
        self.paper.write(f"b = 1 << {card}")
        self.put_in_plane(zone, seat, 0)

    def put_in_plane(self, zone: int, seat: str | None, plane: int) -> None:
        word = self.plan.word(zone, seat, plane)
        if plane == self.plan.planes - 1:
            self.paper.write(f"{word} |= b")
            return
        with self.paper.under(f"if {word} & b:"):
            self.put_in_plane(zone, seat, plane + 1)
        with self.paper.under("else:"):
            self.paper.write(f"{word} |= b")

    def pull_from_hand(self, zone: int, seat: str | None, card: str) -> None:
        """The highest plane that has the card gives it up."""
        words = [self.plan.word(zone, seat, plane) for plane in range(self.plan.planes)]
        if len(words) == 1:
            self.paper.write(f"{words[0]} ^= 1 << {card}")
            return
        self.paper.write(f"b = 1 << {card}")
        for place, word in enumerate(reversed(words[1:])):
            with self.paper.under(f"{'el' if place else ''}if {word} & b:"):
                self.paper.write(f"{word} ^= b")
        with self.paper.under("else:"):
            self.paper.write(f"{words[0]} ^= b")

    def pull_from_pile(self, transfer: Transfer, card: str, source: str | None, target: str | None) -> None:
        """The uppermost card of the face; those above it close up."""
        write, zone = self.paper.write, transfer.source
        length = self.plan.length(zone, source)
        write(f"j = {self.plan.start(zone, source)}")
        write(f"k = {length}")
        with self.paper.under(f"while k > 0 and P[j + k] != {card}:"):
            write("k -= 1")
        with self.paper.under("if k == 0:"):
            self.phrases.fail()
        with self.paper.under("else:"):
            write(f"P[j + k:j + {length}] = P[j + k + 1:j + {length} + 1]")
            write(f"{length} -= 1")
            if zone in self.plan.opened:
                with self.paper.under(f"if {length} == 0:"):
                    write(f"{self.plan.open(zone, source)} = 0")
            self.put(transfer.target, target, card, transfer.at)

    # --------------------------------------------------------------- sweeping

    def swept(self, gather: Gather, seat: str | None) -> None:
        """All cards of one zone but the uppermost go on the pile `target`."""
        if not self.plan.ordered(gather.source):
            self.swept_hand(gather, seat)
            return
        write = self.paper.write
        here, there = self.plan.length(gather.source, seat), self.plan.length(gather.target, None)
        start = self.plan.start(gather.source, seat)
        with self.paper.under(f"if {here} > {gather.keep}:"):
            write(f"k = {here} - {gather.keep}")
            write(f"i = {start} + 1")
            write(f"j = {self.plan.start(gather.target, None)} + {there} + 1")
            if gather.turned:
                with self.paper.under("for l in range(k):"):
                    write("P[j + l] = P[i + k - 1 - l]")
            else:
                write("P[j:j + k] = P[i:i + k]")
            write(f"{there} += k")
            if gather.keep:
                write(f"P[i:i + {gather.keep}] = P[i + k:i + k + {gather.keep}]")
            write(f"{here} = {gather.keep}")
            if gather.source in self.plan.opened and not gather.keep:
                write(f"{self.plan.open(gather.source, seat)} = 0")

    def swept_hand(self, gather: Gather, seat: str | None) -> None:
        """In deck order, copies together."""
        if gather.turned:
            raise Unsupported("a hand is turned over")
        if gather.keep:
            raise Unsupported("cards kept in a hand while the others are gathered")
        write, words = self.paper.write, [self.plan.word(gather.source, seat, k) for k in range(self.plan.planes)]
        there = self.plan.length(gather.target, None)
        write(f"w = {words[0]}")
        write(f"i = {self.plan.start(gather.target, None)}")
        with self.paper.under("while w:"):
            write("c = (w & -w).bit_length() - 1")
            write("w &= w - 1")
            self.swept_card(there)
            for word in words[1:]:
                with self.paper.under(f"if {word} >> c & 1:"):
                    self.swept_card(there)
        for word in words:
            write(f"{word} = 0")

    def swept_card(self, there: str) -> None:
        self.paper.write(f"{there} += 1")
        self.paper.write(f"P[i + {there}] = c")
