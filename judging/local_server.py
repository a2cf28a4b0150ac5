"""One small model behind an OpenAI-compatible server on this computer; a process of its own, started by `serve`.

    python -m judging.local_server --model FILE --name NAME --port PORT

One thread and one call at a time: two threads on busy cores wait for each other and are many times slower, and with
one thread and no prompt cache the same question gets the same answer.
"""

import argparse
import os
import signal
import threading

CONTEXT_TOKENS = 8192


def main() -> None:
    """Serve until the process is told to end, or whoever started it is gone."""
    parser = argparse.ArgumentParser(description="Serve one GGUF file on loopback.")
    parser.add_argument("--model", required=True)
    parser.add_argument("--name", required=True)
    parser.add_argument("--port", type=int, required=True)
    parser.add_argument("--context", type=int, default=CONTEXT_TOKENS)
    chosen = parser.parse_args()
    import xllamacpp

    params = xllamacpp.CommonParams()
    params.model.path = chosen.model
    params.model_alias = {chosen.name}
    params.hostnames, params.port = ["127.0.0.1"], chosen.port
    params.n_ctx, params.n_parallel = chosen.context, 1
    params.cpuparams.n_threads = params.cpuparams_batch.n_threads = 1
    params.cache_prompt, params.cache_ram_mib = False, 0
    params.use_jinja = params.warmup = params.offline = True
    params.ui, params.verbosity = False, 0
    ended = threading.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: ended.set())
    started_by = os.getppid()
    server = xllamacpp.Server(params)
    while not ended.wait(1.0) and os.getppid() == started_by:
        pass
    del server


if __name__ == "__main__":
    main()
