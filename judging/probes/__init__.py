"""Probes: responses with instructions to the judge hidden in them, beside the same responses without.

Data with a loader, the pure comparison of what judges said to both, and the study that puts them to judges by an
ordinary run.
"""
