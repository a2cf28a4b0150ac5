"""A run of judges over a study: planned, started and stopped here, done by a worker process of its own.

May import the rest of `judging` and `store`. What was asked, paid and answered stands in the store before anything is
made of it, so a run can be killed at any moment and goes on where it was.
"""
