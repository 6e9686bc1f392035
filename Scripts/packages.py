#!/usr/bin/env python3
"""Packs the App Store simulator for Python and for Node, as `pip install` and `npm install` take it from a file.

Usage: Scripts/packages.py wheel|npm [--binary FILE] [--output FOLDER]

A package has the sources of Packages/Python or Packages/Node, the stripped program that it starts, and the licenses that
the archive of Scripts/dist.py has. It is for the system that the program was built on, and needs nothing else. `make wheel` and
`make npm` build the program first. Nothing is fetched, and the same program gives the same package.
"""

import argparse
import base64
import gzip
import hashlib
import io
import json
import pathlib
import platform
import re
import subprocess
import sys
import tarfile
import tempfile
import zipfile

import dist

ROOT = dist.ROOT
SOURCES = ROOT / "Packages"
NAME = "appstore-simulator"
MODULE = "appstore_simulator"
# Libraries of every Linux on which a wheel's tag promises to run: https://peps.python.org/pep-0600/
EVERYWHERE = re.compile(r"(lib(c|m|dl|rt|pthread|util|gcc_s|stdc\+\+|z)|ld-linux[-\w]*)\.so\.\d+")


def version(binary):
    return subprocess.check_output([binary, "--version"], text=True).strip()


def is_elf(binary):
    return binary.read_bytes()[:4] == b"\x7fELF"


def packed(binary):
    """The program as it is packed; a script stays as it is."""
    if not (is_elf(binary) or platform.system() == "Darwin"):
        return binary.read_bytes()
    with tempfile.TemporaryDirectory() as folder:
        return dist.stripped(binary, pathlib.Path(folder))


def sources(folder):
    for path in sorted(folder.rglob("*")):
        if path.is_file() and "__pycache__" not in path.parts:
            yield path.relative_to(folder).as_posix(), path.read_bytes()


# The wheel: https://packaging.python.org/en/latest/specifications/binary-distribution-format/

def platform_tag(binary):
    """Where the wheel can be installed: systems with the C library that the program needs, or a newer one."""
    machine = platform.machine()
    if platform.system() == "Darwin":
        return f"macosx_{platform.mac_ver()[0].split('.')[0]}_0_{machine}"
    if not is_elf(binary):
        return f"linux_{machine}"
    dynamic = subprocess.check_output(["readelf", "--wide", "--dynamic", "--version-info", binary], text=True)
    needed = re.findall(r"\(NEEDED\).*\[(.+)\]", dynamic)
    glibc = [int(minor) for minor in re.findall(r"GLIBC_2\.(\d+)", dynamic)]
    if not glibc or not all(EVERYWHERE.fullmatch(library) for library in needed):
        return f"linux_{machine}"
    return f"manylinux_2_{max(glibc)}_{machine}"


def metadata(number):
    readme = (SOURCES / "Python/README.md").read_text(encoding="utf-8")
    return f"""\
Metadata-Version: 2.4
Name: {NAME}
Version: {number}
Summary: The App Store in a box: a simulated App Store for tests of backends
License-Expression: MIT
License-File: LICENSE
Requires-Python: >=3.10
Description-Content-Type: text/markdown

{readme}"""


def wheel(binary):
    """The name of the wheel and its bytes."""
    number, tag = version(binary), f"py3-none-{platform_tag(binary)}"
    info = f"{MODULE}-{number}.dist-info"
    files = [(f"{MODULE}/{name}", data) for name, data in sources(SOURCES / "Python" / MODULE)]
    files.append((f"{MODULE}/bin/{NAME}", packed(binary)))
    files += [(f"{info}/licenses/{name}", path.read_bytes()) for name, path in dist.licenses()]
    files += [
        (f"{info}/METADATA", metadata(number).encode()),
        (f"{info}/WHEEL", f"Wheel-Version: 1.0\nGenerator: Scripts/packages.py\nRoot-Is-Purelib: false\nTag: {tag}\n".encode()),
        (f"{info}/entry_points.txt", f"[console_scripts]\n{NAME} = {MODULE}.__main__:main\n".encode())]
    record = "".join(f"{name},sha256={digest(data)},{len(data)}\n" for name, data in files)
    files.append((f"{info}/RECORD", f"{record}{info}/RECORD,,\n".encode()))
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as zipped:
        for name, data in files:
            entry = zipfile.ZipInfo(name)
            entry.external_attr = (0o100755 if "/bin/" in name else 0o100644) << 16
            zipped.writestr(entry, data, zipfile.ZIP_DEFLATED)
    return f"{MODULE}-{number}-{tag}.whl", archive.getvalue()


def digest(data):
    return base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()


# The npm package: https://docs.npmjs.com/cli/configuring-npm/package-json

def npm(binary):
    """The name of the package's file and its bytes, as `npm pack` writes them."""
    number = version(binary)
    cpu = {"x86_64": "x64", "aarch64": "arm64"}.get(platform.machine(), platform.machine())
    system = platform.system().lower()
    files = dict(sources(SOURCES / "Node"))
    described = json.loads(files["package.json"]) | {"version": number, "os": [system], "cpu": [cpu]}
    if system == "linux":
        described["libc"] = ["glibc"]
    files["package.json"] = (json.dumps(described, indent=2) + "\n").encode()
    files[f"bin/{NAME}"] = packed(binary)
    files |= {name: path.read_bytes() for name, path in dist.licenses()}
    archive = io.BytesIO()
    with gzip.GzipFile(fileobj=archive, mode="wb", mtime=0) as compressed, tarfile.open(fileobj=compressed, mode="w") as tar:
        for name, data in sorted(files.items()):
            entry = tarfile.TarInfo(f"package/{name}")
            entry.size, entry.mode = len(data), 0o755 if name.startswith("bin/") or name == "cli.js" else 0o644
            tar.addfile(entry, io.BytesIO(data))
    return f"{NAME}-{number}-{system}-{cpu}.tgz", archive.getvalue()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("kind", choices=["wheel", "npm"])
    parser.add_argument("--binary", type=pathlib.Path, default=ROOT / f".build/release/{NAME}", metavar="FILE")
    parser.add_argument("--output", type=pathlib.Path, default=ROOT / ".build/dist", metavar="FOLDER")
    chosen = parser.parse_args()
    if not chosen.binary.exists():
        sys.exit(f"there is no {chosen.binary}; build it with: make {chosen.kind}")
    name, data = {"wheel": wheel, "npm": npm}[chosen.kind](chosen.binary)
    chosen.output.mkdir(parents=True, exist_ok=True)
    (chosen.output / name).write_bytes(data)
    print(chosen.output / name)


if __name__ == "__main__":
    main()
