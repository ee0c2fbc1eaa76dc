"""The names of the topics of clauses, in English and Chinese."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

__all__ = ["topic_name"]

_TOPICS: Final[Mapping[str, tuple[str, str]]] = {
    "deck": ("The deck", "牌组"),
    "setup": ("Setup", "开局准备"),
    "opening-card": ("The opening card", "首张牌"),
    "turn-order": ("Order of turns", "出牌顺序"),
    "matching": ("Matching", "相配"),
    "drawing": ("Drawing", "摸牌"),
    "skip": ("Skip", "跳过"),
    "reverse": ("Reverse", "反转"),
    "draw-two": ("Draw Two", "+2"),
    "wild": ("Wild cards", "变色牌"),
    "wild-draw-four": ("Wild Draw Four", "+4"),
    "challenge": ("Challenging", "质疑"),
    "stacking": ("Stacking", "叠加"),
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


def topic_name(topic: str, lang: str) -> str:
    """The name of a topic; the topic itself where it has no name."""
    names = _TOPICS.get(topic, (topic, topic))
    return names[0] if lang == "en" else names[1]
