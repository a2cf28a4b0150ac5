"""Labels, cards without authors, the search for text that names its author, and every random draw.

Imports nothing else of this project.
"""
