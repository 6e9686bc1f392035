"""The files in Deployment/ other than the proxies': what can be tried of them without installing them."""

import http.client
import json
import os
import re
import shlex
import shutil
import subprocess

import pytest

from deployment import BLUEPRINT, FILES, ROOT, TOLLGATE, Server, container_commands, lineage, new_customer, request, setting, stages

UNITS = ["tollgate.service", "tollgate-backup.service", "tollgate-backup.timer"]
CONTAINER_DOCUMENTS = [ROOT / "README.md", FILES / "Containerfile", *(ROOT / "Documentation").glob("*.md")]
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
    known = {"RUN", "COPY", "WORKDIR", "USER", "VOLUME", "EXPOSE", "ENV", "STOPSIGNAL", "HEALTHCHECK", "ENTRYPOINT"}
    found = stages()
    copied = set()
    for stage in found.values():
        assert {name for name, _ in stage.instructions} <= known
        for words in map(str.split, stage.all("COPY")):
            if words[0].startswith("--from="):
                assert words[0].removeprefix("--from=") in found
            else:
                copied.add(words[0])
                assert (ROOT / words[0]).exists()
    manifest = json.loads(subprocess.check_output(["swift", "package", "dump-package"], cwd=ROOT))
    folders = {(target.get("path") or ("Tests" if target["type"] == "test" else "Sources")).split("/")[0] for target in manifest["targets"]}
    assert folders | {"Package.swift"} <= copied, "SwiftPM wants the folder of every target"
    links = [path for folder in folders for path in (ROOT / folder).rglob("*") if path.is_symlink()]
    assert links and {str(path.resolve().relative_to(ROOT)) for path in links} <= copied, "and what its files link to"
    makefile = (ROOT / "Makefile").read_text()
    release = re.search(r"^release:.*\n\t(.*)$", makefile, re.MULTILINE)[1].replace("$(BUILD)", "swift build")
    release = release.replace("$(STATIC)", "--static-swift-stdlib")
    for stage, traits in {"build": "Server", "build-postgresql": "Server,PostgreSQL"}.items():
        build = found[stage].all("RUN")[0].split("&&")[0]
        assert set(shlex.split(build)) == set(shlex.split(release.replace("$(RELEASE_TRAITS)", traits)))


def test_the_server_is_the_stage_that_is_built_by_default_and_that_with_postgresql_differs_by_its_library():
    server, postgresql = (lineage(name)[-1] for name in ["server", "postgresql"])
    assert list(stages())[-1] == "server"
    assert server.begin == postgresql.begin
    assert [line for line in postgresql.instructions if line not in server.instructions] == [
        ("RUN", postgresql.all("RUN")[0]), ("COPY", "--from=build-postgresql /out/tollgate /usr/local/bin/tollgate")]
    assert "libpq5" in postgresql.all("RUN")[0]


@pytest.mark.parametrize("stage", ["server", "postgresql", "developer"])
def test_a_container_runs_as_somebody(stage):
    assert setting(stage, "USER").split(":")[0] not in {"root", "0"}


def test_the_container_of_a_server_checks_its_health():
    assert json.loads(setting("server", "ENTRYPOINT")) == ["tollgate", "serve"]
    check = json.loads(setting("server", "HEALTHCHECK").split(" CMD ")[1])
    server = Server(BLUEPRINT, "--in-memory", "--port", 0)
    environment = os.environ | {"TOLLGATE_PORT": str(server.port)}
    assert subprocess.run(check, env=environment, timeout=20).returncode == 0
    assert server.stop() == 0
    assert subprocess.run(check, env=environment, timeout=20, stderr=subprocess.DEVNULL).returncode != 0


@pytest.mark.parametrize("blueprint, file", [
    ("coach-paid.yml", "coach-paid.storekit"), ("glow.yml", "glow/de.yml"), ("glow.yml", "glow/hero.svg")])
def test_a_check_names_a_file_that_was_not_copied_with_the_blueprint(tmp_path, blueprint, file):
    shutil.copytree(ROOT / "Blueprints", tmp_path, dirs_exist_ok=True)
    (tmp_path / file).unlink()
    run = subprocess.run([TOLLGATE, "check", blueprint, "--no-search"], cwd=tmp_path, capture_output=True, text=True)
    assert run.returncode == 1 and f"{file}`" in run.stdout + run.stderr


@pytest.mark.parametrize("document", CONTAINER_DOCUMENTS, ids=lambda path: path.name)
def test_the_documents_build_stages_that_exist_and_publish_the_port_that_is_listened_on(document):
    targets = {}
    for command in container_commands(document):
        if command.action == "build":
            assert (ROOT / command.option("file")).samefile(FILES / "Containerfile")
            assert command.image == "."
            targets[command.option("tag")] = command.option("target", "server")
            assert set(targets.values()) <= stages().keys()
            continue
        stage = targets[command.image]
        assert command.option("publish").split(":")[-1] == setting(stage, "EXPOSE")
        for volume in command.options["volume"]:
            inside = volume.split(":")[1]
            assert inside in {setting(stage, "WORKDIR"), "/etc/tollgate"}
        if stage == "developer" and command.arguments:
            assert shlex.join(command.arguments).endswith("--host 0.0.0.0"), "a published port reaches nothing else"


def test_the_readme_and_the_page_for_xcode_show_how_to_run_a_container():
    for document in [ROOT / "README.md", ROOT / "Documentation/InXcode.md"]:
        assert [command.action for command in container_commands(document)][:2] == ["build", "run"]
