"""The words of the layout, in English and Chinese, and which language is spoken."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Final

from unoref.errors import UnorefError, nearest, said
from unoref.texts import LANGUAGES

__all__ = ["WORDS", "UnknownLanguage", "language", "say"]

#: Every text of the layout: English, Chinese.
WORDS: Final[Mapping[str, tuple[str, str]]] = {
    # judging
    "ruled": ("{action}. {gloss}", "「{action}」：{gloss}"),
    "gloss legal": ("It is allowed.", "这是允许的。"),
    "gloss illegal": ("It is not allowed.", "这是不允许的。"),
    "gloss contestable": ("It stands unless somebody objects.", "没有人提出异议就算数。"),
    "gloss undetermined": ("Cards nobody has told us decide.", "取决于未知的牌。"),
    "why": ("Why", "理由"),
    "at this table": ("At this table ({name}): {meaning}", "本桌（{name}）：{meaning}"),
    "switched off": ("switched off", "关闭"),
    "switched on": ("switched on", "开启"),
    "needs": ("What has to be known", "需要知道什么"),
    "need": ("{text} If yes: {yes}. If no: {no}.", "{text}若是：{yes}；若否：{no}。"),
    "whose cards": ("{seat}'s cards decide.", "由 {seat} 的牌决定。"),
    "now": ("What happens now", "接下来"),
    "stays": ("Nothing changes.", "一切照旧。"),
    "objections": ("What may be said against it", "可以提出的异议"),
    "alternatives": ("What could be done instead", "可以改为"),
    "more": ("… and {n} more", "……还有 {n} 种"),
    "points": ("Points: {points}", "得分：{points}"),
    "unknown points": ("unknown", "未知"),
    "list": (", ", "、"),
    "cited": (" ({clause})", "（{clause}）"),
    "option": ("{name} = {value}", "{name} = {value}"),
    "ruleset": ("Rules: {rules}", "规则：{rules}"),
    "based on": ("{title}, based on {base}", "{title}，底本：{base}"),
    "changed deck": ("a deck of {size} cards", "一副 {size} 张的牌"),
    # comparing
    "not applicable": ("NOT APPLICABLE", "不适用"),
    "passed over": ("Without {options}, which these rules do not have.", "不含 {options}：这套规则没有。"),
    # open actions
    "nothing open": ("nothing", "无"),
    "table": ("the table", "牌桌"),
    # rulebooks
    "nothing found": ("Nothing found.", "没有找到。"),
    "interpretation of": ("reading of {clause}", "对 {clause} 的解释"),
    "other readings": ("Other readings", "其他读法"),
    "set by option": ("option {option}", "选项 {option}"),
    "interpretations": ("Readings where the sheet is silent", "原文未言明之处的读法"),
    "under it": ("Under it: {ids}", "其下：{ids}"),
    "readings of it": ("Readings: {ids}", "有关读法：{ids}"),
    "source": ("Source: {source}", "出处：{source}"),
    "topics": ("Topics", "主题"),
    "variants": ("Variants", "变体"),
    "how to read": (
        "Read on with: unoref rules official · unoref rules official:turn.draw · unoref rules --topic challenge · "
        'unoref rules --search "draw two"',
        "继续阅读：unoref rules official · unoref rules official:turn.draw · unoref rules --topic challenge · "
        "unoref rules --search 质疑",
    ),
    "kind definition": ("definition", "定义"),
    "kind legality": ("legality", "合法性"),
    "kind effect": ("effect", "效果"),
    "kind procedure": ("procedure", "流程"),
    "kind scoring": ("scoring", "计分"),
    "kind etiquette": ("etiquette", "礼仪"),
    "kind interpretation": ("interpretation", "解释"),
    "variant": ("{least} to {most} players, {clauses} clauses", "{least} 至 {most} 名玩家，{clauses} 条条款"),
    "here": ("here {value}", "本桌 {value}"),
    "default": ("default {value}", "默认 {value}"),
    "implies": ("brings {options}", "同时设定 {options}"),
    "range": ("{least} to {most}", "{least} 至 {most}"),
    "no options": ("This variant has no options.", "此变体没有选项。"),
    # points
    "mode standard": ("the winner scores all other hands", "胜者得其他人手牌的分"),
    "mode alternative": ("everybody scores their own hand", "各人记自己手牌的分"),
    "mode knock-out": (
        "everybody scores their own hand and leaves at the target",
        "各人记自己手牌的分，达到目标分者出局",
    ),
    "mode collect-500": ("the first out scores all other hands", "先出完者得其余手牌的分"),
    "mode negative-500": ("everybody books their own hand as negative points", "各人把自己的手牌记为负分"),
    "mode blood-battle": ("points by place, together zero", "按名次计分，总和为零"),
    "mode negative": ("everybody books their own hand as negative points", "各人把自己的手牌记为负分"),
    "mode teams": ("each losing team books its hands as negative points", "每个负队把队员的手牌记为负分"),
    "mode players-left": (
        "who goes out scores the number of players left, the last one nothing",
        "先出完者得当时剩下的人数分，最后一人不得分",
    ),
    "mode own-hand": ("everybody scores their own hand", "各人记自己手牌的分"),
    "mode off": ("nobody scores", "不计分"),
    "mode partners": ("the winning team scores the hands of the others", "胜方得对方手牌的分"),
    "no hand values": (
        "The round is not over, and cards in the hands have no points here.",
        "本局尚未结束；此规则下手牌不计分。",
    ),
    "hand values": ("The round is not over. Points in the hands:", "本局尚未结束。各家手牌的分："),
    "round": ("Round {n}", "第 {n} 局"),
    "numbered": ("{round}: {text}", "{round}：{text}"),
    "before": ("before", "此前"),
    "total": ("total", "合计"),
    "winners": ("Won by {names}", "胜者：{names}"),
    "drawn round": ("Drawn: nobody scores.", "平局，无人得分。"),
    "match winners": ("The match is won by {names} (target {target}).", "{names} 赢得整场比赛（目标 {target} 分）。"),
    "match winners by rounds": (
        "The match of {target} round(s) is won by {names}.",
        "{names} 赢得共 {target} 局的比赛。",
    ),
    "match winners last left": ("{names} is the last one left and wins the match.", "{names} 最后留下，赢得整场比赛。"),
    "match endless": (
        "These rules set the match no end; ahead so far: {names}.",
        "按这些规则，比赛没有终点；目前领先：{names}。",
    ),
    "match losers": ("Lost by {names}.", "输家：{names}。"),
    "match out": ("Out of the match: {names}.", "退出比赛：{names}。"),
    "mode in use": (" (this table's scoring)", "（本桌的计分法）"),
    # audits
    "audited ok": ("ok", "无误"),
    "audited offence": ("offence", "违规"),
    "audited bad": ("bad", "无法读取"),
    "ok with": (", {parts}", "，{parts}"),
    "offence at": (" at play {step}, {sentence}: {text}", "：第 {step} 步 {sentence}。{text}"),
    "bad because": (": {reason}", "：{reason}"),
    "plays": ("{n} plays", "{n} 步"),
    "unfinished": ("not over", "未结束"),
    "contestable plays": ("{n} contestable", "{n} 步可争议"),
    "undetermined plays": ("undetermined: {steps}", "取决于未知的牌：第 {steps} 步"),
    "priced plays": ("illegal at a price: {steps}", "违规并已受罚：第 {steps} 步"),
    "games": ("games", "对局"),
    "count ok": ("ok", "无误"),
    "count offence": ("with an offence", "有违规"),
    "count bad": ("bad lines", "无法读取的行"),
    "count unfinished": ("not over", "未结束"),
    "count plays": ("plays", "步数"),
    "count contestable": ("contestable", "可争议"),
    "count undetermined": ("undetermined", "取决于未知的牌"),
    "count priced": ("illegal at a price", "违规并已受罚"),
    "offences by clause": ("Offences: games by clause", "违规：各条款的对局数"),
    "contestable by clause": ("Contestable: plays by clause", "可争议：各条款的步数"),
    "first at": (" first: {place}", " 首次：{place}"),
    # replays
    "start": ("Start", "开局"),
    "after step": ("After play {step}", "第 {step} 步之后"),
    "top card": ("top {card}", "顶牌 {card}"),
    "in force": ("{words} in force", "当前为{words}"),
    "no card": ("no top card", "没有顶牌"),
    "cards left": ("{n} in the draw pile", "摸牌堆 {n} 张"),
    "clockwise": ("clockwise", "顺时针"),
    "counterclockwise": ("counterclockwise", "逆时针"),
    "stopped": ("The game stops here: play {step} does not stand.", "对局到此为止：第 {step} 步不成立。"),
    "priced here": ("It stands at its price.", "按规定受罚后继续。"),
    "hidden offence": (
        "Why it does not stand lies in cards that are hidden from this view.",
        "不成立的原因在于此视角看不到的牌。",
    ),
    "hidden question": ("Cards that are hidden from this view decide.", "取决于此视角看不到的牌。"),
    "seen by": ("As {name} sees it", "{name} 所见"),
    "seen by nobody": ("As a bystander sees it", "旁观者所见"),
    # pictures
    "label top": ("discard pile", "弃牌堆"),
    "label draw pile": ("draw pile", "摸牌堆"),
    "label direction": ("direction", "方向"),
    "label aside": ("aside", "另置"),
    "empty": ("empty", "空"),
    "next cards": (", next ", "，接下来 "),
    "picture written": ("Written to {path}.", "已写入 {path}。"),
    # simulated games
    "summary plays": (
        "plays a game: {least} to {most}, median {median}",
        "每局步数：{least} 至 {most}，中位数 {median}",
    ),
    "won by seat": ("Won by seat", "各座位获胜局数"),
    "seat": ("{seat} {name}", "{seat} {name}"),
    "count drawn": ("drawn", "平局"),
    "decided by clause": ("Events by clause", "各条款引发的事件"),
    "reached": ("Clauses that no game reached: {n} of {of}", "没有对局涉及的条款：{of} 条中的 {n} 条"),
    "shown by": ("shown by {ruling}", "由判例 {ruling} 展示"),
    "shown by none": ("no record can show it: {why}", "没有记录能展示：{why}"),
    # how far a long command has come
    "progress": ("{games} games, {plays} plays, {rate} plays a second", "{games} 局，{plays} 步，每秒 {rate} 步"),
    "progress left": ("{share}, {left} left", "{share}，还需 {left}"),
    # asking step by step
    "ask intro": (
        "Enter takes what stands in brackets, ? explains, < goes back, Tab completes.",
        "回车采用方括号中的答案，? 解释，< 返回上一问，Tab 补全。",
    ),
    "ask variant": ("Variant, or the path of a house sheet", "变体，或家规表的路径"),
    "ask options": ("An option that differs, name=value; - for none", "与通常不同的选项，名称=值；没有则 -"),
    "ask players": ("Players, clockwise", "玩家，按顺时针方向"),
    "ask top": ("Top card, for example R5", "顶牌，例如 R5"),
    "ask color": ("Color named for it", "为它指定的颜色"),
    "ask turn": ("Whose turn", "轮到谁"),
    "ask hand": ("Cards of {name}, for example R7 W ?3; - if unknown", "{name} 的牌，例如 R7 W ?3；未知则 -"),
    "ask other hand": (
        "Cards of somebody else, for example {name}=Y+2 ?4; - for none",
        "其他人的牌，例如 {name}=Y+2 ?4；没有则 -",
    ),
    "ask action": ("What is done, for example: {name} plays R7", "做了什么，例如：{name} plays R7"),
    "ask then": ("What is done then; - to judge what was done last", "接着做了什么；- 表示裁决最后一步"),
    "ask again": ("The same question in one line:", "同一问题的一行命令："),
    "explain variant": ("There are {ids}; unoref variants tells more.", "有 {ids}；unoref variants 有更多说明。"),
    "explain options": (
        "unoref options {variant} tells what they mean: {names}.",
        "unoref options {variant} 说明其含义：{names}。",
    ),
    "explain players": (
        "Names without blanks, with commas between them, in the order in which they sit.",
        "名字不含空格，用逗号隔开，按座位顺序。",
    ),
    "explain cards": (
        "R7 red 7, GS green Skip, BR blue Reverse, Y+2 yellow Draw Two, W Wild, W+4 Wild Draw Four, ? unknown, ?3 three "
        "unknown ones; Chinese names do too: 红7.",
        "R7 红7，GS 绿跳过，BR 蓝反转，Y+2 黄+2，W 变色，W+4，? 未知，?3 三张未知；也可写中文：红7。",
    ),
    "explain decks": (
        "How many decks of the rulebook are shuffled together, up to 10.",
        "把规则书所用的牌几副合在一起洗，最多 10 副。",
    ),
    "explain turn": ("Who is to act before what you will tell next.", "在你接下来要说的事情之前，轮到谁行动。"),
    "explain color": ("red, yellow, green or blue.", "红、黄、绿或蓝。"),
    "explain action": (
        "A sentence: plays R7, plays W naming red, draws, passes, challenges, accepts, jumps in with R7, catches Bo. Possible "
        "now: {sentences}.",
        "一个句子：plays R7（出 R7）、plays W naming red、draws、passes、challenges、accepts、jumps in with R7、catches Bo。"
        "现在可以：{sentences}。",
    ),
    "no explanation": ("  There is nothing to explain here.", "  这里没有什么要解释的。"),
    "long answer": ("an answer has at most {most} characters", "答案最多 {most} 个字符"),
    # a new sheet
    "sheet intro": (
        "By which rules do you play? Enter keeps the usual rule, ? explains, < goes back, > keeps the usual rules of the topic, "
        ". those of all questions left.",
        "你们按什么规则玩？回车保留通常的规则，? 解释，< 返回上一问，> 本主题其余照旧，. 其余全部照旧。",
    ),
    "ask base": ("Which rules to begin from", "以哪套规则为底本"),
    "ask title": ("What you call your rules", "你们怎么称呼这套规则"),
    "usual title": ("House rules", "家规"),
    "bad title": ("a title is one line of at most {most} characters", "标题是不超过 {most} 个字符的一行"),
    "usual": (" (usual)", "（通常）"),
    "yes": ("yes", "是"),
    "no": ("no", "否"),
    "ask decks": ("How many decks together", "几副牌合在一起"),
    "ask remove": ("Cards that are taken out, for example R0 Y0; - for none", "拿掉的牌，例如 R0 Y0；没有则 -"),
    "ask add": ("More copies of cards, for example W W; - for none", "多加的牌，例如 W W；没有则 -"),
    "bad number": ("a number is meant", "这里要一个数"),
    "ask path": ("Where to write the sheet", "家规表写到哪里"),
    "ask overwrite": ("{path} is there already. Write over it", "{path} 已经存在。覆盖它吗"),
    "sheet written": ("Written to {path}.", "已写入 {path}。"),
    "nothing differs": ("Nothing differs from the rulebook.", "与规则书没有不同。"),
    "sheet use": (
        "Play by it: unoref judge -v {path} …; its options: unoref options {path}",
        "照它裁决：unoref judge -v {path} …；查看选项：unoref options {path}",
    ),
}


class UnknownLanguage(UnorefError):
    """A language texts are not kept in."""


def language(wanted: str | None) -> str:
    """The language asked for, else that of the locale, else English.

    >>> language("zh")
    'zh'
    """
    if wanted is not None:
        if wanted not in LANGUAGES:
            raise UnknownLanguage(
                said("unknown language", word=repr(wanted[:64]), hint=nearest(wanted, list(LANGUAGES)))
            )
        return wanted
    locale = next((value for name in ("LC_ALL", "LC_MESSAGES", "LANG") if (value := os.environ.get(name))), "")
    return "zh" if locale.lower().startswith("zh") else "en"


def say(key: str, lang: str, **facts: object) -> str:
    """A text of the layout."""
    return WORDS[key][LANGUAGES.index(lang)].format(**facts)
