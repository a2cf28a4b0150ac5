"""The demo study: invented responses, invented scores, and the function that loads them. Everything here is marked as invented.
"""
