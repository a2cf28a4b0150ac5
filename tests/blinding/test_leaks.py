"""What gives a response away is marked, ordinary prose is not, and redaction leaves one plain sign."""

import pytest

from blinding.leaks import REMOVED, Mark, find_marks, redact


def marked(text: str, *names: str) -> list[tuple[str, str]]:
    return [(mark.kind, mark.found) for mark in find_marks(text, names=names)]


def found(text: str, *names: str) -> list[str]:
    return [mark.found for mark in find_marks(text, names=names)]


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("As Claude, I aim to help.", "Claude"),
        ("I'm ChatGPT.", "ChatGPT"),
        ("I’m ChatGPT.", "ChatGPT"),
        ("i prefer chatgpt", "chatgpt"),
        ("I am GPT-4.", "GPT-4"),
        ("I am GPT‑4.", "GPT‑4"),
        ("with gpt-4o-mini, say", "gpt-4o-mini"),
        ("Claude 3.5 Sonnet said", "Claude 3.5 Sonnet"),
        ("**Claude**", "Claude"),
        ("_Claude_", "Claude"),
        ("Claude's view", "Claude"),
        ("my name is gemini", "gemini"),
        ("The constellation Gemini rises", "Gemini"),
        ("Unlike Grok, I", "Grok"),
        ("o3-mini would", "o3-mini"),
        ("Phi-4 would", "Phi-4"),
        ("I'm Zephyr, a helpful AI assistant", "Zephyr"),
        ("As an AI language model, I", "As an AI language model"),
        ("I am just an AI", "I am just an AI"),
        ("My knowledge cutoff is 2023", "My knowledge cutoff"),
        ("as of my last update", "as of my last update"),
    ],
)
def test_self_names_are_marked(text: str, name: str) -> None:
    assert marked(text) == [("self_name", name)]


@pytest.mark.parametrize(
    ("text", "maker"),
    [
        ("developed by OpenAI", "OpenAI"),
        ("see ?utm_source=openai", "openai"),
        ("Anthropic made me", "Anthropic"),
        ("a model from Google DeepMind.", "Google DeepMind"),
        ("trained by Google", "Google"),
        ("built by\nMeta, as", "Meta"),
        ("with Meta AI", "Meta AI"),
        ("I was created by Acme Labs to help", "Acme Labs"),
        ("an assistant recently trained by the Northfield Institute", "Northfield Institute"),
    ],
)
def test_makers_are_marked(text: str, maker: str) -> None:
    assert marked(text) == [("maker", maker)]


@pytest.mark.parametrize(
    ("text", "trace"),
    [
        ("See chunk: 12", "chunk: 12"),
        ("chunk_id=a-7 says", "chunk_id=a-7"),
        ("grace [source 3]", "[source 3]"),
        ("grace [doc 2, doc 5]", "[doc 2, doc 5]"),
        ("grace【4†source】", "【4†source】"),
        ("grace citeturn0search0", "citeturn0search0"),
        (
            "grace \ue200cite\ue202turn0search0\ue202turn1view2\ue201",
            "\ue200cite\ue202turn0search0\ue202turn1view2\ue201",
        ),
        (":contentReference[oaicite:0]{index=0}", ":contentReference[oaicite:0]{index=0}"),
        ("<tool_call>", "<tool_call>"),
        ('<search_results n="3">', '<search_results n="3">'),
        ("</think>", "</think>"),
        ("<|im_start|>", "<|im_start|>"),
        ("According to the retrieved documents, faith", "According to the retrieved documents"),
        ("Based on the provided\ncontext, faith", "Based on the provided\ncontext"),
        ("The retrieved passages say", "The retrieved passages"),
        ("I searched the web", "I searched the web"),
        (f"text with {REMOVED} in it", REMOVED),
    ],
)
def test_traces_of_tools_are_marked(text: str, trace: str) -> None:
    assert marked(text) == [("tool", trace)]


@pytest.mark.parametrize(
    ("text", "citation"),
    [
        ("grace[1].", "[1]"),
        ("grace [2, 3]", "[2, 3]"),
        ("grace [2-4]", "[2-4]"),
        ("grace [^1^]", "[^1^]"),
        ("grace [1](https://a.org/b)", "[1](https://a.org/b)"),
        ("[1]: https://a.org/b", "[1]: https://a.org/b"),
        ("grace.¹²", "¹²"),
        ("grace<sup>[1]</sup>", "<sup>[1]</sup>"),
        ("grace (Source: Barna, 2020).", "(Source: Barna, 2020)"),
        ("grace [Source: Barna].", "[Source: Barna]"),
        ("grace ([barna.com](https://barna.com/x))", "([barna.com](https://barna.com/x))"),
    ],
)
def test_house_styles_of_citing_are_marked(text: str, citation: str) -> None:
    assert marked(text) == [("citation_style", citation)]


@pytest.mark.parametrize(
    ("text", "block"),
    [
        ("Grace.\n\nSources:\n- Barna\n- Stott\nBlessings!", "Sources:\n- Barna\n- Stott"),
        ("Grace.\n\n## References\n\n1. Barna\n2. Stott\n\nBlessings!", "## References\n\n1. Barna\n2. Stott"),
        ("Grace.\r\n\r\n**Sources:**\r\n[1] Barna\r\n", "**Sources:**\r\n[1] Barna"),
        ("Source: Barna, 2020", "Source: Barna, 2020"),
        ("Sources:", "Sources:"),
    ],
)
def test_a_list_of_sources_is_one_mark(text: str, block: str) -> None:
    assert marked(text) == [("citation_style", block)]


def test_two_lists_of_sources_are_two_marks() -> None:
    assert found("Sources:\n- a\nReferences:\n- b") == ["Sources:\n- a", "References:\n- b"]


@pytest.mark.parametrize(
    "text",
    [
        "claudette and claudication",
        "a meta-analysis by Meta-analysis experts, by meta-ethics",
        "grokking, to grok it; in my perplexity; the bard",
        "as a pastor; as an elder; I am the way; I am an heir",
        "I was created by God; you were made by Him; the ark was built by Noah",
        "I am Ruth, a Moabite and a widow",
        "Sources say that the Source of life is God",
        "[3:16] [2 Samuel 7] [1984] [see 1 Peter 3:15] Phi 4:13 (John 3:16)",
        "10² and 5 m² and 3 km²",
        "an apple from Amazonia; Google it",
        "the anthropic principle",
        "a chunk of bread; a document; <p>",
        "training for my ministry; my last updated letter",
        "[text](https://a.org)",
        "",
        "\n\n",
    ],
)
def test_false_friends_are_not_marked(text: str) -> None:
    assert marked(text) == []


@pytest.mark.parametrize(
    ("text", "name", "expected"),
    [
        ("As Cedar, I", "Cedar", ["Cedar"]),
        ("CEDAR and cedar", "Cedar", ["CEDAR", "cedar"]),
        ("cedarwood", "Cedar", []),
        ("Cedar-based", "Cedar", ["Cedar"]),
        ("Cedar2, cedar 2, Cedar_2, cedar-2", "Cedar 2", ["Cedar2", "cedar 2", "Cedar_2", "cedar-2"]),
        ("Cedar 23", "Cedar 2", ["Cedar"]),
        ("Cedar, the cedar", "Cedar 2", ["Cedar"]),
        ("Cedar, the cedar", "Cedar (grounded)", ["Cedar"]),
        ("Meta and meta-analysis", "Meta", ["Meta"]),
        ("C++. (C)", "C++", ["C++"]),
        ("a.b axb", "a.b", ["a.b"]),
        ("nothing", "  ", []),
        ("nothing", "--", []),
    ],
)
def test_the_studys_own_names_are_marked_as_whole_words(text: str, name: str, expected: list[str]) -> None:
    assert found(text, name) == expected


def test_overlapping_finds_are_one_mark_with_every_reason() -> None:
    text = "Grace ([barna.com](https://barna.com?utm_source=openai)). As Claude, I agree."
    first, second = find_marks(text, names=["Claude"])
    assert first.found == "([barna.com](https://barna.com?utm_source=openai))"
    assert first.kind == "maker"
    assert first.reason == (
        "This is the maker of a well-known AI system. A source named in brackets, in the way of one system."
    )
    assert second.kind == "self_name"
    assert second.reason.count("Claude") == 1
    assert second.reason.count(".") == 3


def test_a_long_mark_swallows_several_short_ones() -> None:
    assert found("(Source: Claude and Gemini) and [1]") == ["(Source: Claude and Gemini)", "[1]"]


def test_finds_that_only_touch_stay_two_marks() -> None:
    assert found("grace[1][2]") == ["[1]", "[2]"]


def test_marks_say_where_they_are_also_after_signs_beyond_the_basic_plane() -> None:
    text = "🙏 שלום Claude"
    assert find_marks(text, names=[]) == [
        Mark(7, 13, "self_name", "Claude", "This is the name of a well-known AI system.")
    ]


def test_redaction_puts_one_sign_for_each_mark() -> None:
    text = "As Claude, made by Anthropic, I say grace[1][2]."
    spans = [(mark.start, mark.end) for mark in find_marks(text, names=[])]
    assert redact(text, spans) == f"As {REMOVED}, made by {REMOVED}, I say grace{REMOVED}."


def test_spans_that_touch_or_overlap_or_repeat_are_one_sign_in_any_order() -> None:
    text = "abcdefgh"
    for spans in ([(0, 2), (2, 4)], [(2, 4), (0, 2)], [(0, 3), (1, 4)], [(0, 4), (1, 2)], [(0, 4), (0, 4)]):
        assert redact(text, spans) == f"{REMOVED}efgh"
    assert redact(text, [(0, 1), (2, 3)]) == f"{REMOVED}b{REMOVED}defgh"
    assert redact(text, [(0, 8)]) == REMOVED


def test_keeping_everything_changes_nothing() -> None:
    assert redact("As Claude, I", []) == "As Claude, I"
    assert redact("", []) == ""


def test_what_was_redacted_is_not_found_again_as_anything_but_our_sign() -> None:
    text = "As Claude, made by Anthropic. [1]\n\nSources:\n- x"
    once = redact(text, [(mark.start, mark.end) for mark in find_marks(text, names=[])])
    assert set(found(once)) == {REMOVED}


def test_spans_outside_the_text_are_all_named() -> None:
    with pytest.raises(ValueError, match="spans -1 to 2, 2 to 2, 3 to 9 are empty or not within the text's 4"):
        redact("abcd", [(3, 9), (0, 1), (2, 2), (-1, 2)])
