"""SVG to pixels."""

from __future__ import annotations

import numpy as np
import pytest

pytest.importorskip("PIL")

from spacecombat_env.env.raster import rasterize

HEAD = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 10" width="40" height="20">'


def test_size_is_the_pictures_own_or_the_requested_width() -> None:
    assert rasterize(HEAD + "</svg>").shape == (20, 40, 3)
    assert rasterize(HEAD + "</svg>", width=80).shape == (40, 80, 3)


@pytest.mark.parametrize(
    "shape",
    [
        '<rect x="5" y="2" width="10" height="6" fill="#f00"/>',
        '<circle cx="10" cy="5" r="3" style="fill: red"/>',
        '<polygon points="5,2 15,2 15,8 5,8" fill="red"/>',
        '<path d="M5 2 h10 v6 h-10 z" fill="red"/>',
        '<g transform="translate(10 5) rotate(90) scale(2)"><circle r="1.5" fill="red"/></g>',
        '<style>.hot {fill: red}</style><rect class="hot" x="5" y="2" width="10" height="6"/>',
        '<defs><circle id="dot" r="3" fill="red"/></defs><use href="#dot" x="10" y="5"/>',
        '<line x1="2" y1="5" x2="18" y2="5" stroke="red" stroke-width="3"/>',
        '<path d="M2 5 C 6 5 14 5 18 5" fill="none" stroke="red" stroke-width="3"/>',
    ],
)
def test_shapes_are_drawn_where_they_stand(shape: str) -> None:
    image = rasterize(HEAD + shape + "</svg>")
    assert image.dtype == np.uint8
    assert image[10, 20].tolist() == [255, 0, 0]
    assert image[1, 1].tolist() == [0, 0, 0]


def test_opacity_blends_and_none_draws_nothing() -> None:
    half = rasterize(HEAD + '<rect width="20" height="10" fill="white" opacity="0.5"/></svg>')
    assert 120 <= half[10, 20, 0] <= 135
    assert not rasterize(HEAD + '<rect width="20" height="10" fill="none"/></svg>').any()


def test_text_is_written() -> None:
    text = '<text x="10" y="8" font-size="6" text-anchor="middle" fill="white">TF</text></svg>'
    assert rasterize(HEAD + text).any()
