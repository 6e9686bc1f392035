#!/usr/bin/env python3
"""Prints how fast the operators' pages are with many customers, and a server's answers to people about to cancel.

The ledger has N customers of ten facts each (a million unless --customers says otherwise), and in the tables of charts
the sums of two years in each of 50 countries, for 6 products and 4 offers: by the hour for today and by the day before
that, as a server adds them up. A page's time is that from the request to its first paint in a browser, the median of
RUNS. The App Store's performance test of retention messaging, 50 requests of which 5 are sent at a time, runs TESTS times.

Usage: Scripts/bench_operators.py [--customers N] [--keep FOLDER]
"""

import argparse
import os
import pathlib
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
RELEASE = ROOT / "Benchmarks" / ".build" / "release"
os.environ["TOLLGATE"] = str(RELEASE / "tollgate")
sys.path[:0] = [str(ROOT / "Tests" / "Browser"), str(ROOT / "Tests" / "Store")]

from appstoreserverlibrary.models.PerformanceTestRequest import PerformanceTestRequest  # noqa: E402
from appstoreserverlibrary.models.PerformanceTestStatus import PerformanceTestStatus  # noqa: E402
from appstoreserverlibrary.models.RealtimeUrlRequest import RealtimeUrlRequest  # noqa: E402
from playwright.sync_api import sync_playwright  # noqa: E402

from playground import Playground, launch  # noqa: E402
from store import Store  # noqa: E402
from test_retention_messaging import BLUEPRINT, Server, upload_messages  # noqa: E402

APP = "bench"
EMAIL = "ada@example.com"
RUNS = 7
TESTS = 20
DAYS = 2 * 365
MEASURES = ["active", "mrr", "trials", "grossRevenue", "refunds", "newCustomers"]
AMOUNTS = ["mrr", "grossRevenue", "refunds"]
DIVISIONS = {"": 1, "product": 6, "country": 50, "offer": 4}
PAGES = {
    "customers": "", "a customer by id": "/customers/{customer}", "nobody by id": "?q=nobody", "lists": "/lists",
    "a list that nobody matches": "/lists?state=billing-retry",
    "charts": "/charts", "mrr by month": "/charts/mrr?period=month",
    "revenue by day": "/charts/revenue?period=day",
    "revenue by month and country": "/charts/revenue?period=month&by=country",
    "mrr by month and product": "/charts/mrr?period=month&by=product",
    "audit": "/audit", "webhooks": "/webhooks", "jobs": "/jobs",
}
PAINT = """() => new Promise((resolve) => new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) if (entry.name === "first-contentful-paint") resolve(entry.startTime);
}).observe({ type: "paint", buffered: true }))"""


def fill(folder, customers):
    """Writes a ledger with customers and sums of charts, or leaves the one that is there."""
    database = folder / "ledger.sqlite"
    if (folder / "sums").exists():
        return database
    print(f"filling a ledger with {customers:,} customers", file=sys.stderr)
    subprocess.run([RELEASE / "tollgate-bench", "--customers", str(customers), "--fill", folder], check=True)
    now = int(time.time() // 3600)
    today = now // 24 * 24
    # Each with the number of hours that it covers.
    hours = [(hour, 1) for hour in range(today, now + 1)] + [(today - 24 * day, 24) for day in range(1, DAYS)]
    with sqlite3.connect(database) as connection:
        connection.execute("PRAGMA synchronous = OFF")
        for measure in MEASURES:
            currency = "USD" if measure in AMOUNTS else ""
            for division, names in DIVISIONS.items():
                connection.executemany(
                    "INSERT OR REPLACE INTO chartSums VALUES (?, ?, ?, ?, ?, ?, ?, 0)",
                    ((APP, measure, division, f"{division}-{name}" if division else "", currency, hour,
                      (9_990 if currency else 1) * count) for name in range(names) for hour, count in hours))
    connection.close()
    (folder / "sums").touch()
    return database


def measure_pages(folder, database):
    with sqlite3.connect(database) as connection:
        customers, customer = connection.execute("SELECT count(*), max(id) FROM customers").fetchone()
    connection.close()
    print(f"{'page with ' + format(customers, ',') + ' customers':<40} {'first paint, ms':>16}")
    server = Playground(
        "serve", folder / "bench.yml", "--database", database, "--key-file",
        folder / "server.keys", "--max-requests-per-address", "0")
    try:
        where = ["--app", APP, "--url", server.address, "--database", database]
        for command in (["link", EMAIL], ["create", EMAIL, "--role", "owner"]):
            done = subprocess.run([os.environ["TOLLGATE"], "admin", *command, *where], capture_output=True, text=True)
            if done.returncode == 0:
                break
        link = done.stdout.strip()
        with sync_playwright() as playwright:
            browser = launch(playwright)
            context = browser.new_context(viewport={"width": 1440, "height": 900})
            page = context.new_page()
            page.goto(link)
            page.get_by_role("button", name="Sign in").click()
            root = page.url
            for name, path in PAGES.items():
                times = []
                for _ in range(RUNS):
                    response = page.goto(root + path.format(customer=customer))
                    assert response.ok, f"{name}: {response.status}"
                    times.append(page.evaluate(PAINT))
                print(f"{name:<40} {statistics.median(times):>16.0f}", flush=True)
            browser.close()
    finally:
        server.stop()


def measure_retention(folder):
    store = Store(folder, config=BLUEPRINT, start=None)
    server = Server(store)
    try:
        upload_messages(store.api)
        transaction = server.customer(store, "anna", "pro.yearly", uses=2)
        store.api.configure_realtime_url(RealtimeUrlRequest(realtimeURL=f"{server.app}/app-store/retention"))
        results = []
        for _ in range(TESTS):
            test = store.api.initiate_performance_test(PerformanceTestRequest(originalTransactionId=transaction))
            result = store.api.get_performance_test_results(test.requestId)
            while result.result == PerformanceTestStatus.PENDING:
                time.sleep(0.05)
                result = store.api.get_performance_test_results(test.requestId)
            assert result.result == PerformanceTestStatus.PASS, result
            results.append(result.responseTimes)
    finally:
        server.stop()
        store.stop()
    median = statistics.median(result.p50 for result in results)
    print(f"retention messaging, {TESTS} performance tests of 50 requests: p50 {median:.0f} ms, "
          f"p99 {max(result.p99 for result in results)} ms in the worst of them (goal: 50)")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--customers", type=int, default=1_000_000, metavar="N")
    parser.add_argument("--keep", type=pathlib.Path, metavar="FOLDER", help="where the ledger stays, and is used again")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        measure_retention(pathlib.Path(temporary))
        folder = options.keep or pathlib.Path(temporary)
        measure_pages(folder, fill(folder, options.customers))


if __name__ == "__main__":
    main()
