"""Whatever a stranger types: an answer, or one line of error."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from tests.test_cli import DISPUTE, FINISHED, run

_CARDS = st.sampled_from(
    [*"R5 R7 B7 RS Y+2 W W+4 ? ?3 ?9999 Q9 红7 :swap-hands R5,B1".split(), "", "R7 R7 R7", "W W+4 ?2"]
)
_NAMES = st.sampled_from(["Ann", "Bo", "ann", "小明", "table", "nobody", "A" * 40, "", "x,y", "plays", "<Bo>", '"Cy"&'])
_NAMINGS = st.sampled_from(["", " naming red", " naming 蓝", " saying uno", " on Bo"])
_SENTENCES = st.one_of(
    st.builds("{} plays {}{}".format, _NAMES, _CARDS, _NAMINGS),
    st.builds(
        "{} {}".format, _NAMES, st.sampled_from(["draws", "passes", "challenges", "accepts", "calls uno", "摸牌", ""])
    ),
    st.builds("{} catches {}".format, _NAMES, _NAMES),
    st.builds("table flips {}".format, _CARDS),
    st.sampled_from(
        ["table shuffles", "table deals Ann", "table finds guilty", "table chooses 3", " ", "\u3000", "a b c"]
    ),
    st.text(max_size=20).map(lambda text: f"{text} {text}"),
)
_OPTIONS = st.sampled_from(
    ["edition=blank", "deck=swap-hands", "uno-penalty=4", "teams=on", "teams=", "=", "scoring=partners"]
)


def _flag(name: str, values: st.SearchStrategy[str]) -> st.SearchStrategy[list[str]]:
    return values.map(lambda value: [name, value])


_FLAGS = st.one_of(
    _flag("--top", _CARDS),
    _flag("--discard", _CARDS),
    _flag("--draw-pile", _CARDS),
    _flag("--hand", st.builds("{}={}".format, _NAMES, _CARDS)),
    _flag("--turn", _NAMES),
    _flag("--dealer", _NAMES),
    _flag("--players", st.lists(_NAMES, max_size=11).map(",".join)),
    _flag("--color", st.sampled_from(["red", "黑", "black", "R", ""])),
    _flag("--direction", st.sampled_from(["clockwise", "逆时针", "up"])),
    _flag("-o", _OPTIONS),
    _flag(
        "-v", st.sampled_from(["official", "village", "nothing", "", "../official", "no-such.toml", "/", "\x00.toml"])
    ),
)
_ARGUMENTS = st.one_of(_FLAGS, _SENTENCES.map(lambda sentence: [sentence]), st.just(["-"]))


@given(
    command=st.sampled_from(["judge", "compare", "legal", "score", "show"]),
    arguments=st.lists(_ARGUMENTS, max_size=7),
    as_json=st.booleans(),
    lang=st.sampled_from(["en", "zh"]),
    record=st.sampled_from([DISPUTE, FINISHED, "", "{}", "[table]", 'plays = ["x"]\ndispute = 3\ntable = []']),
)
def test_whatever_is_typed_is_answered_or_refused_in_one_line(
    command: str, arguments: list[list[str]], as_json: bool, lang: str, record: str
) -> None:
    typed = [word for words in arguments for word in words]
    ran = run(command, *(["--json"] if as_json else []), "--lang", lang, *typed, given=record)

    assert ran.code in (0, 1, 2, 3, 4), (typed, ran)
    if ran.code == 2:
        assert ran.out == ""
        assert ran.err.count("\n") == 1
    else:
        assert ran.err == ""
        assert ran.json if as_json else ran.out
