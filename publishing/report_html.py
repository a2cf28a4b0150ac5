"""A report as one HTML file that needs nothing else: no script, no font, no picture from anywhere."""

from html import escape

from publishing.report_parts import Grid, Heading, Images, Part, Picture, Points, Room, Words

STYLE = """
:root { color-scheme: light dark; }
body { font: 1rem/1.55 Georgia, "Noto Serif", serif; max-width: 60rem; margin: 2rem auto; padding: 0 1.2rem; }
h1 { font-size: 1.9rem; line-height: 1.2; } h2 { font-size: 1.35rem; margin-top: 2.2rem; } h3 { font-size: 1.1rem; }
p, ul { max-width: 44rem; } li { margin-bottom: .4rem; }
h1, p, li, figcaption { overflow-wrap: anywhere; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; font: .88rem/1.4 system-ui, sans-serif; margin: .5rem 0 1.5rem; }
caption { text-align: start; font-weight: 600; padding-bottom: .3rem; }
th, td { text-align: start; vertical-align: top; padding: .35rem .8rem .35rem 0; border-bottom: 1px solid #8886; }
thead th { border-bottom: 2px solid currentColor; }
figure { margin: 1.5rem 0; background: #fff; color: #1a1a1a; padding: .8rem; max-width: 46rem; }
figure svg { max-width: 100%; height: auto; } figcaption { font: .88rem/1.4 system-ui, sans-serif; }
.room { max-width: 44rem; margin: .6rem 0 1rem; break-inside: avoid; } .room p { margin: 0; font-weight: 600; }
.line { height: 1.7rem; border-bottom: 1px solid #8886; }
@media print { body { margin: 0; } h2, h3 { break-after: avoid; } table, figure { break-inside: avoid; } }
"""

PICTURE_BEGINS, PICTURE_ENDS = "<!-- picture -->", "<!-- end of picture -->"
"""Around each drawing, so that two reports may be compared in all but their drawings."""


def html_report(parts: list[Part], images: Images, *, title: str) -> bytes:
    """Write a report as HTML; every text in it is escaped.

    Parameters
    ----------
    parts : list of Part
    images : mapping of picture name to Image
        A picture that is not in it is told in words.
    title : str
        For the window's head.
    """
    body = "\n".join(_part(part, images) for part in parts)
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">"
        f"<title>{escape(title)}</title><style>{STYLE}</style></head>\n<body><main>\n{body}\n</main></body></html>\n"
    ).encode()


def _part(part: Part, images: Images) -> str:
    if isinstance(part, Heading):
        return f'<h{part.level} dir="auto">{escape(part.text)}</h{part.level}>'
    if isinstance(part, Words):
        return f'<p dir="auto">{escape(part.text).replace(chr(10), "<br>")}</p>'
    if isinstance(part, Points):
        return "<ul>" + "".join(f'<li dir="auto">{escape(one)}</li>' for one in part.texts) + "</ul>"
    if isinstance(part, Room):
        room = '<div class="line"></div>' * part.lines
        return f'<div class="room"><p dir="auto">{escape(part.label)}</p>{room}</div>'
    return _grid(part) if isinstance(part, Grid) else _picture(part, images)


def _grid(grid: Grid) -> str:
    heads = "".join(f'<th scope="col">{escape(one)}</th>' for one in grid.heads)
    rows = "\n".join(
        f'<tr><th scope="row" dir="auto">{escape(first)}</th>'
        + "".join(f'<td dir="auto">{_unbroken(cell)}</td>' for cell in rest)
        + "</tr>"
        for first, *rest in grid.rows
    )
    return (
        f'<div class="scroll" role="region" tabindex="0" aria-label="{escape(grid.title, quote=True)}"><table>'
        f"<caption>{escape(grid.title)}</caption><thead><tr>{heads}</tr></thead>\n<tbody>{rows}</tbody></table></div>"
    )


def _unbroken(cell: str) -> str:
    """A figure and its n stay on one line."""
    return escape(cell).replace("n = ", "n&nbsp;=&nbsp;")


def _picture(picture: Picture, images: Images) -> str:
    image = images.get(picture.name)
    drawn = "" if image is None else _inline(image.svg)
    says = escape(picture.says, quote=True)
    return (
        f'<figure role="group" aria-label="{escape(picture.title, quote=True)}">{PICTURE_BEGINS}{drawn}{PICTURE_ENDS}'
        f'<figcaption dir="auto">{escape(picture.title)}. {says}</figcaption></figure>'
    )


def _inline(svg: bytes) -> str:
    """Return a drawing as it may stand within HTML: without its XML head, and silent, since the caption speaks."""
    text = svg.decode()
    return text[text.index("<svg") :].replace("<svg", '<svg aria-hidden="true"', 1).strip()


def without_pictures(html: str) -> str:
    """Return a report without what is drawn."""
    pieces = html.split(PICTURE_BEGINS)
    return pieces[0] + "".join(piece.split(PICTURE_ENDS, 1)[-1] for piece in pieces[1:])
