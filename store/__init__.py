"""Tables, queries, migrations: all SQL lives here.

May import rubrics and blinding.
"""
