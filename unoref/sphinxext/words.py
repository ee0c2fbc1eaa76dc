"""The words the generated pages add of their own, in English and Chinese."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

__all__ = ["LANGUAGES", "language_of", "other_than", "topic_name", "word"]

#: The languages of rulebooks, and their names in themselves.
LANGUAGES: Final[Mapping[str, str]] = {"en": "English", "zh": "中文"}

_WORDS: Final[Mapping[str, Mapping[str, str]]] = {
    "en": {
        "after": "After it",
        "after.hands": "{} holds ",
        "after.over": "the round is over",
        "after.table": "the table acts next",
        "after.turn": "{} acts next",
        "alternatives": "Other readings",
        "bar": "bar",
        "breach": "breach",
        "called": "has called UNO",
        "cards": "{} cards",
        "changed": "Options set",
        "choices": "Value",
        "clause": "Clause",
        "clauses": "Clauses",
        "code": "Code",
        "clockwise": "clockwise",
        "colon": ": ",
        "comma": ", ",
        "counterclockwise": "counterclockwise",
        "color": "Color in force",
        "comparison": "The same mechanism, clause by clause",
        "data": "data",
        "dealer": "dealer",
        "default": "default",
        "definition": "definition",
        "direction": "Direction",
        "discard": "Discard pile",
        "dispute": "The dispute",
        "draw-pile": "Draw pile, next card first",
        "effect": "effect",
        "engine": "engine",
        "etiquette": "etiquette",
        "face": "Face in force",
        "finished": "is out",
        "function": "function",
        "ground": "ground",
        "hand": "Hand",
        "implies": "also sets",
        "interpretation": "Interpretation",
        "interpretations": "Interpretations",
        "kind": "Kind",
        "legality": "legality",
        "meaning": "Meaning",
        "no-option": "This rulebook has no options.",
        "option": "Option",
        "options": "Options",
        "options-of": "Options: {}",
        "owes-nothing": "Not in code",
        "player": "Player",
        "players": "For {} to {} players. Source: {}.",
        "plays": "Before it",
        "point": "point",
        "procedure": "procedure",
        "range": "{} to {}",
        "refusal": "refusal",
        "rule": "rule",
        "rules-and-checks": "Rules and checks",
        "ruling": "Ruling",
        "rulings": "Rulings",
        "scores": "{} points before this round",
        "scoring": "scoring",
        "siblings": "In other variants",
        "team": "team {}",
        "tests": "Tests",
        "topic": "Topic",
        "topics": "Topics",
        "top": "Top discard",
        "trace": "Trace table",
        "trace-intro": (
            "Every clause and interpretation, the code that carries it out, the rulings that show it and the tests "
            "marked with it. Etiquette owes no code, and neither does a clause that says why none carries it out."
        ),
        "turn": "has the turn",
        "unknown-cards": "{} unknown",
        "unmodelled": "Why no code carries this out",
        "verdict": "Verdict",
        "verdict.bad-input": "bad input",
        "verdict.contestable": "contestable",
        "verdict.illegal": "illegal",
        "verdict.legal": "legal",
        "verdict.undetermined": "undetermined",
    },
    "zh": {
        "after": "之后",
        "after.hands": "{} 持有 ",
        "after.over": "本局结束",
        "after.table": "轮到牌桌",
        "after.turn": "轮到 {}",
        "alternatives": "其他读法",
        "bar": "禁止条件",
        "breach": "可争议条件",
        "called": "已喊 UNO",
        "cards": "{} 张牌",
        "changed": "选项设定",
        "choices": "取值",
        "clause": "条款",
        "clauses": "条款",
        "code": "代码",
        "clockwise": "顺时针",
        "colon": "：",
        "comma": "、",
        "counterclockwise": "逆时针",
        "color": "当前颜色",
        "comparison": "同一机制，逐条对照",
        "data": "数据",
        "dealer": "庄家",
        "default": "默认",
        "definition": "定义",
        "direction": "出牌方向",
        "discard": "弃牌堆",
        "dispute": "争议",
        "draw-pile": "摸牌堆（先摸的在前）",
        "effect": "效果",
        "engine": "引擎",
        "etiquette": "礼仪",
        "face": "当前牌面",
        "finished": "已出完",
        "function": "函数",
        "ground": "合法理由",
        "hand": "手牌",
        "implies": "同时设定",
        "interpretation": "解释",
        "interpretations": "解释",
        "kind": "类别",
        "legality": "合法性",
        "meaning": "含义",
        "no-option": "这套规则没有选项。",
        "option": "选项",
        "options": "选项",
        "options-of": "选项：{}",
        "owes-nothing": "不由代码执行",
        "player": "玩家",
        "players": "{} 至 {} 名玩家。来源：{}。",
        "plays": "此前",
        "point": "要点",
        "procedure": "流程",
        "range": "{} 至 {}",
        "refusal": "拒绝理由",
        "rule": "规则",
        "rules-and-checks": "规则与检查",
        "ruling": "判例",
        "rulings": "判例",
        "scores": "本局之前 {} 分",
        "scoring": "计分",
        "siblings": "其他规则中的相应条款",
        "team": "第 {} 队",
        "tests": "测试",
        "topic": "主题",
        "topics": "主题",
        "top": "弃牌堆顶",
        "trace": "追溯表",
        "trace-intro": (
            "列出每条条款和解释、执行它的代码、展示它的判例，以及标有它的测试。礼仪类条款不需要代码；"
            "写明了为何不由代码执行的条款也不需要。"
        ),
        "turn": "轮到出牌",
        "unknown-cards": "{} 张未知",
        "unmodelled": "为何不由代码执行",
        "verdict": "裁决",
        "verdict.bad-input": "输入有误",
        "verdict.contestable": "可争议",
        "verdict.illegal": "不合法",
        "verdict.legal": "合法",
        "verdict.undetermined": "未定",
    },
}

_TOPICS: Final[Mapping[str, tuple[str, str]]] = {
    "deck": ("The deck", "牌组"),
    "setup": ("Setup", "开局准备"),
    "opening-card": ("The opening card", "首张牌"),
    "turn-order": ("Order of turns", "出牌顺序"),
    "matching": ("Matching", "配牌"),
    "drawing": ("Drawing", "摸牌"),
    "skip": ("Skip", "跳过"),
    "reverse": ("Reverse", "反转"),
    "draw-two": ("Draw Two", "+2"),
    "wild": ("Wild cards", "变色牌"),
    "wild-draw-four": ("Wild Draw Four", "+4"),
    "challenge": ("Challenging", "质疑"),
    "stacking": ("Stacking", "叠牌"),
    "jump-in": ("Jump-in", "抢牌"),
    "seven-zero": ("Seven-zero", "七换零转"),
    "multi-play": ("Several cards at once", "一次出多张"),
    "uno-call": ("Calling UNO", "喊 UNO"),
    "going-out": ("Going out", "出完手牌"),
    "reshuffle": ("Reshuffling", "重洗"),
    "scoring": ("Scoring", "计分"),
    "match": ("Matches", "整场比赛"),
    "two-player": ("Two players", "两人游戏"),
    "teams": ("Teams", "组队"),
    "seating": ("Seating", "座次"),
    "hidden-information": ("Hidden information", "隐藏信息"),
    "spell": ("Spells", "符卡"),
    "effect": ("Lasting effects", "持续效果"),
    "card": ("Special cards", "特殊牌"),
}


def language_of(code: str | None) -> str:
    """The language of rulebooks for a language code of Sphinx: ``zh`` for ``zh_CN`` and its like, else ``en``."""
    return "zh" if code is not None and code.replace("-", "_").split("_")[0] == "zh" else "en"


def other_than(lang: str) -> str:
    """The other of the two languages."""
    return "en" if lang == "zh" else "zh"


def word(key: str, lang: str, *parts: object) -> str:
    """A word or phrase in a language, its gaps filled with ``parts``."""
    return _WORDS[lang][key].format(*parts)


def topic_name(topic: str, lang: str) -> str:
    """The name of a topic; the topic itself where it has no name."""
    names = _TOPICS.get(topic, (topic, topic))
    return names[0] if lang == "en" else names[1]
