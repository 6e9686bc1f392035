#!/usr/bin/env python3
"""Breaks the primary of a cluster that Patroni runs, under a mixed load, and measures what that costs.

  make soak-patroni                                             # every fault, with and without a synchronous standby
  .venv/bin/python Tests/Soak/patroni.py --asynchronous killed  # one of them

Three machines are network namespaces, each with etcd, Patroni and PostgreSQL. It needs root, and Debian's packages.
"""

import argparse
import contextlib
import functools
import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request

import yaml

import results
from kills import PostgreSQL, Soak
from servers import PATIENCE, ROLE, ROOT, program, wait_for_end

CONFIGURATION = ROOT / "Deployment" / "postgres" / "patroni.yml"
COUNT = 3
# Patroni's own settings, in seconds, and those of a short test.
ORDINARY = {"ttl": 30, "loop_wait": 10, "retry_timeout": 10}
QUICK = {"ttl": 6, "loop_wait": 1, "retry_timeout": 2}
# Without a synchronous standby, what a customer or a purchase stands on may be lost, so everyone is there from the start. A use
# that is lost and repeated would be decided again, so nothing is repeated before the end.
ASYNCHRONOUS = dict.fromkeys(
    ["reserve", "spend", "buy_coins", "subscribe", "transfer", "refund", "merge", "begin", "repeat", "use_together"], 0)


def missing():
    """Why this machine cannot run the tests; None if it can."""
    if os.geteuid() != 0:
        return "network namespaces need root"
    for name in ("etcd", "patroni", "ip"):
        if not shutil.which(name):
            return f"there is no {name}: Scripts/install-packages etcd-server iproute2 patroni"
    name = f"soak{os.getpid()}"
    if subprocess.run(["ip", "netns", "add", name], capture_output=True).returncode != 0:
        return "this machine has no network namespaces"
    made = subprocess.run(["ip", "-n", name, "link", "add", "switch", "type", "bridge"], capture_output=True)
    ip("netns", "del", name)
    return "this machine has no network bridges" if made.returncode != 0 else None


def ip(*arguments):
    return subprocess.run(["ip", *map(str, arguments)], check=True, capture_output=True, text=True).stdout


class Network:
    """Two switches in a namespace of their own: `back` for the machines among themselves, `front` for their clients."""

    def __init__(self, cleanup):
        self.name = f"soak{os.getpid()}"
        self.front, self.back = f"198.18.{os.getpid() % 256}", "198.19.0"
        self.space = f"{self.name}-switch"
        ip("netns", "add", self.space)
        cleanup.callback(ip, "netns", "del", self.space)
        for switch in ("front", "back"):
            ip("-n", self.space, "link", "add", switch, "type", "bridge")
            ip("-n", self.space, "link", "set", switch, "up")
        ip("link", "add", self.name, "type", "veth", "peer", "name", "clients", "netns", self.space)
        self.plug("front", "clients")
        ip("address", "add", f"{self.front}.254/24", "dev", self.name)
        ip("link", "set", self.name, "up")

    def plug(self, switch, port):
        ip("-n", self.space, "link", "set", port, "master", switch, "up")

    def connect(self, space, number):
        """Connects the namespace of a machine to both switches."""
        ip("-n", space, "link", "set", "lo", "up")
        for switch, prefix in (("front", self.front), ("back", self.back)):
            ip("-n", space, "link", "add", switch, "type", "veth", "peer", "name", f"{switch}{number}", "netns", self.space)
            self.plug(switch, f"{switch}{number}")
            ip("-n", space, "address", "add", f"{prefix}.{number}/24", "dev", switch)
            ip("-n", space, "link", "set", switch, "up")

    def set(self, number, state, *switches):
        """Turns the ports of a machine `up` or `down`."""
        for switch in switches:
            ip("-n", self.space, "link", "set", f"{switch}{number}", state)


class Machine:
    """One of the three machines."""

    def __init__(self, folder, network, number, settings, cleanup):
        self.network, self.number, self.started = network, number, []
        self.space = f"{network.name}-{number}"
        self.folder = folder / f"machine-{number}"
        self.folder.mkdir()
        self.folder.chmod(0o777)
        ip("netns", "add", self.space)
        cleanup.callback(ip, "netns", "del", self.space)
        cleanup.callback(self.kill)
        network.connect(self.space, number)
        self.address, inner = f"{network.front}.{number}", f"{network.back}.{number}"
        peers = [f"{network.back}.{other + 1}" for other in range(COUNT)]
        self.etcd = [
            "etcd", "--name", f"machine-{number}", "--data-dir", self.folder / "etcd", "--log-level", "error", "--enable-v2",
            "--listen-peer-urls", f"http://{inner}:2380", "--initial-advertise-peer-urls", f"http://{inner}:2380",
            "--listen-client-urls", f"http://{inner}:2379", "--advertise-client-urls", f"http://{inner}:2379",
            "--initial-cluster", ",".join(f"machine-{other + 1}=http://{peer}:2380" for other, peer in enumerate(peers))]
        self.patroni = ["patroni", self.folder / "patroni.yml"]
        (self.folder / "patroni.yml").write_text(yaml.safe_dump(self.configured(inner, peers, settings)))

    def configured(self, inner, peers, settings):
        """The file for operators, with the addresses and folders of a test and without certificates."""
        file = yaml.safe_load(CONFIGURATION.read_text())
        file["name"] = f"machine-{self.number}"
        file["restapi"]["connect_address"] = f"{inner}:8008"
        file["etcd"]["hosts"] = [f"{peer}:2379" for peer in peers]
        file["bootstrap"]["dcs"] |= settings
        file["watchdog"]["mode"] = "off"
        postgres, parameters = file["postgresql"], file["postgresql"]["parameters"]
        programs = sorted(pathlib.Path("/usr/lib/postgresql").glob("*/bin"), key=lambda path: int(path.parent.name))[-1]
        postgres |= {"connect_address": f"{inner}:5432", "data_dir": str(self.folder / "data"), "bin_dir": str(programs),
                     "pgpass": str(self.folder / "pgpass")}
        for role in postgres["authentication"].values():
            del role["sslmode"], role["sslrootcert"]
        postgres["pg_hba"] = [line.replace("hostssl", "host") for line in postgres["pg_hba"]]
        del parameters["ssl"], parameters["ssl_cert_file"], parameters["ssl_key_file"]
        parameters |= {"unix_socket_directories": str(self.folder), "max_connections": 60, "shared_buffers": "32MB",
                       "dynamic_shared_memory_type": "mmap"}
        return file

    def start(self):
        user = ["setpriv", f"--reuid={ROLE}", f"--regid={ROLE}", "--clear-groups"]
        for command in (self.etcd, self.patroni):
            with (self.folder / f"{command[0]}.log").open("a") as log:
                self.started.append(subprocess.Popen(
                    ["ip", "netns", "exec", self.space, *user, *map(str, command)], stdout=log, stderr=log, cwd=self.folder))

    @property
    def processes(self):
        return [int(pid) for pid in ip("netns", "pids", self.space).split()]

    def signal(self, number):
        for pid in self.processes:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, number)

    def kill(self):
        """Stops all processes at one moment, as when a machine dies."""
        processes = self.processes
        self.signal(signal.SIGSTOP)
        self.signal(signal.SIGKILL)
        wait_for_end(processes)
        for process in self.started:
            process.wait(PATIENCE)
        self.started = []

    def ask(self, path):
        """What Patroni on this machine answers: its status, and its body; None if there is no answer."""
        try:
            with urllib.request.urlopen(f"http://{self.address}:8008{path}", timeout=2) as answer:
                return answer.status, json.load(answer)
        except urllib.error.HTTPError as error:
            return error.code, None
        except (OSError, ValueError):
            return None, None

    @property
    def leads(self):
        return self.ask("/primary")[0] == 200


class Patroni(PostgreSQL):
    """Three machines, of which Patroni makes one the primary."""

    def __init__(self, folder, cleanup, is_synchronous, seconds):
        network = Network(cleanup)
        settings = seconds | {"synchronous_mode": is_synchronous, "synchronous_mode_strict": is_synchronous}
        self.machines = [Machine(folder, network, number + 1, settings, cleanup) for number in range(COUNT)]
        self.cluster = self
        hosts = ",".join(machine.address for machine in self.machines)
        self.address = f"postgres://tollgate:four@{hosts}/tollgate?target_session_attrs=read-write&connect_timeout=3&sslmode=disable"
        for machine in self.machines:
            machine.start()
        wait_until(lambda: self.is_whole, "the three machines do not become a cluster", PATIENCE)
        self.ask("CREATE ROLE tollgate LOGIN PASSWORD 'four'", "postgres")
        self.ask("CREATE DATABASE tollgate OWNER tollgate", "postgres")

    def leader(self, *excepted):
        return next((machine for machine in self.machines if machine not in excepted and machine.leads), None)

    @property
    def is_whole(self):
        """Whether there is a primary that both others follow."""
        leader = self.leader()
        members = (leader.ask("/cluster")[1] or {}).get("members", []) if leader else []
        return len(members) == COUNT and len({member.get("timeline") for member in members}) == 1 and all(
            member["state"] in ("running", "streaming") for member in members)

    def ask(self, sql, database="tollgate"):
        return program("psql", "-h", self.leader().folder, "-U", ROLE, "-d", database, "-XAtqc", sql).stdout.strip()


def wait_until(is_reached, problem, patience=300):
    deadline = time.monotonic() + patience
    while not is_reached():
        if time.monotonic() > deadline:
            raise RuntimeError(problem)
        time.sleep(0.1)


# What happens to the primary, and how it comes back.
FAULTS = {
    "killed": (Machine.kill, Machine.start),
    "cut off": (lambda machine: machine.network.set(machine.number, "down", "front", "back"),
                lambda machine: machine.network.set(machine.number, "up", "front", "back")),
    "cut off from the others": (lambda machine: machine.network.set(machine.number, "down", "back"),
                                lambda machine: machine.network.set(machine.number, "up", "back")),
    "suspended": (lambda machine: machine.signal(signal.SIGSTOP), lambda machine: machine.signal(signal.SIGCONT)),
}


class Trial:
    """One fault under load, the failover, and the return of the old primary; then what it cost."""

    def __init__(self, fault, is_synchronous, seed, seconds, between=(40, 80), returns=True):
        self.fault, self.is_synchronous = fault, is_synchronous
        self.title = f"patroni, {fault}, {'synchronous' if is_synchronous else 'asynchronous'}"
        database = functools.partial(Patroni, is_synchronous=is_synchronous, seconds=seconds)
        fail, recover = FAULTS[fault]
        with Soak(seed, database, servers=2, workers=3, mix=None if is_synchronous else ASYNCHRONOUS, between=between) as soak:
            self.book, patroni = soak.book, soak.database
            soak.book.wait_for(between[0])
            old = patroni.leader()
            self.book.measure_pause()
            soak.kill(functools.partial(fail, old))
            wait_until(lambda: patroni.leader(old), "no other machine becomes the primary")
            soak.book.wait_for(between[0])
            if returns:
                recover(old)
                wait_until(lambda: patroni.is_whole, "the old primary does not follow the new one")
                soak.book.wait_for(between[0])
        self.pause = self.book.pause
        self.lost = {line.split()[-1] for line in self.book.lost if re.search(r": \w+ lack ", line)}
        # What was used up by lost uses can be used again, and a lost use that is repeated is decided again.
        self.doubled = [line for line in self.book.doubled if not (self.lost and line.endswith(" uses are allowed"))]
        self.wrong = [line[:200] for line in self.book.differing if line.split(":")[0] not in self.lost] + [
            line[:200] for line in self.book.lost if ": a read lacks " in line
            and not set(re.findall(r"'([^']+)'", line)) <= self.lost]

    @property
    def is_right(self):
        """Without a synchronous standby, what it had not received is lost; nothing else may be."""
        return self.book.is_clean if self.is_synchronous else not (self.doubled or self.wrong)

    def record(self):
        if self.is_synchronous:
            results.of(self.book, self.title)
        else:
            results.record(self.title, f"{self.title}: {len(self.lost)} lost, as without a synchronous standby",
                           kills=self.book.kills, acknowledged=self.book.acknowledged.total())
        return self

    @property
    def row(self):
        return (f"| {self.fault} | {'synchronous' if self.is_synchronous else 'asynchronous'} | {self.book.acknowledged.total()} "
                f"| {len(self.lost)} | {len(self.doubled)} | {len(self.wrong)} | {self.pause:.0f} |")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("faults", nargs="*", metavar="fault", help=f"any of {', '.join(FAULTS)} (default: all)")
    modes = parser.add_mutually_exclusive_group()
    modes.add_argument("--synchronous", action="store_true", help="only with a synchronous standby")
    modes.add_argument("--asynchronous", action="store_true", help="only without one")
    parser.add_argument("--quick", action="store_true", help=f"Patroni with {QUICK} instead of {ORDINARY}")
    parser.add_argument("--seed", type=int, default=20)
    options = parser.parse_args()
    if unknown := set(options.faults) - set(FAULTS):
        parser.error(f"there is no fault {', '.join(sorted(unknown))}")
    if problem := missing():
        sys.exit(problem)
    trials = []
    for is_synchronous in (True, False):
        if options.synchronous and not is_synchronous or options.asynchronous and is_synchronous:
            continue
        for fault in options.faults or FAULTS:
            started = time.monotonic()
            trials.append(Trial(fault, is_synchronous, options.seed, QUICK if options.quick else ORDINARY).record())
            print(f"{results.LINES[-1]}, {trials[-1].pause:.1f} s without writes, {time.monotonic() - started:.0f} s", flush=True)
            for line in [*trials[-1].doubled, *trials[-1].wrong][:20]:
                print(f"  {line}", flush=True)
    print("\n| the primary is | replication | acknowledged | lost | doubled | wrong decisions | seconds without writes |")
    print("\n".join(["|---|---|---|---|---|---|---|", *(trial.row for trial in trials)]))
    sys.exit(0 if all(trial.is_right for trial in trials) else 1)


if __name__ == "__main__":
    main()
