"""Pages: how a result is told. `page(parts)` turns what was computed into lines of Markdown; it computes nothing."""
