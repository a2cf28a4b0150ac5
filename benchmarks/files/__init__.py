"""How long files take to go out and to come in, beside the barest way of doing the same."""
