"""What judges and systems are sent: prompts made from the benchmark file, the schema of the reply, and leak checks.

Text in, text out; no store, network or clock. May import judging.replies, rubrics and blinding.
"""
