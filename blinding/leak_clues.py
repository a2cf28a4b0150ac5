"""What gives a response away: patterns, each with its kind and a reason in plain words.

Every pattern runs in time proportional to the text, whatever the text: repeats are possessive (``?+``, ``{0,9}+``) and
have a bound, choices stand in atomic groups (``(?>...)``), so the matcher never goes back to try again. The tests
refuse a pattern that breaks this. A pattern with a group named ``mark`` marks only that group.

False alarms are cheap (the owner looks at each mark and may keep the text), a missed name is not. Still, words
that everyone uses (Gemini, Google) are only marked with a capital, and makers of everything (Google, Apple) only
where they are named as a maker.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple

Kind = Literal["self_name", "maker", "tool", "citation_style"]


class Clue(NamedTuple):
    """One pattern, what kind of giveaway it finds, and the reason an owner reads.

    Whatever the pattern finds holds one of the words in `needs`, as `folded` writes them, so that a text without any
    of them need not be searched; where there are none, every text is.
    """

    kind: Kind
    reason: str
    pattern: re.Pattern[str]
    needs: tuple[str, ...] = ()


def folded(text: str) -> str:
    """Return a text as words are sought in it: letters that count as the same in any case are the same."""
    return text.casefold().replace("ı", "i").replace("i\u0307", "i")


BEFORE, AFTER = r"(?<![^\W_])", r"(?![^\W_])"
GAP = r"[\s\-_‐‑]"
APOSTROPHE = "['’]"

MODELS = "ChatGPT|ChatGLM|GPT|Claude|DeepSeek|Qwen|Mixtral|Magistral|Codestral|Nemotron|InternLM|Jamba|Vicuna"
MODELS_ALSO_WORDS = (
    "Gemini|GEMINI|Bard|BARD|Llama|LLaMA|LLAMA|Mistral|Grok|GROK|Copilot|Perplexity|Gemma|Ernie Bot|Kimi"
)
MODELS_BY_VERSION = "Phi|Nova|Hermes|Falcon|Zephyr|Granite|Command|Opus|Sonnet|Haiku|GLM|Yi|o"
EDITIONS = "Pro|Flash|Ultra|Opus|Sonnet|Haiku|Instant|Turbo|Large|Instruct|Chat|Lite|[Mm]ini|[Nn]ano|[Pp]review"
NUMBER = r"[vV]?+\d\w{0,12}+(?>\.\d\w{0,12}+){0,3}+"
VERSION = rf"(?>{GAP}?+(?>{EDITIONS}|{NUMBER}){AFTER}){{0,4}}+"

MAKERS = (
    "Open ?+AI|Anthropic|(?>Google )?+DeepMind|(?>Google|Meta|Microsoft|Mistral|Perplexity|Moonshot|Zhipu|Inflection)"
    "(?> AI| Research)|xAI|Hugging ?+Face|AI21(?> Labs)?+|EleutherAI|Stability AI|Nous Research|Alibaba Cloud"
)
MAKERS_OF_MUCH = "Google|Meta|Microsoft|Apple|Amazon|IBM|Nvidia|NVIDIA|Baidu|Alibaba|Tencent|Cohere|ByteDance"
NOT_MAKERS = "God|GOD|Lord|LORD|Jesus|Christ|You|Him|His|He|Father|Yahweh"
MAKER_WORDS = (
    "openai|open ai|anthropic|deepmind|google|meta|microsoft|mistral|perplexity|moonshot|zhipu|inflection|xai|hugging|"
    "ai21|eleutherai|stability ai|nous research|alibaba cloud"
)
MADE = "developed|created|trained|built|made|designed|produced|fine-tuned"

SELF = rf"(?>I am|I{APOSTROPHE}m|[Mm]y name is|[Cc]all me|[Tt]his is|[Aa]s)"
MACHINE = r"(?>AI|A\.I\.|artificial\sintelligence|(?>large\s)?+language\smodel|LLM|chat ?+bot|virtual\sassistant)"
MACHINE_WORDS = "ai|a.i.|artificial|language|llm|chat|virtual"


def clues(names: Sequence[str]) -> Iterator[Clue]:
    """Yield every clue, with those for the study's own names first.

    Parameters
    ----------
    names : sequence of str
        Names and families of the study's systems; blank ones are passed over. Each is found as whole words, in any
        case, with any of space, hyphen and underscore, or none, where it has one. Of a name that goes on with a
        version or a bracket ("Cedar 2", "Cedar (grounded)") the part before is found too, where it is written the
        same way and has three letters or more.
    """
    for name in dict.fromkeys(name.strip() for name in names):
        if re.search(r"\w", name):
            yield from _name_clues(name)
    yield from NAMES
    yield from TOOLS
    yield from CITATIONS


def _name_clues(name: str) -> Iterator[Clue]:
    reason = f"“{name}” is the name or the family of a system in this study."
    yield Clue("self_name", reason, re.compile(rf"(?i:{_spelled(name)})"), _needed(name))
    stem = re.split(r"[\s\-_]*(?:\(|v?\d)", name, maxsplit=1)[0]
    if stem != name and len(stem) >= SHORTEST_STEM:
        part = f"“{stem}” is part of “{name}”, the name or the family of a system in this study."
        yield Clue("self_name", part, re.compile(_spelled(stem)), _needed(stem))


def _needed(name: str) -> tuple[str, ...]:
    """The longest part of a name; nothing for one in other letters than ASCII, whose cases are not all that simple."""
    longest = max(re.split(r"[\s\-_]+", name), key=len)
    return (longest.lower(),) if longest.isascii() else ()


def _spelled(name: str) -> str:
    parts = [re.escape(part) for part in re.split(r"[\s\-_]+", name) if part]
    not_a_prefix = r"(?!-?+[a-z])" if name.casefold() in ALSO_PREFIXES else ""
    return f"{BEFORE}{(GAP + '{0,2}+').join(parts)}{AFTER}{not_a_prefix}"


SHORTEST_STEM = 3

ALSO_PREFIXES = {"meta"}
"""Names with which ordinary words begin: meta-analysis, meta-ethics."""


def _clue(kind: Kind, reason: str, *patterns: tuple[str, str]) -> tuple[Clue, ...]:
    """Make a clue of each pattern and the words that it needs, divided by bars; with none, it is always sought."""
    return tuple(
        Clue(kind, reason, re.compile(pattern), tuple(filter(None, needs.lower().split("|"))))
        for pattern, needs in patterns
    )


NAMES = (
    *_clue(
        "self_name",
        "This is the name of a well-known AI system.",
        (rf"{BEFORE}(?>(?i:{MODELS})|{MODELS_ALSO_WORDS}){VERSION}{AFTER}", f"{MODELS}|{MODELS_ALSO_WORDS}"),
        (
            rf"{BEFORE}(?>{MODELS_BY_VERSION}){GAP}?+(?>R\+?+|[1-9]\w{{0,8}}+(?>\.\d\w{{0,8}}+)?+){VERSION}{AFTER}"
            r"(?!:\d)",
            "",
        ),
    ),
    *_clue(
        "self_name",
        "The response introduces itself by name.",
        (
            rf"{BEFORE}{SELF}\s(?P<mark>(?i:(?>{MODELS}|{MODELS_ALSO_WORDS})){VERSION}{AFTER})",
            f"{MODELS}|{MODELS_ALSO_WORDS}",
        ),
        (
            rf"{BEFORE}{SELF}\s(?P<mark>[A-Z]\w{{1,30}}+(?>[ \-][A-Z\d]\w{{0,20}}+)?+),?+\s(?>an?+|the|your)\s"
            rf"(?>(?!{MACHINE}|assistant)[\w\-]{{1,20}}+\s){{0,3}}+(?>{MACHINE}|assistant){AFTER}",
            f"{MACHINE_WORDS}|assistant",
        ),
    ),
    *_clue(
        "self_name",
        "The response calls itself a machine, which only some systems do.",
        (
            rf"(?i:{BEFORE}{SELF}\s(?>just\s|only\s|merely\s)?+an?+\s{MACHINE}"
            rf"(?>[\s\-](?>language\smodel|model|assistant|chat ?+bot|system))?+{AFTER})",
            MACHINE_WORDS,
        ),
    ),
    *_clue(
        "self_name",
        "The response speaks of its own training, which only some systems do.",
        (
            rf"(?i:{BEFORE}my\s(?>training(?>\sdata)?+|knowledge)\s(?>cut-?+off|data)(?>\sdate)?+{AFTER})",
            "training|knowledge",
        ),
        (rf"(?i:{BEFORE}my\straining\sdata{AFTER})", "training"),
        (
            rf"(?i:{BEFORE}(?>as\sof\s)?+my\s(?>last|latest|most\srecent)\s(?>knowledge\s|training\s)?+update{AFTER})",
            "update",
        ),
    ),
    *_clue(
        "maker",
        "This is the maker of a well-known AI system.",
        (rf"{BEFORE}(?>{MAKERS}|(?i:openai)){AFTER}", MAKER_WORDS),
        (rf"{BEFORE}(?>by|from|at)\s(?P<mark>(?>{MAKERS_OF_MUCH}){AFTER}(?!-?+[a-z]))", MAKERS_OF_MUCH),
    ),
    *_clue(
        "maker",
        "The response says who made it.",
        (
            rf"{BEFORE}(?>I was|I am|I{APOSTROPHE}m|I have been|I{APOSTROPHE}ve been|assistant|model|chatbot|AI)\s"
            rf"(?>(?!{MADE})\w{{1,15}}+\s){{0,2}}+(?>{MADE})\sby\s(?>the\s|a\s)?+(?!(?>{NOT_MAKERS}){AFTER})"
            r"(?P<mark>[A-Z]\w{0,30}+(?> [A-Z]\w{0,30}+){0,2}+)",
            MADE,
        ),
    ),
)

INTERNAL_TAGS = (
    "tool_calls|tool_call|tool_response|tool_result|tool_code|function_calls|function_call|function_results|invoke|"
    "thinking|think|search_results|search_result|search_query|documents|document|context|citations|citation|cite|"
    "answer|result|retrieved"
)
PIECES = "sources|source|documents|document|docs|doc|chunks|chunk|passages|passage|contexts|context|results|result"
GIVEN = "retrieved|provided|supplied|indexed|uploaded|search|available|given"
GIVEN_TEXTS = (
    "documents|document|passages|passage|contexts|context|sources|source|chunks|chunk|results|result|excerpts|"
    r"excerpt|materials|material|snippets|texts|text|knowledge\sbase|search\sresults"
)

TOOLS = (
    *_clue(
        "tool",
        "A mark left by a search or retrieval tool, which only some systems have.",
        (
            r"(?i:\[(?>" + PIECES + r")[\s:#_\-]{0,2}+\d{1,4}+"
            r"(?>\s?+[,;–\-]\s?+(?>[a-z]{1,9}+\s?+)?+\d{1,4}+){0,9}+\])",
            "[",
        ),
        (r"(?i:(?<![^\W_])chunks?+(?>[ _\-]?+id)?+\s?+[:#=]\s?+[\w.\-]{0,40}+)", "chunk"),
        (r"【[^【】\n]{0,80}+】", "【"),
        (
            r"[\ue200-\ue206]?+(?>file)?+cite(?>[\ue200-\ue206]?+turn\d{1,3}+[a-z]{1,10}+\d{1,3}+){1,9}+"
            r"[\ue200-\ue206]?+",
            "turn",
        ),
        (r"(?<![^\W_])turn\d{1,3}+(?>search|news|view|file|image|fetch|forecast)\d{1,3}+", "turn"),
        (r":contentReference\[oaicite:\d{1,4}+\](?>\{[^{}\n]{0,40}+\})?+", "oaicite"),
        (r"(?<![^\W_])oaicite(?![^\W_])", "oaicite"),
    ),
    *_clue(
        "tool",
        "A tag that belongs to the inner workings of a system.",
        (r"</?+(?>[a-z]{1,12}+:)?+(?>" + INTERNAL_TAGS + r")(?>\s[^<>\n]{0,200}+)?+/?+>", "<"),
        (r"<\|[\w ]{1,30}+\|>", "<"),
        (r"```tool_\w{1,10}+", "```tool_"),
    ),
    *_clue(
        "tool",
        "The response speaks of documents that it was given, which only some systems are.",
        (
            rf"(?i:{BEFORE}(?>according\sto|based\son|as\sstated\sin|drawing\son|from|in|using)\s(?>the|my|these)\s"
            rf"(?>{GIVEN})\s(?>{GIVEN_TEXTS}){AFTER})",
            GIVEN,
        ),
        (rf"(?i:{BEFORE}(?>the|my|these)\s(?>retrieved|indexed)\s(?>{GIVEN_TEXTS}){AFTER})", "retrieved|indexed"),
        (rf"(?i:{BEFORE}(?>my|the)\s(?>web\s)?+search\sresults{AFTER})", "search"),
        (
            rf"(?i:{BEFORE}I\s(?>have\s)?+(?>searched|looked\sup)\s(?>the\sweb|online|the\sinternet){AFTER})",
            "searched|looked",
        ),
    ),
    *_clue(
        "tool",
        "This looks like the sign that stands for removed text.",
        (r"⟦[^⟦⟧\n]{0,40}+⟧", "⟦"),
    ),
)

SOURCE_WORDS = "(source|(ref|(cited from|(via|[source|[ref|[cited from|[via"

CITATIONS = (
    *_clue(
        "citation_style",
        "A numbered reference, written in the way of one system.",
        (
            r"\[\^?+\d{1,3}+\^?+(?>\s?+[,;–\-]\s?+\^?+\d{1,3}+\^?+){0,9}+\]"
            r"(?>\([^()\s]{1,300}+\)|:[ ]?+https?+://\S{1,300}+)?+",
            "[",
        ),
        (
            r"(?<!\d)(?<!\bm)(?<!\bkm)(?<!\bcm)[⁰¹²³⁴⁵⁶⁷⁸⁹]{1,4}+(?>[⁻ˑ˒,][⁰¹²³⁴⁵⁶⁷⁸⁹]{1,4}+){0,9}+",
            "|".join("⁰¹²³⁴⁵⁶⁷⁸⁹"),
        ),
        (r"<sup>[\s\[\d,\^\]]{1,20}+</sup>", "<sup>"),
    ),
    *_clue(
        "citation_style",
        "A source named in brackets, in the way of one system.",
        (r"(?i:\((?>sources?+|references|reference|ref|cited from|via)\s?+:[^()\n]{1,300}+\))", SOURCE_WORDS),
        (r"(?i:\[(?>sources?+|references|reference|ref|cited from|via)\s?+:[^\[\]\n]{1,300}+\])", SOURCE_WORDS),
        (r"\(\[[^\[\]\n]{1,100}+\]\([^()\s]{1,300}+\)\)", "(["),
    ),
)
