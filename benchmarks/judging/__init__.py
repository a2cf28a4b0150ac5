"""What a run of judges costs beyond the calls themselves; `docs/judging.md` has the figures."""
