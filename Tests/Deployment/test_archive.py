"""The archive that Scripts/dist.py makes: `make dist` names one of the program that servers run, and otherwise it is made here
of the program that tests run, which needs Swift's libraries."""

import contextlib
import hashlib
import http.client
import importlib.util
import json
import os
import pathlib
import platform
import re
import shutil
import subprocess
import sys
import tarfile
import time

import pytest

from deployment import ROOT, TOLLGATE, free_port, request

SCRIPT = ROOT / "Scripts/dist.py"
GIVEN = os.environ.get("ARCHIVE")
needs_root = pytest.mark.skipif(
    platform.system() != "Linux" or os.geteuid() != 0, reason="needs root, to run the program in a folder as its root")
needs_groff = pytest.mark.skipif(shutil.which("groff") is None, reason="groff is not installed: Scripts/install-packages groff-base")


@pytest.fixture(scope="module")
def archive(tmp_path_factory):
    if GIVEN:
        return pathlib.Path(GIVEN)
    made = subprocess.check_output(
        [sys.executable, SCRIPT, "--binary", TOLLGATE, "--output", tmp_path_factory.mktemp("dist")], text=True)
    return pathlib.Path(made.strip())


@pytest.fixture(scope="module")
def root(archive, tmp_path_factory):
    """A folder with the archive's contents in /opt/tollgate, and nothing else."""
    root = tmp_path_factory.mktemp("root")
    (root / "opt").mkdir()
    with tarfile.open(archive) as tar:
        tar.extractall(root / "opt", filter="data")
    folder, = (root / "opt").iterdir()
    folder.rename(root / "opt/tollgate")
    return root


@pytest.fixture
def unpacked(root):
    return root / "opt/tollgate"


def libraries(program):
    """The shared libraries of a program, as paths."""
    listed = subprocess.check_output(["ldd", program], text=True)
    assert "not found" not in listed, listed
    return [pathlib.Path(path) for path in re.findall(r"(/\S+) \(0x", listed)]


@pytest.fixture
def system(root, unpacked):
    """The same root with the libraries and the time zones that the archive's README asks for, and no other program."""
    for path in [*libraries(unpacked / "bin/tollgate"), pathlib.Path("/usr/share/zoneinfo")]:
        target = root / str(path).lstrip("/")
        if not target.exists():
            target.parent.mkdir(parents=True, exist_ok=True)
            (shutil.copytree if path.is_dir() else shutil.copy)(path, target)
    for name in ("proc", "tmp", "dev"):
        (root / name).mkdir(exist_ok=True)
    return root


def inside(root, *arguments):
    """The words that run the program with a folder as its root."""
    mounts = 'mount -t proc proc "$0/proc" && mount --bind /dev "$0/dev" && exec chroot "$@"'
    return ["unshare", "--mount", "sh", "-c", mounts, root, root, "/opt/tollgate/bin/tollgate", *map(str, arguments)]


def test_the_archive_is_named_by_the_programs_version_and_its_checksum_is_right(archive, unpacked):
    version = subprocess.check_output([unpacked / "bin/tollgate", "--version"], text=True).strip()
    system = {"Darwin": "macos"}.get(platform.system(), platform.system().lower())
    assert re.fullmatch(rf"tollgate-{re.escape(version)}(-postgresql)?-{system}-{platform.machine()}\.tar\.gz", archive.name)
    declared = re.findall(r'releaseVersion = "([\d.]+)"', (ROOT / "Sources/AppStoreSimulatorLauncher/Release.swift").read_text())
    assert declared == [version], "the version comes from one place"
    checksum = archive.with_name(archive.name + ".sha256").read_text()
    assert checksum == f"{hashlib.sha256(archive.read_bytes()).hexdigest()}  {archive.name}\n"
    with tarfile.open(archive) as tar:
        for entry in tar:
            assert entry.name.startswith(archive.name.removesuffix(".tar.gz") + "/")
            assert (entry.uid, entry.gid, entry.mtime) == (0, 0, 0)
            assert entry.mode == (0o755 if "/bin/" in entry.name else 0o644)


def test_the_archive_has_the_licenses_of_all_that_is_linked(unpacked):
    folder = unpacked / "share/doc/tollgate"
    assert (folder / "LICENSE").read_text() == (ROOT / "LICENSE").read_text()
    assert (folder / "LICENSE-Inter").exists()
    pins = json.loads((ROOT / "Package.resolved").read_text())["pins"]
    assert len(pins) > 20
    others = {"swift", "icu"} if platform.system() == "Linux" else set()
    present = {path.name.lower() for path in (folder / "licenses").iterdir()}
    assert present == {pin["location"].rsplit("/", 1)[-1].lower().removesuffix(".git") for pin in pins} | others
    for path in (folder / "licenses").iterdir():
        texts = [file for file in path.iterdir() if re.match("license", file.name, re.IGNORECASE)]
        assert texts and all(file.stat().st_size > 500 for file in texts), path


@needs_groff
def test_every_command_has_a_man_page_that_a_formatter_accepts(unpacked):
    commands = json.loads(subprocess.check_output([unpacked / "bin/tollgate", "--experimental-dump-help"]))["command"]["subcommands"]
    names = {f"tollgate-{each['commandName']}.1" for each in commands if each["commandName"] != "help"} | {"tollgate.1"}
    pages = unpacked / "share/man/man1"
    assert {path.name for path in pages.iterdir()} == names
    for path in pages.iterdir():
        run = subprocess.run(["groff", "-man", "-Tutf8", "-ww", path], capture_output=True, text=True)
        assert (run.returncode, run.stderr) == (0, ""), path
    keys = subprocess.check_output(["groff", "-man", "-Tutf8", pages / "tollgate-keys.1"], text=True)
    # Bold is written as an escape sequence, or as each letter twice.
    text = re.sub("\x1b\\[[0-9;]*m|.\b", "", keys)
    assert "tollgate keys create [options]" in text and "--name name" in text


@pytest.mark.parametrize("path", [
    "bash-completion/completions/tollgate", "fish/vendor_completions.d/tollgate.fish", "zsh/site-functions/_tollgate"])
def test_shells_complete_the_commands(unpacked, path):
    text = (unpacked / "share" / path).read_text()
    assert all(word in text for word in ["playground", "what-if", "database"])
    if "bash" in path:
        run = subprocess.run(["bash", "-c", 'source "$0" && complete -p tollgate', unpacked / "share" / path], capture_output=True)
        assert run.returncode == 0, run.stderr


@pytest.mark.skipif(not GIVEN or platform.system() != "Linux", reason="make dist")
def test_the_program_has_swifts_libraries_in_it(unpacked):
    names = {path.name for path in libraries(unpacked / "bin/tollgate")}
    assert not {name for name in names if re.match("libswift|lib_?Foundation|libdispatch", name)}
    assert any(name.startswith("libsqlite3.so") for name in names), "what the README asks for"


@needs_root
def test_the_program_runs_where_there_is_nothing_but_what_the_readme_asks_for(system):
    blueprints = "/opt/tollgate/share/tollgate/Blueprints"
    check = subprocess.run(inside(system, "check", f"{blueprints}/grobro.yml", "--quick"), capture_output=True, text=True)
    assert check.returncode == 0, check.stdout + check.stderr
    for command in [["serve", f"{blueprints}/grobro.yml", "--in-memory"], ["playground", "--blueprints", blueprints]]:
        port = free_port()
        server = subprocess.Popen(
            inside(system, *command, "--port", port), stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        try:
            deadline = time.monotonic() + 60
            answered = None
            while answered is None:
                assert server.poll() is None and time.monotonic() < deadline, server.stderr.read()
                with contextlib.suppress(OSError):
                    answered = request(http.client.HTTPConnection("127.0.0.1", port), "GET", "/")[0].status
                time.sleep(0.1)
            assert answered < 500
        finally:
            server.terminate()
        assert server.wait(timeout=30) == 0


def test_the_same_files_give_the_same_archive():
    spec = importlib.util.spec_from_file_location("dist", SCRIPT)
    dist = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(dist)
    files = [("bin/tollgate", b"program"), ("README", b"text")]
    assert dist.archive("tollgate-1", files) == dist.archive("tollgate-1", reversed(files))
