"""How verdicts become the score that counts: each protocol is one pure function from what was said to what is next.

`step(target, panel, verdicts, settings)` answers `Ask` (put these calls) or `Settled` (this counts). No store,
network, clock or chance, so a run can stop and resume anywhere. May import rubrics and blinding.
"""
