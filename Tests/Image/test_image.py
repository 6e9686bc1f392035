"""The last stages of the Containerfile, made without a container engine: Debian's smallest system in a folder, with the
program that `make release` built. It needs root, and debootstrap."""

import contextlib
import http.client
import json
import os
import pathlib
import re
import shlex
import shutil
import signal
import subprocess
import sys
import time

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "Tests" / "Deployment"))

from deployment import (  # noqa: E402
    BLUEPRINT, ContainerCommand, container_commands, free_port, lineage, new_customer, request, setting, stages)

RELEASE = ROOT / ".build/release/tollgate"
HAS_POSTGRESQL = "PostgreSQL" in os.environ.get("RELEASE_TRAITS", "")
pytestmark = pytest.mark.skipif(
    os.geteuid() != 0 or shutil.which("debootstrap") is None, reason="needs root and debootstrap: make image")
with_sqlite = pytest.mark.skipif(HAS_POSTGRESQL, reason="the program needs libpq: make image")
with_postgresql = pytest.mark.skipif(not HAS_POSTGRESQL, reason="make image RELEASE_TRAITS=Server,PostgreSQL")
PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"


def make(stage, folder):
    """Makes the root of a stage, with those it is built on, in a folder."""
    begin, = lineage(stage)[:1]
    suite = re.fullmatch(r"docker\.io/library/debian:(\w+)-slim", begin.begin)[1]
    # Everybody may read the root of a system.
    folder.chmod(0o755)
    subprocess.run(["debootstrap", "--variant=minbase", suite, folder], check=True, capture_output=True)
    for name, rest in (line for each in lineage(stage) for line in each.instructions):
        if name == "RUN":
            subprocess.run(["chroot", folder, "/bin/sh", "-ec", rest], check=True, capture_output=True)
        elif name == "WORKDIR":
            (folder / rest.lstrip("/")).mkdir(parents=True, exist_ok=True)
        elif name == "COPY":
            option, source, target = rest.split()
            build = stages()[option.removeprefix("--from=")].all("RUN")[0]
            install = next(part for part in build.split("&&") if source in part)
            words = [str(RELEASE) if word == ".build/release/tollgate" else word for word in shlex.split(install)]
            subprocess.run(words[:-1] + [folder / target.lstrip("/")], check=True)


class Image:
    """A folder with what a stage of the Containerfile describes, in which commands run as an engine would run them."""

    def __init__(self, stage, folder):
        self.stage, self.folder = stage, folder
        make(stage, folder)

    def setting(self, name, default=None):
        return setting(self.stage, name, default)

    def command(self, arguments, volumes=None, user=None, **environment):
        """The words of a command in the image, with folders mounted at the paths of `volumes`."""
        values = dict(pair.split("=", 1) for pair in shlex.split(self.setting("ENV", ""))) | environment
        mounts = []
        for inside, outside in (volumes or {}).items():
            target = self.folder / inside.lstrip("/")
            target.mkdir(parents=True, exist_ok=True)
            mounts.append(shlex.join(["mount", "--bind", str(outside), str(target)]))
        # Swift reads its arguments from /proc, which a container has.
        before = " && ".join(['mount -t proc proc "$0/proc"', *mounts])
        return [
            "unshare", "--mount", "sh", "-c", f'{before} && exec chroot "$@"', self.folder,
            f"--userspec={user or self.setting('USER')}", self.folder, "env", "-i", f"PATH={PATH}", "HOME=/",
            *(f"{name}={value}" for name, value in values.items()),
            "sh", "-c", f"cd {self.setting('WORKDIR')} && exec {shlex.join(map(str, arguments))}"]

    def entry(self, command):
        """The words that a container runs for a command as a document shows it."""
        return [*json.loads(self.setting("ENTRYPOINT")), *command.arguments]

    @contextlib.contextmanager
    def running(self, arguments, port, **options):
        """Runs a server, which has to stop at the signal that an engine sends."""
        server = subprocess.Popen(
            self.command(arguments, **options), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        try:
            deadline = time.monotonic() + 60
            while not is_reached(port):
                assert server.poll() is None and time.monotonic() < deadline, server.stderr.read()
                time.sleep(0.1)
            yield server
        finally:
            server.send_signal(getattr(signal, self.setting("STOPSIGNAL", "SIGTERM")))
            status = server.wait(timeout=30)
        assert status == 0

    def is_healthy(self, port):
        check = json.loads(self.setting("HEALTHCHECK").split(" CMD ")[1])
        return subprocess.run(
            self.command(check, TOLLGATE_PORT=str(port)), timeout=20, capture_output=True).returncode == 0


def is_reached(port):
    """Whether something listens on every address, as it must for a port to be published: this one is not 127.0.0.1."""
    with contextlib.suppress(OSError):
        connection = http.client.HTTPConnection("127.0.0.2", port, timeout=5)
        connection.request("GET", "/", headers={"Host": f"127.0.0.1:{port}"})
        return connection.getresponse().status < 500
    return False


def documented(document):
    """The commands of a document that run a container."""
    return [command for command in container_commands(ROOT / document) if command.action == "run"]


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    return Image("server", tmp_path_factory.mktemp("server"))


@pytest.fixture(scope="module")
def developer(tmp_path_factory):
    return Image("developer", tmp_path_factory.mktemp("developer"))


@pytest.fixture
def folder(tmp_path):
    """A folder that others may read, as people's folders are."""
    tmp_path.chmod(0o755)
    return tmp_path


@pytest.fixture
def coach(folder):
    """The folder with a blueprint and what it needs, as Documentation/Deployment.md describes it."""
    shutil.copy(BLUEPRINT, folder / "coach.yml")
    shutil.copy(BLUEPRINT.with_suffix(".storekit"), folder)
    return folder


@with_sqlite
def test_the_image_serves_keeps_its_ledger_and_stops_when_it_is_told_to(server, coach):
    command, = documented("Documentation/Deployment.md")
    arguments = server.entry(command)
    port = free_port()
    assert not server.is_healthy(port)
    for words in [arguments, [word for word in arguments if word != "--create"]]:
        with server.running(words, port, volumes={"/etc/tollgate": coach}, TOLLGATE_PORT=str(port)):
            assert server.is_healthy(port)
            connection = http.client.HTTPConnection("127.0.0.1", port)
            assert request(connection, "GET", "/ready")[0].status == 200
            new_customer(connection)
    ledger = server.folder / "var/lib/tollgate/tollgate.sqlite"
    assert ledger.stat().st_uid == int(server.setting("USER").split(":")[0])
    verify = server.command(["tollgate", "verify", "/var/lib/tollgate/tollgate.sqlite"])
    assert "2 customers" in subprocess.check_output(verify, text=True)


@with_postgresql
def test_the_image_with_postgresql_serves_from_it(tmp_path_factory, coach):
    image = Image("postgresql", tmp_path_factory.mktemp("postgresql"))
    # Below /tmp, because PostgreSQL's user cannot enter pytest's folders.
    sockets = pathlib.Path(f"/tmp/tollgate-image-{os.getpid()}")
    subprocess.run([ROOT / "Scripts/postgres", "start", sockets], check=True, stdout=subprocess.DEVNULL)
    try:
        port = free_port()
        address = "postgres:///postgres?host=/run/postgresql&user=postgres"
        arguments = image.entry(ContainerCommand("run", ["image", "/etc/tollgate/coach.yml", "--create", "--database", address]))
        volumes = {"/etc/tollgate": coach, "/run/postgresql": sockets}
        with image.running(arguments, port, volumes=volumes, TOLLGATE_PORT=str(port)):
            assert image.is_healthy(port)
            new_customer(http.client.HTTPConnection("127.0.0.1", port))
        verify = image.command(["tollgate", "verify", address], volumes=volumes)
        assert "1 customer" in subprocess.check_output(verify, text=True)
    finally:
        subprocess.run([ROOT / "Scripts/postgres", "stop", sockets], check=True)


@with_sqlite
def test_the_image_for_developers_serves_an_app_that_is_run_from_xcode(developer, folder):
    """The commands of Documentation/InXcode.md run in the image, as whoever owns the folder, and reach the published port"""
    alias, = documented("Documentation/InXcode.md")
    inside = alias.option("volume").split(":")[1]
    shutil.copy(ROOT / "Examples/Garden/Garden.storekit", folder)
    user = "1000:1000"
    os.chown(folder, 1000, 1000)
    page = (ROOT / "Documentation/InXcode.md").read_text()
    *before, dev = [shlex.split(line)[1:] for line in page.splitlines() if line.startswith("tollgate ")]
    options = {"volumes": {inside: folder}, "user": user}
    entry = developer.entry(alias)
    for arguments in before:
        subprocess.run(developer.command([*entry, *arguments], **options), check=True, stdout=subprocess.DEVNULL)
    port = free_port()
    with developer.running([*entry, *dev, "--port", str(port)], port, **options):
        assert request(http.client.HTTPConnection("127.0.0.1", port), "GET", "/ready")[0].status == 200
    assert (folder / "garden.dev.keys").stat().st_uid == 1000
    # The commands that the page names at its end; in a container they need the host of `dev`.
    playground, store = (shlex.split(words) for words in re.findall("`tollgate ((?:playground|store) [^`]+)`", page))
    host = ["--host", "0.0.0.0"]
    with developer.running([*entry, *playground, *host, "--port", str(port)], port, **options):
        assert request(http.client.HTTPConnection("127.0.0.1", port), "GET", "/")[0].status in {200, 303}
    assert store[-2:] == ["--port", "8080"]
    with developer.running([*entry, *store[:-1], str(port), *host], port, **options):
        assert request(http.client.HTTPConnection("127.0.0.1", port), "GET", "/root.cer")[0].status == 200


@with_sqlite
def test_the_image_for_developers_shows_the_playground(developer, folder):
    """The README's command runs in the image, with this repository's blueprints, and reaches the published port"""
    command, = documented("README.md")
    inside = command.option("volume").split(":")[1]
    shutil.copytree(ROOT / "Blueprints", folder / "Blueprints")
    port = free_port()
    arguments = [*developer.entry(command), "--port", str(port)]
    with developer.running(arguments, port, volumes={inside: folder}):
        assert request(http.client.HTTPConnection("127.0.0.1", port), "GET", "/")[0].status in {200, 303}


@with_sqlite
def test_a_blueprint_needs_the_files_that_the_page_names(developer, folder):
    """Documentation/Deployment.md lists what a blueprint names: without one of them, the check says which"""
    options = {"volumes": {developer.setting("WORKDIR"): folder}}
    check = developer.command(["tollgate", "check", "glow.yml", "--quick"], **options)
    shutil.copy(ROOT / "Blueprints/glow.yml", folder)
    missing = subprocess.run(check, capture_output=True, text=True)
    assert missing.returncode == 1 and "glow/de.yml" in missing.stdout + missing.stderr
    shutil.copytree(ROOT / "Blueprints/glow", folder / "glow")
    assert subprocess.run(check, capture_output=True).returncode == 0
