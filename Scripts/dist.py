#!/usr/bin/env python3
"""Packs the command-line tool for machines that build nothing: tollgate-<version>-<system>-<architecture>.tar.gz.

Usage: Scripts/dist.py [--binary FILE] [--variant NAME] [--output FOLDER]

The archive has the stripped program, its man pages and completions, the five apps' blueprints, and the licenses of this
package, of every package that the build resolved and of what it links from Swift's toolchain. Beside it, a .sha256 file can
be checked with `shasum --algorithm 256 --check`. The version is the program's own (Sources/AppStoreSimulatorLauncher/Release.swift),
and the same program gives the same archive. `make dist` builds the program first; on a Mac it packs one for macOS.
"""

import argparse
import gzip
import hashlib
import io
import json
import pathlib
import platform
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
CHECKOUTS = ROOT / ".build/checkouts"
LICENSE_FILE = re.compile(r"(license|notices?|copying)([.-].*)?", re.IGNORECASE)
COMPLETIONS = {
    "bash": "share/bash-completion/completions/tollgate", "fish": "share/fish/vendor_completions.d/tollgate.fish",
    "zsh": "share/zsh/site-functions/_tollgate",
}


def said(binary, *arguments):
    return subprocess.check_output([binary, *arguments], text=True)


# The man pages.

def roff(text):
    """Text with nothing that a formatter would take for a request or for a hyphen, and code in bold."""
    plain = re.sub(r"^(?=[.'])", r"\\&", text.replace("\\", r"\e").replace("-", r"\-"), flags=re.MULTILINE)
    return re.sub(r"`([^`\n]+)`", r"\\fB\1\\fR", plain)


def spelled(argument):
    """An argument as it is written, with each of its names."""
    value = rf"\fI{roff(argument.get('valueName', ''))}\fR"
    if argument["kind"] == "positional":
        return value + (" ..." if argument["isRepeating"] else "")
    names = ", ".join(rf"\fB{roff(('-' if name['kind'] == 'short' else '--') + name['name'])}\fR" for name in argument["names"])
    return names if argument["kind"] == "flag" else f"{names} {value}"


def synopsis(path, command):
    shown = [argument for argument in command.get("arguments", []) if argument["shouldDisplay"]]
    words = [rf"\fB{roff(' '.join(path))}\fR"]
    if command.get("subcommands"):
        words.append(r"\fIcommand\fR")
    if any(argument["kind"] != "positional" for argument in shown):
        words.append(r"[\fIoptions\fR]")
    words += [spelled(argument) if not argument["isOptional"] else f"[{spelled(argument)}]"
              for argument in shown if argument["kind"] == "positional"]
    return " ".join(words)


def options(command):
    for argument in command.get("arguments", []):
        if not argument["shouldDisplay"]:
            continue
        text = argument.get("abstract", "")
        if values := argument.get("allValues"):
            text += f" One of {', '.join(values)}."
        if (default := argument.get("defaultValue")) and argument["kind"] != "flag":
            text += f" The default is {default}."
        yield f".TP\n{spelled(argument)}\n{roff(text)}"


def discussion(command):
    """The paragraphs of a command's text, whose last may be its examples."""
    for part in filter(None, command.get("discussion", "").split("\n\n")):
        heading, _, rest = part.partition("\n")
        if re.fullmatch(r"[A-Z ]+:", heading):
            yield f".SH {heading.rstrip(':')}\n.nf\n{roff(rest)}\n.fi"
        else:
            yield f".PP\n{roff(part)}"


def described(path, command, below):
    """The synopsis, options and text of a command and of those below it that have no page."""
    yield ".SH SYNOPSIS\n" + synopsis(path, command)
    yield ".SH DESCRIPTION\n" + roff(command.get("abstract", ""))
    parts = list(discussion(command))
    yield from (part for part in parts if part.startswith(".PP"))
    if found := list(options(command)):
        yield ".SH OPTIONS\n" + "\n".join(found)
    for each in below:
        inner = [*path, each["commandName"]]
        yield f".SH {roff(' '.join(inner)).upper()}\n{synopsis(inner, each)}\n.PP\n{roff(each.get('abstract', ''))}"
        yield from (part.replace(".SH ", ".SS ", 1) for part in (*discussion(each), *options(each)))
    yield from (part for part in parts if not part.startswith(".PP"))


def subcommands(command):
    return [each for each in command.get("subcommands", []) if each["commandName"] != "help"]


def man_pages(binary, version):
    """The page of the tool, and one for each of its commands, by their names."""
    root = json.loads(said(binary, "--experimental-dump-help"))["command"]
    commands = subcommands(root)

    def page(path, command, parts):
        name = "-".join(path)
        head = f'.TH {roff(name.upper())} 1 "" "tollgate {version}"\n.SH NAME\n{roff(name)} \\- {roff(command["abstract"].rstrip("."))}'
        return f"{name}.1", "\n".join([head, *parts]) + "\n"

    listed = [f".TP\n\\fB{roff(each['commandName'])}\\fR\n{roff(each['abstract'])} See\n.BR tollgate\\-{roff(each['commandName'])} (1)."
              for each in commands]
    yield page(["tollgate"], root, [*described(["tollgate"], root, []), ".SH COMMANDS", *listed])
    for each in commands:
        path = ["tollgate", each["commandName"]]
        yield page(path, each, [*described(path, each, subcommands(each)), ".SH SEE ALSO\n.BR tollgate (1)"])


# The licenses.

def licenses():
    """The license files of everything that is linked, by their names in the archive."""
    for name in ("LICENSE", "LICENSE-Inter"):
        yield name, ROOT / name
    for pin in json.loads((ROOT / "Package.resolved").read_text(encoding="utf-8"))["pins"]:
        folder = CHECKOUTS / pin["location"].rstrip("/").rsplit("/", 1)[-1].removesuffix(".git")
        # What a package copied from others has its own license below Sources.
        found = [path for path in (*folder.glob("*"), *folder.glob("Sources/**/*"))
                 if path.is_file() and LICENSE_FILE.fullmatch(path.name) and path.suffix in {"", ".txt", ".md"}]
        if not found:
            sys.exit(f"{folder.relative_to(ROOT)} has no license")
        yield from ((f"licenses/{folder.name}/{path.relative_to(folder)}", path) for path in found)
    if platform.system() == "Linux":
        swift = pathlib.Path(shutil.which("swift") or sys.exit("there is no swift")).resolve().parent.parent / "share/swift/LICENSE.txt"
        yield "licenses/swift/LICENSE.txt", swift
        # Foundation has ICU in it, whose license Swift's toolchain does not include; Debian's headers do.
        icu = sorted(pathlib.Path("/usr/share/icu").glob("*/LICENSE"))
        if not icu:
            sys.exit("there is no /usr/share/icu/*/LICENSE: Scripts/install-packages libicu-dev")
        yield "licenses/icu/LICENSE", icu[-1]


README = """Tollgate {version}, built for {system} on {machine}. Install it by copying bin and share to /usr/local.

bin/tollgate                      the command-line tool, with the server
share/man, share/bash-completion, share/fish, share/zsh
                                  its man pages and completions
share/tollgate/Blueprints         the blueprints of five apps: tollgate playground --blueprints share/tollgate/Blueprints
share/doc/tollgate                the licenses of all that is in the program
{needs}"""
NEEDS = {"Linux": "\nIt needs the C library of the system it was built on or a newer one, libsqlite3, libcurl and tzdata{more}.\n"}
MORE = {"postgresql": ", and libpq5"}


# The archive.

def stripped(binary, folder):
    """The program without what only a debugger reads."""
    copy = folder / "tollgate"
    shutil.copy(binary, copy)
    subprocess.run(["strip", "-x" if platform.system() == "Darwin" else "--strip-all", copy], check=True)
    if platform.system() == "Darwin":
        # Its signature is of the program as it was.
        subprocess.run(["codesign", "--force", "--sign", "-", copy], check=True)
    return copy.read_bytes()


def contents(binary, version, variant):
    """Each file of the archive with its path."""
    with tempfile.TemporaryDirectory() as folder:
        yield "bin/tollgate", stripped(binary, pathlib.Path(folder))
    for name, page in man_pages(binary, version):
        yield f"share/man/man1/{name}", page.encode()
    for shell, path in COMPLETIONS.items():
        yield path, said(binary, "--generate-completion-script", shell).encode()
    for path in sorted((ROOT / "Blueprints").rglob("*")):
        if path.is_file():
            yield f"share/tollgate/{path.relative_to(ROOT)}", path.read_bytes()
    for name, path in licenses():
        yield f"share/doc/tollgate/{name}", path.read_bytes()
    needs = NEEDS.get(platform.system(), "").format(more=MORE.get(variant, ""))
    yield "share/doc/tollgate/README", README.format(version=version, system=platform.system(), machine=platform.machine(), needs=needs).encode()


def archive(name, files):
    """A compressed archive in which nothing depends on when and by whom it was made."""
    packed = io.BytesIO()
    with gzip.GzipFile(fileobj=packed, mode="wb", compresslevel=6, mtime=0) as compressed, tarfile.open(fileobj=compressed, mode="w") as tar:
        for path, data in sorted(files):
            entry = tarfile.TarInfo(f"{name}/{path}")
            entry.size, entry.mode = len(data), 0o755 if path.startswith("bin/") else 0o644
            tar.addfile(entry, io.BytesIO(data))
    return packed.getvalue()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--binary", type=pathlib.Path, default=ROOT / ".build/release/tollgate", metavar="FILE")
    parser.add_argument("--variant", choices=sorted(MORE), help="part of the archive's name: what else the program was built with")
    parser.add_argument("--output", type=pathlib.Path, default=ROOT / ".build/dist", metavar="FOLDER")
    chosen = parser.parse_args()
    version = said(chosen.binary, "--version").strip()
    system = {"Darwin": "macos"}.get(platform.system(), platform.system().lower())
    name = "-".join(filter(None, ["tollgate", version, chosen.variant, system, platform.machine()]))
    packed = archive(name, contents(chosen.binary, version, chosen.variant))
    chosen.output.mkdir(parents=True, exist_ok=True)
    file = chosen.output / f"{name}.tar.gz"
    file.write_bytes(packed)
    file.with_name(file.name + ".sha256").write_text(f"{hashlib.sha256(packed).hexdigest()}  {file.name}\n")
    print(file)


if __name__ == "__main__":
    main()
