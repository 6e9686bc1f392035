"""The jobs for GitHub and GitLab in Documentation/Check.md: their exit code, and what they say about which line."""

import json
import os
import re
import subprocess

import pytest
import yaml

from conftest import BINARIES, ROOT
from test_editors import BAD

DOCUMENT = (ROOT / "Documentation" / "Check.md").read_text(encoding="utf-8")
ACCEPTED = BAD + "accept: [{ finding: free ride, at: features.write, because: They finish what they began. }]\n"
MISTAKEN = BAD.replace("allow: unlimited }", "allow: unlimitd }", 1)


def job(name):
    """The steps of a job that the document shows, as one script."""
    block = yaml.safe_load(re.search(rf"^```yaml {re.escape(name)}\n(.*?)^```$", DOCUMENT, re.DOTALL | re.MULTILINE)[1])
    if name == "check.yml":
        return block["jobs"]["check"]["steps"][-1]["run"]
    return "\n".join(block["check"]["script"])


def run(name, blueprint, folder):
    """Runs a job on a folder with one blueprint, as the runner of both does: in bash, which ends at the first failure."""
    (folder / "Blueprints").mkdir()
    (folder / "Blueprints" / "diary.yml").write_text(blueprint, encoding="utf-8")
    environment = {**os.environ, "PATH": f"{BINARIES}{os.pathsep}{os.environ['PATH']}"}
    return subprocess.run(
        ["bash", "-e", "-o", "pipefail", "-c", job(name)], cwd=folder, env=environment, capture_output=True, text=True)


@pytest.mark.parametrize("blueprint, code, annotation", [
    (BAD, 2, "::error file=Blueprints/diary.yml,line=6::free ride: the customer does not pay"),
    (MISTAKEN, 1, "::error file=Blueprints/diary.yml,line=9::"), (ACCEPTED, 0, None)])
def test_github(tmp_path, blueprint, code, annotation):
    """RA-17 the job on GitHub annotates the line of each mistake and finding, fails by them, and passes what is accepted"""
    result = run("check.yml", blueprint, tmp_path)
    assert result.returncode == code, result.stderr
    assert (annotation is None) == (result.stdout == ""), result.stdout
    assert annotation is None or result.stdout.startswith(annotation), result.stdout


@pytest.mark.parametrize("blueprint, code, found", [
    (BAD, 2, ("major", 6)), (MISTAKEN, 1, ("critical", 9)), (ACCEPTED, 0, None)])
def test_gitlab(tmp_path, blueprint, code, found):
    """RA-17 the job on GitLab reports the same as code quality, each with a fingerprint of its own"""
    result = run("gitlab-ci.yml", blueprint, tmp_path)
    assert result.returncode == code, result.stderr
    report = json.loads((tmp_path / "gl-code-quality-report.json").read_text(encoding="utf-8"))
    errors = [entry for entry in report if entry["severity"] != "minor"]
    assert [(entry["severity"], entry["location"]["lines"]["begin"]) for entry in errors][:1] == ([found] if found else [])
    assert all(entry["location"]["path"] == "Blueprints/diary.yml" for entry in report)
    assert len({entry["fingerprint"] for entry in report}) == len(report)
