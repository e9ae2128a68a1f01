"""A line-based shell for a game in a terminal.

A line is the text of actions, or a command. Actions take precedence over commands of the same name;
a command after a full stop (`.log`) is always a command.
"""

from __future__ import annotations

import cmd
import contextlib
import json
import shutil
import textwrap
from pathlib import Path
from typing import IO

from spacecombat_agents.atomic_files import atomic_write
from spacecombat_agents.play.local_game import LocalGame
from spacecombat_agents.play.pending_order import PendingOrder
from spacecombat_env.core.errors import OrderError, SpaceCombatError
from spacecombat_env.env.table import UNTIL, RefusedError

__all__ = ["COMMANDS", "Shell"]

LOG_LINES = 20
"""Default number of log entries."""
OUTCOME_MARK = "*"
"""Marks actions with random or revealed outcomes, which cannot be undone."""
COMMANDS = {
    "help": "this list",
    "words": "show the decision and the legal actions again",
    "undo": "undo the last action of the order; undo all: the whole order",
    "log": "show recent events; log 50: more of them",
    "view": "show what you know; view ships: one part of it",
    "map": "show the map as text; map FILE.svg: write a picture",
    "let": "let captain: delegate this order; let captain phase|turn|game: until its end",
    "save": "save FILE: save the game; resume it with spacecombat play --resume FILE",
    "resign": "resign game: resign",
    "quit": "leave; with --save the game is saved",
}


class Shell(cmd.Cmd):
    """The shell for the people at a table."""

    prompt = "> "
    doc_header = "Commands"

    def __init__(
        self,
        local_game: LocalGame,
        save_file: Path | None = None,
        stdin: IO[str] | None = None,
        stdout: IO[str] | None = None,
    ) -> None:
        super().__init__(stdin=stdin, stdout=stdout)
        self.use_rawinput = stdin is None
        self.local_game, self.table, self.save_file = local_game, local_game.table, save_file
        self.order = PendingOrder(self.table)
        self.shown_events = dict.fromkeys(self.table.ruleset.seats, 0)
        """Number of the last event shown to each seat."""
        self.seat = ""
        """The seat of the current person."""

    # -- main loop -------------------------------------------------------------------------------

    def run(self) -> None:
        """Run until the end; save the game if requested."""
        try:
            if self.begin():
                return
            if self.use_rawinput:
                _complete_whole_texts()
            self.cmdloop()
        finally:
            if self.save_file is not None:
                self.do_save("")

    def begin(self) -> bool:
        """Print the introduction and the first decision; return whether the game is over."""
        scenario = self.table.scenario
        title = scenario.source.get("title", scenario.name)
        self.print_text(f"{self.table.ruleset.title}: {title}. Type help for help.")
        return self.continue_game()

    def continue_game(self) -> bool:
        """Let built-in players act, then prompt a person; return whether the game is over."""
        self.local_game.play_until_person()
        to_act = self.table.to_act
        if to_act is None:
            self._print_end()
            return True
        if to_act != self.seat:
            self._hand_over(to_act)
        self._print_events(to_act)
        self._print_decision()
        return False

    def _hand_over(self, seat: str) -> None:
        """Switch to another person without showing one what the other knows."""
        if self.seat and len(self.local_game.people) > 1:
            self.print_text("\n" * 50 + f"{side_name(seat)}, are you there? Press Enter.")
            self.read()
        self.seat = seat

    def read(self) -> str:
        """Read a line that is not an order."""
        if self.use_rawinput:
            return input()
        return self.stdin.readline()

    def _print_events(self, seat: str) -> None:
        """Print the events since the last one shown to the seat."""
        events = self.table.state(seat).events[self.shown_events[seat] :]
        for event in events:
            self.print_text(f"  {event.text}")
        self.shown_events[seat] += len(events)

    def _print_decision(self) -> None:
        """Print the decision, the order so far, and the legal actions."""
        decision, offers = self.order.decision()
        self.print_text(f"\n{side_name(self.seat)}: {decision}")
        if self.order.offers:
            self.print_text(f"  so far: {' '.join(self.order.texts)}")
        marked = (
            f"{offer.text}{OUTCOME_MARK if offer.ends == 'outcome' else ''}" for offer in offers
        )
        self.print_text(" | ".join(marked), "  ")

    def _print_end(self) -> None:
        """Print the events that people have not seen, and the winner."""
        for seat in self.local_game.people:
            self._print_events(seat)
        over = self.table.state(self.table.ruleset.seats[0]).over
        assert over is not None
        verdict = str(over["verdict"])
        won = "A draw" if verdict == "draw" else f"{side_name(verdict)} wins"
        self.print_text(f"\n{won}: {over['reason']}.")

    def print_text(self, text: str, indent: str = "") -> None:
        """Print text at the width of the terminal."""
        width = max(shutil.get_terminal_size().columns - 1, 20)
        for line in text.split("\n"):
            lead = indent or line[: len(line) - len(line.lstrip())]
            folded = textwrap.wrap(line.strip(), width, initial_indent=lead, subsequent_indent=lead)
            self.stdout.write("\n".join(folded) + "\n")

    # -- input -----------------------------------------------------------------------------------

    def onecmd(self, line: str) -> bool:
        """Handle a line: actions of the order if possible, else a command."""
        line = line.strip()
        if line == "EOF":
            return self.do_quit("")
        first = line.partition(" ")[0].casefold()
        legal = {offer.text.casefold() for offer in self.order.decision()[1]} if line else set()
        try:
            if line.startswith("."):
                return bool(super().onecmd(line[1:]))
            if first in COMMANDS and first not in legal:
                return bool(super().onecmd(line))
            return self._add_to_order(line)
        except SpaceCombatError as refusal:
            self.print_text(f"! {refusal}")
            return False

    def _add_to_order(self, line: str) -> bool:
        """Add actions to the order, apply it when complete; an empty line takes an only action."""
        _, offers = self.order.decision()
        if not line and len(offers) == 1:
            line = offers[0].text
        if self.order.add(line):
            self.table.say(self.seat, self.table.state(self.seat).at, self.order.actions)
            return self.continue_game()
        self._print_decision()
        return False

    def default(self, line: str) -> None:
        """Report an unknown command."""
        self.print_text(f"! {line.split()[0]!r} is not a command; type help for help")

    def completenames(self, text: str, *ignored: object) -> list[str]:
        """Return completions among actions and commands."""
        offered = [offer.text for offer in self.order.decision()[1]]
        begun = text.casefold()
        return [each for each in (*offered, *COMMANDS) if each.casefold().startswith(begun)]

    def completedefault(self, text: str, line: str, *ignored: object) -> list[str]:
        """Return completions of an order's line."""
        before = line[: len(line) - len(text)]
        trial = PendingOrder(self.table)
        trial.refresh()
        trial.offers = list(self.order.offers)
        try:
            whole = trial.add(before)
        except OrderError:
            return []
        offered = [] if whole else [offer.text for offer in trial.decision()[1]]
        return [each for each in offered if each.casefold().startswith(text.casefold())]

    # -- commands --------------------------------------------------------------------------------

    def do_help(self, line: str) -> None:
        """List the commands."""
        for name, does in COMMANDS.items():
            self.print_text(f"{name:7} {does}")
        self.print_text(
            f"All other input is actions of an order. {OUTCOME_MARK}: random or revealing action."
        )

    def do_words(self, line: str) -> None:
        """Show the decision again."""
        self._print_decision()

    def do_undo(self, line: str) -> None:
        """Undo actions."""
        if not self.order.undo():
            self.print_text("! there is nothing to undo; completed orders stand")
        while line == "all" and self.order.undo():
            pass
        self._print_decision()

    def do_log(self, line: str) -> None:
        """Show recent events."""
        number = int(line) if line.isdecimal() else LOG_LINES
        for event in self.table.state(self.seat).events[-number:]:
            self.print_text(f"  {event.turn:3} {event.text}")

    def do_view(self, line: str) -> None:
        """Show what the seat knows."""
        view = self.table.state(self.seat).view
        if line and line not in view:
            self.print_text(f"! parts: {', '.join(view)}")
            return
        shown = view[line] if line else view
        self.stdout.write(json.dumps(shown, indent=1, ensure_ascii=False) + "\n")

    def do_map(self, line: str) -> None:
        """Show the map, or write its picture."""
        if not line:
            self.stdout.write(self.table.sketch(self.seat) + "\n")
            return
        try:
            with atomic_write(Path(line)) as file:
                file.write(self.table.picture(self.seat).encode())
        except OSError as cause:
            self.print_text(f"! {line}: cannot be written: {cause.strerror}")
            return
        self.print_text(f"written: {line}")

    def do_let(self, line: str) -> bool:
        """Let the captain act."""
        who, _, until = line.partition(" ")
        until = until.strip() or "order"
        if who != "captain" or until not in UNTIL:
            self.print_text(f"! let captain, or let captain {', '.join(UNTIL)}")
            return False
        self.local_game.let(self.seat, until)
        return self.continue_game()

    def do_save(self, line: str) -> None:
        """Save the game."""
        if not line and self.save_file is None:
            self.print_text("! save FILE")
            return
        file = Path(line) if line else self.save_file
        assert file is not None
        self.local_game.save(file)
        self.print_text(f"saved: {file}; spacecombat play --resume {file}")

    def do_resign(self, line: str) -> bool:
        """Resign."""
        if line != "game":
            self.print_text("! type resign game to resign")
            return False
        try:
            self.table.forfeit(self.seat, "resigned")
        except RefusedError as refused:
            self.print_text(f"! {refused}")
        return self.continue_game()

    def do_quit(self, line: str) -> bool:
        """Leave."""
        return True


def _complete_whole_texts() -> None:
    """Complete actions with hyphens, where the terminal supports completion."""
    with contextlib.suppress(ImportError):
        import readline

        readline.set_completer_delims(" ")


def side_name(seat: str) -> str:
    """Return `Red` for `red_0`."""
    return seat.partition("_")[0].title()
