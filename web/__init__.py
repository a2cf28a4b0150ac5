"""HTTP around the screens: who is asking (links, cookies, headers), what the ballot talks to, text made safe to show.

May import everything below pages; only app.py imports streamlit around it.
"""

import os

# Before numpy is loaded: sums over draws are many and small, and threads that wait for one another cost more than they
# save (75 seconds of processor time instead of 22 for a large study's figures).
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
