"""The options by which a run is planned; those of judging and of collecting are alike."""

from typing import Annotated

import typer

from rubrics.protocols import Exclude

PanelName = Annotated[
    str, typer.Option("--panel", metavar="PANEL", help="A panel file (TOML), or the name of one that is shipped.")
]
RunName = Annotated[
    str | None, typer.Option("--name", help="The run's name; default the benchmark's protocol. Two names, two runs.")
]
Which = Annotated[str | None, typer.Option("--name", help="The run's name; needed where a study has several.")]
Cap = Annotated[
    float | None, typer.Option("--cap", min=0, metavar="USD", help="Send nothing more once this much may be gone.")
]
AcceptUnknownPrices = Annotated[
    bool, typer.Option("--accept-unknown-prices", help="Start with a cap although it cannot count every judge.")
]
Excluded = Annotated[
    Exclude | None, typer.Option("--exclude", help="Who may not judge: the very model, or all of its maker's.")
]
ShuffleAxes = Annotated[bool, typer.Option("--shuffle-axes", help="Give each judge the axes in a drawn order.")]
RepeatShare = Annotated[
    float,
    typer.Option("--repeat-share", min=0, max=1, help="The share of calls asked twice, to measure judges."),
]
Language = Annotated[str | None, typer.Option("--language", help="Only prompts in this language, such as en.")]
OnlySampled = Annotated[bool, typer.Option("--only-sampled", help="Only the responses that people score.")]
HoldDoubtful = Annotated[
    bool, typer.Option("--hold-doubtful", help="Put calls aside that may have been paid, instead of asking again.")
]
AcceptNewCode = Annotated[
    bool, typer.Option("--accept-new-code", help="Resume although the software has changed since.")
]
Batched = Annotated[
    list[str] | None,
    typer.Option("--batch", metavar="JUDGE", help="Ask this judge in batches, for less, within a day; repeatable."),
]
Detach = Annotated[bool, typer.Option("--detach", help="Start and come back at once, without a progress bar.")]
