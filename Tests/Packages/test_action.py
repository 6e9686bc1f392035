"""The action for GitHub's jobs: its step, run as the runner runs it, and the job of Documentation/TestInCI.md."""

import os
import re
import signal
import socket
import subprocess
import urllib.request

import pytest
import yaml

from conftest import PATIENCE, ROOT

ACTION = yaml.safe_load((ROOT / "Deployment/appstore-simulator/action.yml").read_text(encoding="utf-8"))


def free_port():
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return free.getsockname()[1]


def values(text, inputs):
    return re.sub(r"\$\{\{ inputs\.([\w-]+) \}\}", lambda match: inputs[match[1]], text)


@pytest.fixture
def step(shop, wheel):
    """Runs the action's step in a folder; what it started ends with the test."""
    groups = []

    def perform(**given):
        inputs = {name: str(described.get("default", "")) for name, described in ACTION["inputs"].items()}
        inputs |= {"package": str(wheel), "config": "Shop.storekit", "port": str(free_port())} | given
        only, = ACTION["runs"]["steps"]
        environment = {name: values(text, inputs) for name, text in only["env"].items()}
        environment |= {"RUNNER_TEMP": str(shop), "GITHUB_OUTPUT": str(shop / "output"), "PIP_NO_INDEX": "1"}
        with open(shop / "printed", "w", encoding="utf-8") as printed:
            process = subprocess.Popen(
                ["bash", "--noprofile", "--norc", "-e", "-o", "pipefail", "-c", only["run"]], cwd=shop, env=os.environ | environment,
                stdout=printed, stderr=subprocess.STDOUT, start_new_session=True)
            groups.append(process.pid)
            code = process.wait(timeout=PATIENCE)
        output = (shop / "output").read_text(encoding="utf-8") if code == 0 else ""
        return code, (shop / "printed").read_text(encoding="utf-8"), dict(line.split("=", 1) for line in output.splitlines())

    yield perform
    for group in groups:
        try:
            os.killpg(group, signal.SIGTERM)
        except ProcessLookupError:
            pass


def test_the_action_starts_a_store_and_names_its_address_certificate_and_key(step):
    """EX-3 the action starts a store and tells the job its address, its root certificate and its key"""
    code, printed, outputs = step(**{"bundle-id": "com.example.shop"})
    assert code == 0, printed
    assert outputs.keys() == ACTION["outputs"].keys()
    assert urllib.request.urlopen(f"{outputs['url']}/root.cer").read() == open(outputs["root-certificate"], "rb").read()
    assert open(outputs["key"]).read().startswith("-----BEGIN PRIVATE KEY-----") and outputs["key-id"] in outputs["key"]
    assert len(outputs["issuer-id"]) == 36


def test_the_action_fails_with_the_reason_if_the_store_does_not_start(step):
    code, printed, _ = step(config="None.storekit")
    assert code == 1
    assert "::error::The App Store simulator did not start: None.storekit: error: there is no such file" in printed


def test_the_job_of_the_page_uses_inputs_and_outputs_that_the_action_has():
    page = (ROOT / "Documentation/TestInCI.md").read_text(encoding="utf-8")
    job = yaml.safe_load(re.search(r"^```yaml appstore\.yml\n(.*?)^```$", page, re.DOTALL | re.MULTILINE)[1])
    steps = job["jobs"]["test"]["steps"]
    used = next(step for step in steps if step.get("id") == "store")
    assert used["uses"] == "tollgate-dev/tollgate/Deployment/appstore-simulator@main"
    required = {name for name, described in ACTION["inputs"].items() if described.get("required")}
    assert required <= used["with"].keys() <= ACTION["inputs"].keys()
    outputs = {name for step in steps for name in re.findall(r"steps\.store\.outputs\.([\w-]+)", str(step.get("env", "")))}
    assert outputs and outputs <= ACTION["outputs"].keys()
