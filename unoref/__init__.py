"""The reference implementation of UNO rule variants, and the referee that goes with it.

Immutable states, pure :func:`apply`, complete :func:`legal_actions`, and a :func:`judge` that cites the clause::

    rules = unoref.ruleset("official")
    state = unoref.settle(unoref.deal(rules, ["Ann", "Bo", "Cy"], rng=rng), rng)
    state = unoref.apply(state, unoref.legal_actions(state)[0])

UNO is a trademark of Mattel; this project is unofficial.
"""

from unoref.actions import Action
from unoref.dealing import deal
from unoref.engine import Verdict, apply, legal_actions, settle, transition
from unoref.errors import IllegalAction, NotationError, RecordError, RulebookError, UnorefError
from unoref.events import Event
from unoref.match import Match
from unoref.notation import format, parse
from unoref.observing import observe
from unoref.pictures import picture
from unoref.record import Record, dumps, load, loads, record
from unoref.referee import Ruling, judge
from unoref.ruleset import Ruleset, ruleset
from unoref.scoring import score
from unoref.state import State, Transition

__version__ = "0.1.0"

__all__ = [
    "Action",
    "Event",
    "IllegalAction",
    "Match",
    "NotationError",
    "Record",
    "RecordError",
    "RulebookError",
    "Ruleset",
    "Ruling",
    "State",
    "Transition",
    "UnorefError",
    "Verdict",
    "apply",
    "deal",
    "dumps",
    "format",
    "judge",
    "legal_actions",
    "load",
    "loads",
    "observe",
    "parse",
    "picture",
    "record",
    "ruleset",
    "score",
    "settle",
    "transition",
]
