"""Runs moto with corrections/ and cloudcontrol/ on a loopback port, with --strict behind the layer of strict/.

Started by `up` and by the tests. Prints one line on stdout, `endpoint=http://127.0.0.1:PORT`, once requests are
answered; the same and the pid go to the file of --announce as JSON. With --while-stdin-is-open it ends when its
parent does, so that a test run that dies leaves no server behind.
"""

import argparse
import functools
import gc
import json
import logging
import os
import pathlib
import signal
import sys
import threading

HERE = pathlib.Path(__file__).resolve().parent
# Of AWS's thousand managed policies these exist here; all of them would cost 0.7 s at every reset.
MANAGED_POLICIES = (
    "AdministratorAccess", "AmazonEC2ReadOnlyAccess", "AmazonS3ReadOnlyAccess", "AmazonSQSFullAccess",
    "AmazonSSMManagedInstanceCore", "CloudWatchAgentServerPolicy", "PowerUserAccess", "ReadOnlyAccess",
)


def configure():
    """Sets what moto reads from the environment when it is imported."""
    os.environ.setdefault("MOTO_AMIS_PATH", str(HERE / "amis.json"))
    os.environ.setdefault("MOTO_IAM_LOAD_MANAGED_POLICIES", "true")
    # Nothing may reach a real account from here, whatever the caller's environment holds.
    for name in ("AWS_PROFILE", "AWS_SESSION_TOKEN", "AWS_ENDPOINT_URL"):
        os.environ.pop(name, None)
    os.environ["AWS_ACCESS_KEY_ID"] = os.environ["AWS_SECRET_ACCESS_KEY"] = "test"
    logging.getLogger("werkzeug").setLevel(logging.ERROR)


def keep_few_managed_policies():
    """Leaves only MANAGED_POLICIES of the list that moto reads anew at every reset."""
    from moto.iam import models

    known = json.loads(models.aws_managed_policies_data)
    models.aws_managed_policies_data = json.dumps({name: known[name] for name in MANAGED_POLICIES})


def look_once():
    """Has moto list its modules once, and the methods of each class once. It does both with each request otherwise."""
    from moto import backends
    from moto.core import responses

    modules = tuple(backends.list_of_moto_modules())
    backends.list_of_moto_modules = lambda: modules
    responses.method_names_from_class = functools.cache(responses.method_names_from_class)


def make_application(corrected, options=None):
    """Makes moto's application, corrected unless told otherwise; with options behind the strict layer."""
    from moto.moto_server.werkzeug_app import (
        DomainDispatcherApplication,
        create_backend_app,
    )

    sys.path.insert(0, str(HERE))
    if corrected:
        import corrections

        corrections.apply_all()
    keep_few_managed_policies()
    look_once()
    from cloudcontrol.application import Application
    from strict import busy, control, layer

    application = DomainDispatcherApplication(create_backend_app)
    if options is None:
        return Application(application, lambda _seconds, action: action())
    busy.apply_all()
    application = layer.Layer(Application(application, busy.after_a_while))
    control.change(application, options)
    return application


def make_server(host, port, application):
    """Binds the socket; the port is known from here on."""
    from moto.moto_server.werkzeug_app import MotoRequestHandler
    from werkzeug.serving import make_server as bind

    return bind(host, port, application, threaded=True, request_handler=MotoRequestHandler)


def strict_options(options):
    """Gives what the command line says of the strict layer, as its control endpoint takes it; None without it."""
    if not options.strict:
        return None
    told = {"speed": options.speed, "seed": options.seed, "page": options.page}
    lag = dict(word.split("=", 1) if "=" in word else ("*", word) for word in (options.lag or "").split(",") if word)
    return told | {"lag": lag}


def add_strict_arguments(parser):
    """The arguments that `up` passes on."""
    parser.add_argument("--strict", action="store_true", help="refuse what AWS refuses, and take AWS's time")
    parser.add_argument("--speed", type=float, default=60.0, help="with --strict: how much faster than AWS (default 60)")
    parser.add_argument("--lag", help="with --strict: reads that do not show a write: 2, 500ms, or ec2=3,iam=1500ms")
    parser.add_argument("--page", type=int, help="with --strict: the most that a page holds (default: AWS's sizes)")
    parser.add_argument("--seed", type=int, default=0, help="with --strict: the seed of what is left to chance")


def announce(endpoint, path, is_strict):
    """Tells where the server is, whole or not at all."""
    if path:
        draft = path.with_name(path.name + ".draft")
        draft.write_text(json.dumps({"endpoint": endpoint, "pid": os.getpid(), "strict": is_strict}) + "\n", encoding="utf-8")
        draft.replace(path)
    print(f"endpoint={endpoint}", flush=True)


def main():
    """Serves until told to stop."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--host", default="127.0.0.1", help="address to bind; another only inside a container")
    parser.add_argument("--port", type=int, default=0, help="0 takes a free one (default)")
    parser.add_argument("--announce", type=pathlib.Path, help="file for endpoint and pid")
    parser.add_argument("--while-stdin-is-open", action="store_true", help="end at end of input")
    parser.add_argument("--uncorrected", action="store_true", help="moto as it is, to see what a correction does")
    add_strict_arguments(parser)
    options = parser.parse_args()
    # botocore's models are a million objects that stay: looking through them again and again took a sixth of the time.
    gc.set_threshold(50_000, 50, 50)
    configure()
    application = make_application(not options.uncorrected, strict_options(options))
    server = make_server(options.host, options.port, application)
    if options.strict:
        from strict.worlds import Worlds

        application.worlds = Worlds(server, lambda: make_server(options.host, 0, application), application)
        # Forked worlds and copies that end leave nothing to be waited for.
        signal.signal(signal.SIGCHLD, signal.SIG_IGN)
        application.end = lambda: stop()

    def stop(*_):
        threading.Thread(target=server.shutdown, daemon=True).start()

    signal.signal(signal.SIGTERM, stop)
    signal.signal(signal.SIGINT, stop)
    if options.while_stdin_is_open:
        threading.Thread(target=lambda: (sys.stdin.buffer.read(), stop()), daemon=True).start()
    announce(f"http://127.0.0.1:{server.server_port}", options.announce, options.strict)
    server.serve_forever(poll_interval=0.05)


if __name__ == "__main__":
    main()
