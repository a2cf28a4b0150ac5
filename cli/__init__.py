"""The command line. A command reads arguments, calls one function, prints. Calls the same functions as the pages."""

import os

# Before numpy is loaded: sums over draws are many and small, and threads that wait for one another cost more than they
# save (75 seconds of processor time instead of 22 for a large study's figures).
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
