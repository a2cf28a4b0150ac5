"""What LLM judges said, and what counts under a protocol.

May import store, rubrics and blinding.
"""
