"""May it be released and as what; what goes out, in which form.

May import files, store, analysis, rubrics and blinding.
"""
