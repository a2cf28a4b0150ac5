"""Statistics on pandas and numpy: pure functions on long frames.

No database, screen, network, clock or hidden chance. May import rubrics and blinding.
"""
