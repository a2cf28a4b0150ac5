"""The demo study: invented responses, invented scores, and the functions that load it and let people in.

Everything here is marked as invented. May import web, judging, files and store.
"""
