"""HTTP around the screens: who is asking (links, cookies, headers), what the ballot talks to, text made safe to show.

May import everything below pages; only app.py imports streamlit around it.
"""
