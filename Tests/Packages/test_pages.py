"""The pages on testing a backend do what they say, from red to green, in a folder of somebody without this repository."""

import os
import re
import shutil
import site

import pytest

from conftest import ROOT, needs_npm, run, succeed


class Page:
    """The blocks of a page: those that name their file, and the fix of a function of one of them."""

    def __init__(self, name, language):
        text = (ROOT / "Documentation" / name).read_text(encoding="utf-8")
        blocks = re.findall(rf"^```{language}\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)
        named = {match[1]: block for block in blocks if (match := re.match(r"(?:#|//) (\S+)\n", block))}
        self.files = named
        self.fix, = re.findall(rf"^## The fix\n.*?^```{language}\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)

    def write(self, folder):
        for name, block in self.files.items():
            (folder / name).write_text(block, encoding="utf-8")

    def repair(self, folder, name):
        """Replaces the function that begins and ends like the fix."""
        source, lines = self.files[name], self.fix.splitlines(keepends=True)
        start = source.index(lines[0])
        stop = source.index("\n" + lines[-1], start) + 1 + len(lines[-1])
        (folder / name).write_text(source[:start] + self.fix + source[stop:], encoding="utf-8")


@pytest.fixture
def with_libraries(python):
    """The environment with the wheel, which also finds pytest and Apple's library where the tests have them."""
    folder = next((python.parent.parent / "lib").glob("python*/site-packages"))
    (folder / "libraries.pth").write_text("\n".join(site.getsitepackages()), encoding="utf-8")
    yield python
    (folder / "libraries.pth").unlink()


def test_the_page_for_python_leads_from_red_to_green(with_libraries, shop):
    page = Page("TestInPython.md", "python")
    page.write(shop)
    code, output = run(with_libraries, "-m", "pytest", "-q", "test_backend.py", cwd=shop, COLUMNS="200")
    assert code == 1, output
    assert "FAILED test_backend.py::test_a_refund_ends_access - AssertionError: assert not True" in output
    assert "1 failed, 1 passed" in output
    page.repair(shop, "backend.py")
    code, output = run(with_libraries, "-m", "pytest", "-q", "test_backend.py", cwd=shop)
    assert code == 0 and "2 passed" in output, output


@needs_npm
def test_the_page_for_node_leads_from_red_to_green(node):
    page = Page("TestInNode.md", "js")
    page.write(node)
    code, output = run("node", "--test", "--test-reporter=tap", cwd=node)
    assert code == 1 and "not ok 2 - a refund ends access" in output and "\n# fail 1\n" in output, output
    page.repair(node, "backend.js")
    code, output = run("node", "--test", "--test-reporter=tap", cwd=node)
    assert code == 0 and "ok 2 - a refund ends access" in output, output


@pytest.mark.skipif(shutil.which("go") is None, reason="go is not installed: apt install golang")
def test_the_page_for_go_leads_from_red_to_green(python, shop):
    page = Page("TestInGo.md", "go")
    page.write(shop)
    environment = {"PATH": f"{python.parent}{os.pathsep}{os.environ['PATH']}", "GOFLAGS": "-mod=mod", "GOTOOLCHAIN": "local"}
    succeed("go", "mod", "init", "shop", cwd=shop, **environment)
    assert succeed("gofmt", "-l", ".", cwd=shop, **environment) == ""
    code, output = run("go", "test", cwd=shop, **environment)
    assert code == 1 and "--- FAIL: TestARefundEndsAccess" in output, output
    assert re.search(r"^    backend_test.go:26: access after a refund$", output, re.MULTILINE), output
    page.repair(shop, "backend.go")
    assert succeed("go", "test", cwd=shop, **environment).startswith("PASS\n")


@pytest.mark.skipif(shutil.which("javac") is None, reason="javac is not installed: apt install default-jdk-headless")
def test_the_page_for_java_leads_from_red_to_green(python, shop):
    page = Page("TestInJava.md", "java")
    page.write(shop)
    environment = {"PATH": f"{python.parent}{os.pathsep}{os.environ['PATH']}"}
    test = ["bash", "-c", "javac *.java && java BackendTest"]
    shown = "ok: access after a renewal\nok: access after a purchase\nFAILED: no access after a refund\n"
    assert run(*test, cwd=shop, **environment) == (1, shown)
    page.repair(shop, "Backend.java")
    assert run(*test, cwd=shop, **environment) == (0, shown.replace("FAILED", "ok"))
