"""For recorders: a minion of Salt without a master, its files below a directory."""


def caller(scratch, states, **options):
    """What `salt-call` is: the options of a minion, with those that are given. Salt must be importable."""
    import salt.client
    import salt.config

    scratch.mkdir()
    (scratch / "conf").write_text("{}")
    opts = salt.config.minion_config(None)
    opts.update(
        root_dir=str(scratch),
        conf_file=str(scratch / "conf"),
        file_client="local",
        file_roots={"base": [str(states)]},
        pillar_roots={"base": [str(scratch / "pillar")]},
        id="sample",
        log_level="quiet",
        **options,
    )
    for key in ("cachedir", "pki_dir", "sock_dir", "log_file", "extension_modules"):
        opts[key] = str(scratch / key)
    opts["__cli"] = "salt-call"
    return salt.client.Caller(mopts=opts)
