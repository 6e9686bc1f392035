"""`tollgate serve` over a ledger in a file, with a customer, and the keys that it knows."""

import json
import pathlib
import re
import subprocess
import urllib.request

from server import ROOT

BINARY = ROOT / ".build/debug/tollgate"
APP = "coach-paid"


class AppServer:
    """A server over a ledger in a folder, with a customer."""

    def __init__(self, folder: pathlib.Path, *options):
        self.database = folder / "tollgate.sqlite"
        self.process = subprocess.Popen(
            [BINARY, "serve", ROOT / "Blueprints/coach-paid.yml", "--environment", "sandbox", "--create", "--port", "0",
             "--database", self.database, *options], stdout=subprocess.PIPE, text=True)
        self.address = next(line.strip() for line in self.process.stdout if re.match(r"http://", line))
        created = self.create()
        self.customer = created["snapshot"]["id"]
        reached = urllib.request.Request(
            f"{self.address}/v1/apps/{APP}/customers/me/milestones/discovery-complete", b"{}",
            {"Content-Type": "application/json", "Authorization": f"Bearer {created['token']}"})
        urllib.request.urlopen(reached).close()

    def create(self):
        """Creates a customer; returns the answer."""
        request = urllib.request.Request(
            f"{self.address}/v1/apps/{APP}/customers", b'{"device": "phone"}', {"Content-Type": "application/json"})
        with urllib.request.urlopen(request) as response:
            return json.load(response)

    def key(self, scope):
        return subprocess.run(
            [BINARY, "keys", "create", "--app", APP, "--name", scope, "--scope", scope, "--database", self.database],
            capture_output=True, text=True, check=True).stdout.strip()
