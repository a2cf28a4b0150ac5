"""May it be released and as what; what goes out, in which form.

May import store, analysis, rubrics and blinding.
"""
