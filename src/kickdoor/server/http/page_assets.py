"""What is made of pages and links before they are sent."""

from __future__ import annotations

from io import BytesIO

import segno


def below(path: str, page: bytes) -> bytes:
    """Have a page find everything below a path."""
    if not path:
        return page
    own = page.replace(b'="/static/', f'="{path}/static/'.encode())
    return own.replace(b"<html ", f'<html data-base="{path}" '.encode(), 1)


def picture(link: str) -> str:
    """Draw a link for a camera."""
    out = BytesIO()
    # A picture of its own, with its name space: a browser shows no other as an image
    segno.make(link, micro=False).save(out, "svg", scale=4, border=2, dark="#1c1420", light="#fff6dd", xmldecl=False)
    return out.getvalue().decode()
