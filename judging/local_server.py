"""One small model behind an OpenAI-compatible server on this computer; a process of its own, started by `serve`.

    python -m judging.local_server --model FILE --name NAME --port PORT --started-by PID

One thread and one call at a time: two threads on busy cores wait for each other and are many times slower, and with
one thread and no prompt cache the same question gets the same answer.
"""

import argparse
import os
import signal
import time

CONTEXT_TOKENS = 8192
LOOKS_EVERY_S = 1.0


def main() -> None:
    """Serve until the process is told to end, or whoever started it is gone."""
    parser = argparse.ArgumentParser(description="Serve one GGUF file on loopback.")
    parser.add_argument("--model", required=True)
    parser.add_argument("--name", required=True)
    parser.add_argument("--port", type=int, required=True)
    parser.add_argument("--started-by", type=int, default=os.getppid(), help="the process with which to end")
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
    # A signal ends the process at once, also while a model is being loaded or an answer written: there is nothing to
    # save, and the library would wait for the answer.
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, signal.SIG_DFL)
    server = xllamacpp.Server(params)  # noqa: F841 - serves as long as it is there
    while os.getppid() == chosen.started_by:
        time.sleep(LOOKS_EVERY_S)
    os._exit(0)


if __name__ == "__main__":
    main()
