"""The packages for Python and Node, each installed into an empty environment.

`make wheel` and `make npm` name theirs with PACKAGE. Otherwise they are packed here, with the simulator of a build for tests,
or else with a script that starts `tollgate store`, which has the same options.
"""

import os
import pathlib
import shutil
import subprocess
import sys

import pytest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
SHOP = ROOT / "Tests/Store/Shop.storekit"
TOLLGATE = pathlib.Path(os.environ.get("TOLLGATE", ROOT / ".build/debug/tollgate"))
SIMULATOR = ROOT / ".build/debug/appstore-simulator"
GIVEN = pathlib.Path(os.environ.get("PACKAGE", ""))
PATIENCE = 300

needs_npm = pytest.mark.skipif(not (shutil.which("npm") and shutil.which("node")), reason="npm is not installed: apt install npm")


def run(*command, cwd=None, **environment):
    """The exit code of a command and what it prints."""
    done = subprocess.run(
        [str(part) for part in command], cwd=cwd, env=os.environ | environment, text=True,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=PATIENCE)
    return done.returncode, done.stdout


def succeed(*command, **options):
    code, output = run(*command, **options)
    assert code == 0, output
    return output


@pytest.fixture(scope="session")
def binary(tmp_path_factory):
    if SIMULATOR.exists():
        return SIMULATOR
    if not os.access(TOLLGATE, os.X_OK):
        raise RuntimeError(f"there is no {TOLLGATE}; build it with: make tollgate")
    script = tmp_path_factory.mktemp("program") / "appstore-simulator"
    script.write_text(f'#!/bin/sh\n[ "$1" = --version ] && exec {TOLLGATE} "$@"\nexec {TOLLGATE} store "$@"\n', encoding="utf-8")
    script.chmod(0o755)
    return script


def packed(kind, suffix, binary, tmp_path_factory):
    if GIVEN.suffix == suffix:
        return GIVEN.resolve()
    return pathlib.Path(succeed(
        sys.executable, ROOT / "Scripts/packages.py", kind, "--binary", binary, "--output", tmp_path_factory.mktemp(kind)).strip())


@pytest.fixture(scope="session")
def wheel(binary, tmp_path_factory):
    return packed("wheel", ".whl", binary, tmp_path_factory)


@pytest.fixture(scope="session")
def tarball(binary, tmp_path_factory):
    return packed("npm", ".tgz", binary, tmp_path_factory)


@pytest.fixture(scope="session")
def python(wheel, tmp_path_factory):
    """The interpreter of an environment that has the wheel and nothing else, installed without a network."""
    folder = tmp_path_factory.mktemp("environment")
    succeed(sys.executable, "-m", "venv", "--without-pip", folder)
    python = folder / "bin/python"
    succeed(sys.executable, "-m", "pip", "--python", python, "install", "--quiet", "--no-index", wheel)
    return python


@pytest.fixture
def shop(tmp_path):
    """A folder of somebody who has a `.storekit` file and not this repository."""
    shutil.copy(SHOP, tmp_path / "Shop.storekit")
    return tmp_path


@pytest.fixture
def echo(tmp_path):
    """A program that prints its arguments and fails."""
    script = tmp_path / "echo"
    script.write_text('#!/bin/sh\necho "$@" >&2\nexit 1\n', encoding="utf-8")
    script.chmod(0o755)
    return str(script)


@pytest.fixture
def node(tarball, shop):
    """That folder with the npm package in it, installed without a network."""
    (shop / "package.json").write_text('{"name": "shop", "private": true, "type": "module"}', encoding="utf-8")
    succeed("npm", "install", "--offline", "--no-audit", "--no-fund", "--silent", tarball, cwd=shop)
    return shop
