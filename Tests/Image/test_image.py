"""The last stage of the Containerfile, made without a container engine: Debian's smallest system in a folder, with the
program that `make release` built. It needs root, and debootstrap."""

import http.client
import json
import os
import pathlib
import re
import shlex
import shutil
import signal
import socket
import subprocess
import sys
import time

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "Tests" / "Deployment"))

from deployment import BLUEPRINT, instructions, new_customer, request  # noqa: E402

RELEASE = ROOT / ".build/release/tollgate"
pytestmark = pytest.mark.skipif(
    os.geteuid() != 0 or shutil.which("debootstrap") is None, reason="needs root and debootstrap: make image")


class Image:
    """A folder with what the last stage of the Containerfile describes."""

    def __init__(self, folder):
        self.folder = folder
        lines = instructions()
        begin = max(index for index, (name, _) in enumerate(lines) if name == "FROM")
        self.lines = lines[begin:]
        suite = re.fullmatch(r"docker\.io/library/debian:(\w+)-slim", self.of("FROM"))[1]
        # Everybody may read the root of a system.
        folder.chmod(0o755)
        subprocess.run(["debootstrap", "--variant=minbase", suite, folder], check=True, capture_output=True)
        for name, rest in self.lines:
            if name == "RUN":
                subprocess.run(["chroot", folder, "/bin/sh", "-ec", rest], check=True, capture_output=True)
            elif name == "COPY":
                _, source, target = rest.split()
                built = next(text for name, text in lines[:begin] if name == "RUN" and source in text)
                install = next(part for part in built.split("&&") if source in part)
                words = [str(RELEASE) if word == ".build/release/tollgate" else word for word in shlex.split(install)]
                subprocess.run(words[:-1] + [folder / target.lstrip("/")], check=True)

    def of(self, name):
        return [rest for other, rest in self.lines if other == name][-1]

    def command(self, arguments, **environment):
        values = dict(pair.split("=", 1) for pair in shlex.split(self.of("ENV"))) | environment
        words = shlex.join(map(str, arguments))
        # Swift reads its arguments from /proc, which a container has.
        return [
            "unshare", "--mount", "sh", "-c", 'mount -t proc proc "$0/proc" && exec chroot "$@"', self.folder,
            f"--userspec={self.of('USER')}", self.folder, "env", "-i",
            "PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", "HOME=/",
            *(f"{name}={value}" for name, value in values.items()),
            "sh", "-c", f"cd {self.of('WORKDIR')} && exec {words}"]

    def serve(self, *options, port):
        entry = json.loads(self.of("ENTRYPOINT"))
        return subprocess.Popen(
            self.command([*entry, "/etc/tollgate/coach.yml", *options], TOLLGATE_PORT=str(port)),
            stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)

    def is_healthy(self, port):
        check = json.loads(self.of("HEALTHCHECK").split(" CMD ")[1])
        return subprocess.run(
            self.command(check, TOLLGATE_PORT=str(port)), timeout=20, capture_output=True).returncode == 0


@pytest.fixture(scope="module")
def image(tmp_path_factory):
    image = Image(tmp_path_factory.mktemp("image"))
    (image.folder / "etc/tollgate").mkdir()
    shutil.copy(BLUEPRINT, image.folder / "etc/tollgate/coach.yml")
    shutil.copy(BLUEPRINT.with_suffix(".storekit"), image.folder / "etc/tollgate")
    return image


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def test_the_image_serves_keeps_its_ledger_and_stops_when_it_is_told_to(image):
    port = free_port()
    assert not image.is_healthy(port)
    for options in [["--create"], []]:
        server = image.serve(*options, port=port)
        deadline = time.monotonic() + 30
        while not image.is_healthy(port):
            assert server.poll() is None and time.monotonic() < deadline, server.stderr.read()
            time.sleep(0.1)
        connection = http.client.HTTPConnection("127.0.0.1", port)
        assert request(connection, "GET", "/ready")[0].status == 200
        new_customer(connection)
        server.send_signal(getattr(signal, image.of("STOPSIGNAL")))
        assert server.wait(timeout=30) == 0
    ledger = image.folder / "var/lib/tollgate/tollgate.sqlite"
    assert ledger.stat().st_uid == int(image.of("USER").split(":")[0])
    verify = image.command(["tollgate", "verify", "/var/lib/tollgate/tollgate.sqlite"])
    assert "2 customers" in subprocess.check_output(verify, text=True)


def test_the_image_serves_an_app_that_is_run_from_xcode(image):
    """The commands of Documentation/InXcode.md run in the image, and its server is reached from outside"""
    app = image.folder / "app"
    app.mkdir()
    shutil.copy(ROOT / "Examples/Garden/Garden.storekit", app)
    os.chown(app, *map(int, image.of("USER").split(":")))
    page = (ROOT / "Documentation/InXcode.md").read_text()
    *before, dev = [line for line in page.splitlines() if line.startswith("tollgate ")]
    for command in before:
        subprocess.run(image.command(["sh", "-c", f"cd /app && {command}"]), check=True, stdout=subprocess.DEVNULL)
    port = free_port()
    server = subprocess.Popen(
        image.command(["sh", "-c", f"cd /app && exec {dev} --port {port}"]), stdout=subprocess.PIPE, text=True)
    try:
        assert any(line.startswith("http://") for line in server.stdout), "it ended"
        assert request(http.client.HTTPConnection("127.0.0.1", port), "GET", "/ready")[0].status == 200
    finally:
        server.terminate()
    assert server.wait(timeout=30) == 0
    assert (app / "garden.dev.keys").exists()
