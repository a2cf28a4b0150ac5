"""How fast the scorer's screen is, measured side by side with two references: `python -m benchmarks.screens`.

The references are an empty Streamlit page and a bare Starlette page that does the same submit without our layers.
May import everything; nothing of the product imports it.
"""
