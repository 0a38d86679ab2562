"""Records what Salt's functions answer about the account of fixture.py.

Run it with a Python that has salt 3007, boto and boto3, against an empty local AWS, once for each file of cases:

    python record.py --endpoint URL --fixture-python PYTHON cases.json > recorded.json
    python record.py --endpoint URL --fixture-python PYTHON changing.json > changed.json

The cases of a file are asked in order in one account. A case's "as" names what is in its answer, by path, for those
after it.

boto 2 knows no endpoint but AWS's own, so its connections are led to the local one; what it makes of the answers is
its own.
"""

import argparse
import collections
import collections.abc
import datetime
import http.client
import json
import os
import pathlib
import re
import subprocess
import tempfile
from urllib.parse import urlsplit

HERE = pathlib.Path(__file__).resolve().parent


def functions(endpoint):
    # boto 2 looks for it where it was until Python 3.9.
    collections.Mapping = collections.abc.Mapping
    import boto
    import boto.connection
    import salt.config
    import salt.loader

    where = urlsplit(endpoint)
    boto.connection.AWSAuthConnection.get_http_connection = (
        lambda self, host, port, is_secure: http.client.HTTPConnection(where.hostname, where.port))
    # boto 2 reads an answer twice to compare its checksum, which such a connection does not let it do.
    boto.config.add_section("DynamoDB")
    boto.config.set("DynamoDB", "validate_checksums", "False")
    # boto 2 mistakes the ids of what AWS has added to networks since for those of the networks.
    read = http.client.HTTPResponse.read
    added = re.compile(rb"<(cidrBlockAssociationSet|ipv6CidrBlockAssociationSet)>.*?</\1>", re.S)
    http.client.HTTPResponse.read = lambda self, amt=None: added.sub(b"", read(self, amt))
    os.environ.update(AWS_ENDPOINT_URL=endpoint, AWS_ACCESS_KEY_ID="test", AWS_SECRET_ACCESS_KEY="test",
                      AWS_DEFAULT_REGION="us-east-1")
    opts = salt.config.minion_config(None)
    root = tempfile.mkdtemp()
    opts.update(file_client="local", root_dir=root, cachedir=root + "/cache", pki_dir=root + "/pki", id="oracle",
                grains={"os": "Debian", "os_family": "Debian", "kernel": "Linux", "id": "oracle"})
    return salt.loader.minion_mods(opts, utils=salt.loader.utils(opts))


def filled(value, ids):
    if isinstance(value, str):
        for name, made in ids.items():
            value = value.replace("${" + name + "}", made)
        return value
    if isinstance(value, list):
        return [filled(item, ids) for item in value]
    if isinstance(value, dict):
        return {key: filled(item, ids) for key, item in value.items()}
    return value


def plain(value):
    if isinstance(value, bytes):
        return value.decode()
    if isinstance(value, (datetime.datetime, datetime.date)):
        return value.isoformat()
    return repr(value)


def part(value, path):
    for key in filter(None, path.split(":")):
        value = value.split() if isinstance(value, str) else value
        value = value[int(key)] if isinstance(value, (list, tuple)) else value[key]
    return value


def recorded(call, case, ids):
    kwargs = filled(case.get("kwargs", {}), ids)
    kwargs.update(region="us-east-1", keyid="test", key="test")
    try:
        answer = {"return": call[case["fun"]](*filled(case.get("args", []), ids), **kwargs)}
        for name, path in case.get("as", {}).items():
            ids[name] = part(answer["return"], path)
    except BaseException as error:  # what Salt's functions raise has no common base
        answer = {"error": "%s: %s" % (type(error).__name__, str(error).strip().splitlines()[:1])}
    text = json.dumps(answer, default=plain, sort_keys=True)
    for name, made in sorted(ids.items(), key=lambda pair: -len(pair[1])):
        text = text.replace(made, "${" + name + "}")
    asked = {"fun": case["fun"], "args": case.get("args", []), "kwargs": case.get("kwargs", {})}
    return {**asked, **({"as": case["as"]} if "as" in case else {}), **json.loads(text)}


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--endpoint", required=True)
    parser.add_argument("--fixture-python", required=True)
    parser.add_argument("cases")
    given = parser.parse_args()
    made = subprocess.run([given.fixture_python, HERE / "fixture.py", "--endpoint", given.endpoint], check=True,
                          capture_output=True)
    ids = json.loads(made.stdout)
    call = functions(given.endpoint)
    cases = json.loads((HERE / given.cases).read_text())
    lines = [json.dumps(recorded(call, case, ids), sort_keys=True) for case in cases]
    print("[\n" + ",\n".join(lines) + "\n]")


if __name__ == "__main__":
    main()
