"""Figures: arrays become pictures in one house style; nothing is computed and nobody's settings are changed.

Each file draws the pictures of one subject. A function takes arrays and plain words and returns a matplotlib `Figure`
made without pyplot; `save` writes it as .svg, .png or .pdf, `svg_text` puts it into a page, light or dark.

In:  arrays, names, a finding in words.    Out: Figures, files, SVG for pages.
Knows nothing of: results of studies, data files, how numbers came about.
To add a figure: one function, decorated with `house_style()`, in the file of its subject; colours and sizes only from
`style`, and a test that reads positions and labels from its axes.
"""

from humanlike.figures.files import figure_path, save, svg_text

__all__ = ["figure_path", "save", "svg_text"]
