"""The files in Deployment/ other than the proxies': what can be tried of them without installing them."""

import http.client
import json
import os
import re
import shlex
import shutil
import subprocess

import pytest

from deployment import BLUEPRINT, FILES, ROOT, TOLLGATE, Server, instructions, new_customer, request

UNITS = ["tollgate.service", "tollgate-backup.service", "tollgate-backup.timer"]
needs_systemd = pytest.mark.skipif(
    shutil.which("systemd-analyze") is None, reason="systemd is not installed: Scripts/install-packages systemd")


@pytest.fixture
def units(tmp_path):
    """The units, with the path of the command line that was built."""
    for name in UNITS:
        text = (FILES / "systemd" / name).read_text()
        (tmp_path / name).write_text(text.replace("/usr/local/bin/tollgate", str(TOLLGATE)))
    return tmp_path


@needs_systemd
def test_systemd_accepts_the_units(units):
    run = subprocess.run(["systemd-analyze", "verify", *(units / name for name in UNITS)], capture_output=True, text=True)
    assert (run.returncode, run.stderr) == (0, "")
    calendar = re.search(r"^OnCalendar=(.*)$", (units / "tollgate-backup.timer").read_text(), re.MULTILINE)[1]
    assert subprocess.run(["systemd-analyze", "calendar", calendar], capture_output=True).returncode == 0


@needs_systemd
@pytest.mark.parametrize("name, exposure", [("tollgate.service", 1.5), ("tollgate-backup.service", 1.0)])
def test_the_services_are_confined(units, name, exposure):
    run = subprocess.run(
        ["systemd-analyze", "security", "--offline=true", f"--threshold={exposure * 10:.0f}", units / name],
        capture_output=True, text=True)
    assert run.returncode == 0, run.stdout[-300:] + run.stderr


def test_the_configuration_serves_an_app(tmp_path):
    text = (FILES / "serve.yml").read_text()
    text = text.replace("/etc/tollgate/coach.yml", str(BLUEPRINT)).replace("/var/lib/tollgate", str(tmp_path))
    (tmp_path / "serve.yml").write_text(re.sub("^port: .*$", "port: 0", text, flags=re.MULTILINE))
    server = Server("--config", tmp_path / "serve.yml", "--create")
    assert request(http.client.HTTPConnection("127.0.0.1", server.port), "GET", "/health")[0].status == 200
    assert (tmp_path / "tollgate.sqlite").exists()
    assert server.stop() == 0
    commented = re.sub(r"^#(?=store)", "", text, flags=re.MULTILINE)
    (tmp_path / "serve.yml").write_text(commented)
    run = subprocess.run([TOLLGATE, "serve", "--config", tmp_path / "serve.yml"], capture_output=True, text=True)
    assert run.stderr == "/etc/tollgate/AuthKey_2X9R4HXF34.p8: error: there is no such file\n"


def test_the_backup_service_makes_a_backup_that_can_be_restored(tmp_path):
    backups = tmp_path / "backups"
    backups.mkdir()
    server = Server(BLUEPRINT, "--create", "--database", tmp_path / "tollgate.sqlite", "--port", 0)
    new_customer(http.client.HTTPConnection("127.0.0.1", server.port))
    text = (FILES / "systemd/tollgate-backup.service").read_text()
    text = text.replace("/usr/local/bin/tollgate", str(TOLLGATE)).replace("%%", "%")
    text = text.replace("/var/lib/tollgate", str(tmp_path)).replace("/var/backups/tollgate", str(backups))
    for command in re.findall("^ExecStart=(.*)$", text, re.MULTILINE):
        subprocess.run(shlex.split(command), check=True, capture_output=True)
    server.kill()
    copy, = backups.glob("*.sqlite")
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d{6}Z", copy.stem)
    assert "1 customer" in subprocess.check_output([TOLLGATE, "verify", copy], text=True)
    subprocess.run(
        [TOLLGATE, "restore", copy, "--database", tmp_path / "tollgate.sqlite", "--replace"], check=True, capture_output=True)
    assert "1 customer" in subprocess.check_output([TOLLGATE, "verify", tmp_path / "tollgate.sqlite"], text=True)


def test_the_container_is_built_from_files_that_exist_and_as_make_release_does():
    known = {"FROM", "RUN", "COPY", "WORKDIR", "USER", "VOLUME", "EXPOSE", "ENV", "STOPSIGNAL", "HEALTHCHECK", "ENTRYPOINT"}
    lines = instructions()
    assert {name for name, _ in lines} <= known
    stages = [rest.split(" AS ")[1] for name, rest in lines if name == "FROM" and " AS " in rest]
    copied = set()
    for rest in (rest for name, rest in lines if name == "COPY"):
        words = rest.split()
        if words[0].startswith("--from="):
            assert words[0].removeprefix("--from=") in stages
        else:
            copied.add(words[0])
            assert (ROOT / words[0]).exists()
    manifest = json.loads(subprocess.check_output(["swift", "package", "dump-package"], cwd=ROOT))
    folders = {(target.get("path") or ("Tests" if target["type"] == "test" else "Sources")).split("/")[0] for target in manifest["targets"]}
    assert folders | {"Package.swift"} <= copied, "SwiftPM wants the folder of every target"
    build = next(rest for name, rest in lines if name == "RUN" and "swift build" in rest).split("&&")[0]
    makefile = (ROOT / "Makefile").read_text()
    release = re.search(r"^release:.*\n\t(.*)$", makefile, re.MULTILINE)[1].replace("$(BUILD)", "swift build").replace("$(RELEASE_TRAITS)", "Server")
    assert set(shlex.split(build)) == set(shlex.split(release))


def test_the_container_runs_as_somebody_and_checks_the_servers_health():
    lines = instructions()
    assert [rest for name, rest in lines if name == "USER"][-1].split(":")[0] not in {"root", "0"}
    assert json.loads(next(rest for name, rest in lines if name == "ENTRYPOINT")) == ["tollgate", "serve"]
    check = json.loads(next(rest for name, rest in lines if name == "HEALTHCHECK").split(" CMD ")[1])
    server = Server(BLUEPRINT, "--in-memory", "--port", 0)
    environment = os.environ | {"TOLLGATE_PORT": str(server.port)}
    assert subprocess.run(check, env=environment, timeout=20).returncode == 0
    assert server.stop() == 0
    assert subprocess.run(check, env=environment, timeout=20, stderr=subprocess.DEVNULL).returncode != 0
