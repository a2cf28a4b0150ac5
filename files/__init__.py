"""Files people already have: reading responses and scores with every problem named at once, and writing scores out.

May import store, rubrics and blinding.
"""
