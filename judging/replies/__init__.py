"""What a judge's reply must look like, and reading it strictly: scores as they were said, or the reason there are none.

Text in, a reading out; no store, network or clock, so that a reply can be read again for nothing. May import rubrics.
"""
