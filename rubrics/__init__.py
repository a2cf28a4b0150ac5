"""Benchmarks as data: one TOML file per version, a closed schema, a loader, and the check of one score.

May import blinding.
"""
