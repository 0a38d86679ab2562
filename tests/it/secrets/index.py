"""Makes what pip installs from a server: `simple/alpha` needs a build with `simple/tiny`, `beta.git` builds itself, `gamma-1.0.zip` too."""
import io
import os
import subprocess
import sys
import tarfile
import zipfile

place = sys.argv[1]
BACKEND = '''
import zipfile
def build_wheel(directory, settings=None, metadata=None):
    name = open("NAME").read()
    file, info = f"{name}-1.0-py3-none-any.whl", f"{name}-1.0.dist-info"
    files = {f"{name}.py": "", f"{info}/WHEEL": "Wheel-Version: 1.0\\nGenerator: x\\nRoot-Is-Purelib: true\\nTag: py3-none-any\\n"}
    files[f"{info}/METADATA"] = f"Metadata-Version: 2.1\\nName: {name}\\nVersion: 1.0\\n"
    files[f"{info}/RECORD"] = "".join(f"{path},,\\n" for path in files) + f"{info}/RECORD,,\\n"
    with zipfile.ZipFile(f"{directory}/{file}", "w") as wheel:
        for path, text in files.items():
            wheel.writestr(path, text)
    return file
'''


def project(name, needs, more):
    text = f'[build-system]\nrequires = [{needs}]\nbuild-backend = "tiny"\n{more}'
    return {"pyproject.toml": text, "NAME": name, "PKG-INFO": f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n"}


own = 'backend-path = ["."]\n'
os.makedirs(f"{place}/simple/alpha")
os.makedirs(f"{place}/simple/tiny")
with tarfile.open(f"{place}/simple/alpha/alpha-1.0.tar.gz", "w:gz") as archive:
    for path, text in project("alpha", '"tiny"', "").items():
        entry = tarfile.TarInfo(f"alpha-1.0/{path}")
        entry.size = len(text)
        archive.addfile(entry, io.BytesIO(text.encode()))
with zipfile.ZipFile(f"{place}/gamma-1.0.zip", "w") as archive:
    for path, text in {**project("gamma", "", own), "tiny.py": BACKEND}.items():
        archive.writestr(f"gamma-1.0/{path}", text)
info = "tiny-1.0.dist-info"
with zipfile.ZipFile(f"{place}/simple/tiny/tiny-1.0-py3-none-any.whl", "w") as wheel:
    wheel.writestr("tiny.py", BACKEND)
    wheel.writestr(f"{info}/WHEEL", "Wheel-Version: 1.0\nGenerator: x\nRoot-Is-Purelib: true\nTag: py3-none-any\n")
    wheel.writestr(f"{info}/METADATA", "Metadata-Version: 2.1\nName: tiny\nVersion: 1.0\n")
    wheel.writestr(f"{info}/RECORD", f"tiny.py,,\n{info}/WHEEL,,\n{info}/METADATA,,\n{info}/RECORD,,\n")

work = f"{place}/beta"
os.makedirs(work)
for path, text in {**project("beta", "", own), "tiny.py": BACKEND}.items():
    with open(f"{work}/{path}", "w") as out:
        out.write(text)
for words in (
    ["init", "-q", "-b", "main"],
    ["add", "."],
    ["-c", "user.name=a", "-c", "user.email=a@b", "commit", "-q", "-m", "one"],
    ["clone", "-q", "--bare", ".", f"{place}/beta.git"],
    ["--git-dir", f"{place}/beta.git", "update-server-info"],
):
    subprocess.run(["git", *words], cwd=work, check=True, env={**os.environ, "GIT_CONFIG_GLOBAL": "/dev/null"})
