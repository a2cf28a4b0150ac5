"""Probes: responses with instructions to the judge hidden in them, beside the same responses without.

Data with a loader, and the pure comparison of what judges said to both. May import rubrics.
"""
