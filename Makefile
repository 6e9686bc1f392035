# Tollgate: the commands for a start. Each installs the packages that it needs.
SWIFT ?= swift
PYTHON := .venv/bin/python
PORT ?= 8080
FUZZ_RUNS ?= 1000000
EXPLORE_RUNS ?= 200000
SOAK_ROUNDS ?= 150
SOAK_RUNS ?= 200
SOAK_CALLS ?= 40
SOAK_SEED ?= 20
SOAK_RESULTS := $(CURDIR)/.build/soak-results.jsonl
CUSTOMERS ?= 1000000
FILTER ?= .
MUTANTS ?= 200
MUTANTS_SEED ?= 1
# Apps get the client alone; this repository also builds the server, the simulator and their tests. The ledger in PostgreSQL
# needs libpq, so it is built on Linux unless TRAITS says otherwise. Changing TRAITS builds everything again.
comma := ,
TRAITS ?= Server$(if $(filter Linux,$(shell uname)),$(comma)PostgreSQL)
SERVER := --traits $(TRAITS)
RELEASE_TRAITS ?= Server
# CI needs no debugger, so nothing is written for one there.
DEBUG_INFO ?= dwarf
# SwiftPM passes the traits to the compiler in the order of a set. Unless that is the same each time, every second build
# compiles everything again.
BUILD := SWIFT_DETERMINISTIC_HASHING=1 $(SWIFT) build -debug-info-format $(DEBUG_INFO)
SWIFT_TEST := Scripts/swift_tests.py $(SWIFT) test $(SERVER) --skip-build
# Swift's tests commit to thousands of small ledgers. In memory, where there is room for them, no commit waits for a disk.
TEST_TMPDIR := $(shell [ -w /dev/shm ] && [ "$$(df -k --output=avail /dev/shm 2>/dev/null | tail -n 1)" -gt 4000000 ] 2>/dev/null \
  && echo /dev/shm || echo "$${TMPDIR:-/tmp}")
# Swift Testing starts every test at once, unless a limit is set. With the pipes and ledgers of hundreds of tests open,
# Foundation's `Process.run` on Linux reads past the end of the buffer in which it lists the open files, and crashes (issue
# 5472 of swift-corelibs-foundation). Tests that wait for a program block a thread each, so more tests than there are cores
# could leave none for a transaction that is open. So the suites that start programs run apart from the others, as many at
# once as there are cores, with those of PostgreSQL's connections, which mostly wait. WIDTH is how many of the others run at
# once: more than the cores can hold would make those wait that have deadlines.
CORES := $(shell getconf _NPROCESSORS_ONLN)
WIDTH ?= $(CORES)
APART := TollgateCommandTests|Judge|TollgateBlueprintsTests\.(Schema|Editor)Tests|TollgatePostgreSQLTests
export SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH := $(CORES)
# Warnings are errors in this repository, and not in an app that depends on it.
export TOLLGATE_STRICT := 1

.PHONY: demo help tollgate appstore-simulator release dist wheel npm image test test-all test-swift test-documents \
  test-http test-playground test-pages test-browser test-server test-postgres soak soak-patroni consumer suite check lint format words imports circles branches privacy \
  requirements symbols project ruff plurals docs bench bench-pages bench-searches bench-million bench-customers bench-operators \
  bench-postgres mutants client-size explore fuzz charts journeys rows picture gallery clean

## The playground: five apps on simulated phones, in a browser.
demo: tollgate
	.build/debug/tollgate playground --port $(PORT)

## This list.
help:
	@awk '/^## / { text[++lines] = substr($$0, 4); next } /^# / { next } \
	  /^[a-z][a-z-]*:/ && lines { sub(/:.*/, ""); print "make " $$0; for (line = 1; line <= lines; line++) print "    " text[line] } \
	  { lines = 0 }' Makefile

## The command line tool, .build/debug/tollgate.
tollgate: .build/packages.installed
	$(BUILD) $(SERVER) --product tollgate

## The same, optimized, as servers run it: .build/release/tollgate, which needs no Swift toolchain where it runs. With
## RELEASE_TRAITS=Server,PostgreSQL it also serves from PostgreSQL, and needs libpq5 there.
release: .build/static-packages.installed
	$(BUILD) --traits $(RELEASE_TRAITS) -c release $(STATIC) --product tollgate

# A Mac has Swift's libraries.
STATIC := $(if $(filter Linux,$(shell uname)),--static-swift-stdlib)

## The same as an archive for machines that build nothing, in .build/dist, with its man pages, completions, licenses and
## checksum; then tried in a folder that has nothing but what the archive asks for, which needs root.
dist: release .build/test-packages.installed .venv/installed
	Scripts/install-packages binutils groff-base libicu-dev
	archive=$$(python3 Scripts/dist.py $(if $(findstring PostgreSQL,$(RELEASE_TRAITS)),--variant postgresql)) && \
	  ARCHIVE=$$archive $(PYTHON) -m pytest --quiet Tests/Deployment/test_archive.py && echo "$$archive"

## The App Store simulator alone, optimized and without the server: .build/release/appstore-simulator.
appstore-simulator: .build/static-packages.installed
	$(BUILD) --traits Server -c release $(STATIC) --product appstore-simulator

## The App Store simulator for Python, in .build/dist: a wheel that carries it; then tried in an empty environment.
wheel: appstore-simulator .build/test-packages.installed .venv/installed
	Scripts/install-packages binutils libicu-dev
	package=$$(python3 Scripts/packages.py wheel) && \
	  PACKAGE=$$package $(PYTHON) -m pytest --quiet Tests/Packages/test_python.py && echo "$$package"

## The same for Node: an npm package, tried in an empty folder.
npm: appstore-simulator .build/test-packages.installed .venv/installed
	Scripts/install-packages binutils libicu-dev
	command -v npm > /dev/null || Scripts/install-packages npm
	package=$$(python3 Scripts/packages.py npm) && \
	  PACKAGE=$$package $(PYTHON) -m pytest --quiet Tests/Packages/test_node.py && echo "$$package"

## What the Containerfile describes, made in folders without a container engine, and run there: the images of the server
## and for developers, or with RELEASE_TRAITS=Server,PostgreSQL that of a server with PostgreSQL. It needs root.
image: release .build/test-packages.installed .venv/installed
	Scripts/install-packages debootstrap $(if $(findstring PostgreSQL,$(RELEASE_TRAITS)),postgresql)
	RELEASE_TRAITS=$(RELEASE_TRAITS) $(PYTHON) -m pytest --quiet Tests/Image

## Every promise once: the Swift tests, the views' types, the documents' snippets, then the pages in a browser, in one size,
## theme and language each, and the store and broken HTTP. It needs neither PostgreSQL nor a proxy.
test: .build/test-packages.installed .venv/installed
	$(MAKE) test-swift
	$(MAKE) test-documents
	$(MAKE) test-http

## All tests. To those of `make test` it adds the exhaustive ones: every order, seed, fault and crash, each page and journey in
## every kind, PostgreSQL, proxies, the files for deployment, the examples, the packages, and servers that are killed.
## TEST_ALL=sampled has each of these suites, with sizes, seeds and faults as in `make test`, and kills no servers.
test-all:
	$(MAKE) test TEST_ALL=1

## The Swift tests; with TEST_ALL=1 all of them, as in `make test-all`.
test-swift: .build/$(if $(TEST_ALL),test-all,test)-packages.installed .venv/installed
	$(BUILD) $(SERVER) --build-tests
	$(if $(TEST_ALL),$(WITH_TEST_POSTGRES),$(IN_TEST_TMPDIR)) \
	  SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH=$(WIDTH) $(SWIFT_TEST) --skip '$(APART)|OCSPTests' && \
	  $(SWIFT_TEST) --filter '$(APART)'
	# swift-certificates gives a chain's responders ten seconds in all, which other tests at the same time can use up.
	$(SWIFT_TEST) --filter OCSPTests

## The types of the views and of the example apps, and the snippets, samples and lists of options in the documents.
test-documents: .build/test-packages.installed .venv/installed
	Scripts/typecheck-views --skip-build $(SELF_TEST) Examples/Apps/*/ Examples/Garden/
	python3 Scripts/availability.py $(SELF_TEST)
	python3 Scripts/snippets.py $(SELF_TEST)
	python3 Scripts/example_lines.py --check
	python3 Scripts/options.py --check

# Whether each of these scripts finds what is planted in it.
SELF_TEST = $(if $(TEST_ALL),--self-test)

# A browser mostly waits, so the playground is tested while the other core tests the other pages and what else speaks HTTP.
PAGES := $(wildcard $(addprefix Tests/Browser/test_,admin.py bridge.py bridge_faults.py paywalls.py questions.py sent.py))

## The tests of the pages, after `make tollgate`. DELAYS=7 delays requests, responses and messages by times that the seed 7
## chooses, and SLOWDOWN=4 runs the pages at a quarter of their speed: what fails then has a race.
test-browser: test-playground test-pages

test-playground:
	$(BROWSER) $(filter-out $(PAGES),$(wildcard Tests/Browser/test_*.py))

test-pages:
	$(BROWSER) $(PAGES)

BROWSER = BROWSER_DELAYS=$(DELAYS) BROWSER_SLOWDOWN=$(SLOWDOWN) $(PYTHON) -m pytest --quiet

## Both at once: the pages in a browser, and what else speaks HTTP.
test-http: .build/test-packages.installed .venv/installed
	$(MAKE) --jobs 2 --output-sync=target test-playground test-server

## What speaks HTTP and is not the playground: web pages, the store, broken HTTP; with TEST_ALL=1 also proxies, the files for
## deployment, the examples, the packages for other languages, and servers that are killed.
test-server: test-pages
	$(PYTHON) -m pytest --quiet Tests/Store
	$(PYTHON) -m pytest --quiet Tests/Protocol
	$(if $(TEST_ALL),$(PYTHON) -m pytest --quiet Tests/Deployment)
	$(if $(TEST_ALL),$(PYTHON) -m pytest --quiet Tests/Examples)
	$(if $(TEST_ALL),$(PYTHON) -m pytest --quiet Tests/Packages)
	$(PYTHON) -m pytest --quiet $(if $(filter 1,$(TEST_ALL)),Tests/Soak,$(addprefix Tests/Soak/test_,guarantees.py histories.py results.py))

## What an app that adds the client by URL resolves, builds and weighs.
consumer: .venv/installed
	$(PYTHON) -m pytest --quiet Tests/Consumer

## The tests of the ledger in PostgreSQL, on a throw-away server; with PGBOUNCER=1 they reach it through pgbouncer, except
## those of `tollgate move`, which must not.
test-postgres: .build/test-all-packages.installed
	$(BUILD) $(SERVER) --build-tests
	$(WITH_TEST_POSTGRES) TEST_ALL=1 $(SWIFT_TEST) \
	  --filter 'TollgateLedgerTests|TollgatePostgreSQLTests|ClockTests|SharedLedgerTests' \
	  $(if $(PGBOUNCER),--skip 'TollgatePostgreSQLTests\.Move|TollgateLedgerTests\.Move')

## Hundreds of kills of servers and databases under load, failovers, disks that fail, and 200 runs in which clocks step and
## networks break; `make test-all` has a few of each. SOAK_SEED makes other choices, SOAK_ROUNDS, SOAK_RUNS and SOAK_CALLS other
## lengths, and TOLLGATE in the environment names another program. Every part runs, also after one that failed, and the last
## line is the sum over all of them.
soak: .build/test-all-packages.installed .venv/installed tollgate
	rm -f $(SOAK_RESULTS)
	export SOAK_RESULTS=$(SOAK_RESULTS); status=0; \
	SOAK=1 SOAK_CALLS=$(SOAK_CALLS) SOAK_RUNS=$(SOAK_RUNS) SOAK_SEED=$(SOAK_SEED) $(PYTHON) -m pytest --quiet Tests/Soak || status=1; \
	$(PYTHON) Tests/Soak/kills.py --rounds $(SOAK_ROUNDS) --seed $(SOAK_SEED) || status=1; \
	$(PYTHON) Tests/Soak/results.py $(SOAK_RESULTS) || status=1; exit $$status

## A cluster of three machines that Patroni runs, whose primary is killed, cut off and suspended under load, with and without a
## synchronous standby: what that costs, as a table. It needs root, and takes a quarter of an hour; `make test-all` has one kill.
soak-patroni: .build/test-all-packages.installed .venv/installed tollgate
	$(PYTHON) Tests/Soak/patroni.py --seed $(SOAK_SEED)

## The Swift tests whose names match FILTER; with TEST_ALL=1 also the exhaustive ones.
suite: .build/packages.installed
	$(BUILD) $(SERVER) --build-tests
	$(SWIFT_TEST) --filter '$(FILTER)'

## Format and blueprints.
check: format tollgate
	.build/debug/tollgate check Blueprints --quick

## What can be checked without a build.
lint: format words imports circles branches privacy requirements symbols project ruff

## The format of the Swift sources.
format:
	$(SWIFT) format lint --strict --recursive --parallel Package.swift Sources Tests Examples \
	  Benchmarks/Package.swift Benchmarks/Sources Benchmarks/Launch/Package.swift Benchmarks/Launch/Sources

## Phrases to avoid.
words:
	python3 Scripts/words.py --self-test --check

## What each target imports, against the manifest and the floors of ARCHITECTURE.md.
imports:
	python3 Scripts/imports.py --check

## Files of the engine that refer to each other.
circles:
	python3 Scripts/circles.py --check

## The table of the branches that a webhook or a fact takes.
branches:
	python3 Scripts/branches.py --check

## What the client collects, against its privacy manifest.
privacy:
	python3 Scripts/privacy.py --self-test --check

## Whether each requirement has a test.
requirements:
	python3 Scripts/rows.py --check

## The table of StoreKit's symbols.
symbols:
	python3 Scripts/storekit-symbols.py --check

## The Xcode project of the example apps.
project:
	python3 Scripts/xcode_project.py --check

## The Python of the tests and scripts.
ruff: .venv/installed
	.venv/bin/ruff check --quiet .

## The rules for plurals, against the Unicode CLDR's.
plurals: .venv/installed
	$(PYTHON) Scripts/plural-rules.py --check

## The reference of TollgateClient with its articles, in .build/docc; a broken link is an error.
docs: .build/packages.installed
	$(BUILD) $(SERVER) --target TollgateClient
	Scripts/docc

## Performance, as ratios within one run, with the figures in Benchmarks/README.md beside it.
# Apple's systems bind an app's libraries before it runs, and know their types; linking Swift's libraries comes closest.
bench: .build/bench-packages.installed .build/static-packages.installed
	$(BUILD) --package-path Benchmarks/Launch -c release --static-swift-stdlib
	$(BENCH)
	Scripts/bench_compare.py Benchmarks/.build/release/tollgate-bench

## Makes one-line mistakes in the engine, one at a time, and lists those that no test notices. MUTANTS is how many,
## and MUTANTS_SEED chooses which. An interrupted run continues where it stopped. It needs Linux.
mutants: .build/test-packages.installed
	$(BUILD) $(SERVER) --build-tests
	python3 Scripts/mutants.py --count $(MUTANTS) --seed $(MUTANTS_SEED)

## What each paywall's page and the playground send, and when they answer to a click.
bench-pages: .build/test-packages.installed .venv/installed tollgate
	$(PYTHON) Scripts/bench_pages.py

## How many of the blueprints that the tests of findings judge are searched to the end within 30 seconds.
bench-searches: .build/bench-packages.installed
	$(BENCH)
	Benchmarks/.build/release/tollgate-bench --searches

## A million subscribers for a simulated year: seconds and memory.
bench-million: .build/bench-packages.installed
	$(BENCH)
	Benchmarks/.build/release/tollgate-bench --million

## A ledger with CUSTOMERS customers, of ten facts each, against one with a thousand: rates, what a customer costs who is
## not cached, start and memory of `tollgate serve`. It takes 3 GB below TMPDIR. With POSTGRES=1 the ledgers are in
## PostgreSQL.
bench-customers: .build/bench-packages.installed
	$(BENCH_SERVER)
	$(if $(POSTGRES),$(WITH_POSTGRES)) Benchmarks/.build/release/tollgate-bench --customers $(CUSTOMERS) \
	  $(if $(POSTGRES),--postgres "$$address")

## How soon the operators' pages are painted with CUSTOMERS customers and two years of charts, and a server answers people
## who are about to cancel. It takes 5 GB below TMPDIR.
bench-operators: .build/bench-packages.installed .venv/installed
	$(BENCH_SERVER)
	$(PYTHON) Scripts/bench_operators.py --customers $(CUSTOMERS)

## Durable uses in PostgreSQL against pgbench's update of one row, over HTTP against SQLite, and by two servers.
bench-postgres: .build/bench-packages.installed
	$(BENCH_SERVER)
	$(WITH_POSTGRES) Benchmarks/.build/release/tollgate-bench --postgres "$$address"

IN_TEST_TMPDIR = export TMPDIR="$(TEST_TMPDIR)";
# A throw-away PostgreSQL for the tests that follow.
WITH_TEST_POSTGRES = $(IN_TEST_TMPDIR) trap 'Scripts/postgres stop' EXIT; \
  address=$$(Scripts/postgres start $(if $(PGBOUNCER),--pgbouncer)) && export TOLLGATE_TEST_POSTGRES=$$address &&

# The benchmarks, and the server that some of them start.
BENCH = $(BUILD) --package-path Benchmarks -c release --product tollgate-bench
BENCH_SERVER = $(BUILD) --package-path Benchmarks -c release --product tollgate && $(BENCH)
BENCH_POSTGRES = $${TMPDIR:-/tmp}/tollgate-bench-postgres
WITH_POSTGRES = trap 'Scripts/postgres stop "$(BENCH_POSTGRES)"' EXIT; \
  address=$$(Scripts/postgres start "$(BENCH_POSTGRES)") &&

## The size of the client's code and data, with the engine and the wire format, built for release.
client-size: .build/bench-packages.installed
	$(BUILD) --package-path Benchmarks -c release
	Scripts/client-size Benchmarks/.build/release

## A million seeded mutations of everything that is read from outside; `make test-all` reads 12,000.
fuzz: .build/packages.installed
	$(BUILD) $(SERVER) --build-tests
	FUZZ_RUNS=$(FUZZ_RUNS) timeout 3600 $(SWIFT) test $(SERVER) --skip-build --filter FuzzTests

## Random samples in which the engine must agree with the reference decider, and generated blueprints in whose histories the
## search must find no defect of the engine; `make test-all` compares 150 samples and searches 15 blueprints. Then every state of
## Blueprints/glow.yml within the bounds of a quick search; `make test-all` visits 1,500 of each variant. Last, the whole search of
## each blueprint.
explore: .build/packages.installed
	$(BUILD) $(SERVER) --build-tests
	TEST_ALL=1 EXPLORE_RUNS=$(EXPLORE_RUNS) timeout 7200 $(SWIFT) test $(SERVER) --skip-build \
	  --filter 'ReferenceTests|AppHistoriesTests'
	.build/debug/tollgate check Blueprints

## Each chart against a slow recount of a simulated history of 10,000 subscribers; `make test-all` has 200.
charts: .build/packages.installed
	$(BUILD) $(SERVER) --build-tests
	TEST_ALL=1 CHART_SUBSCRIBERS=10000 timeout 3600 $(SWIFT) test $(SERVER) --skip-build --filter ChartRecountTests

## The requirements of Documentation/Requirements.md with the tests that show them.
rows:
	@python3 Scripts/rows.py

## The picture in the README.
picture: .build/test-packages.installed .venv/installed tollgate
	Scripts/install-packages pngquant
	$(PYTHON) Scripts/picture.py

## Every step of every journey on narrow and wide pages, by day and by night, in both looks, left to right and right to
## left, or with DIRECTION=rtl only right to left; `make test-all` shows the last steps of a third of them.
journeys: .build/test-packages.installed .venv/installed tollgate
	TEST_ALL=1 ALL_STEPS=1 DIRECTION=$(DIRECTION) $(PYTHON) -m pytest --quiet Tests/Browser/test_journey_steps.py

## Pictures of every page and state, in .build/gallery; ONLY names a part of them: paywalls, playground, admin or store.
gallery: .build/test-packages.installed .venv/installed tollgate
	$(PYTHON) Scripts/gallery.py $(ONLY)

clean:
	rm -rf .build Benchmarks/.build Benchmarks/Launch/.build .venv

.build/packages.installed: Makefile
	Scripts/install-packages libsqlite3-dev $(if $(findstring PostgreSQL,$(TRAITS)),libpq-dev)
	@mkdir -p .build && touch $@

.build/test-packages.installed: Makefile .build/packages.installed
	Scripts/install-packages python3-venv chromium fonts-dejavu-core nodejs node-typescript curl
	@mkdir -p .build && touch $@

.build/test-all-packages.installed: Makefile .build/test-packages.installed
	Scripts/install-packages binutils caddy etcd-server gcc groff-base haproxy iproute2 libc6-dev libicu-dev nginx-light \
	  openssl patroni pgbouncer postgresql systemd
	@mkdir -p .build && touch $@

# What Swift's libraries link to.
.build/static-packages.installed: Makefile .build/packages.installed
	Scripts/install-packages $(if $(findstring Linux,$(shell uname)),libcurl4-openssl-dev libxml2-dev)
	@mkdir -p .build && touch $@

.build/bench-packages.installed: Makefile .build/packages.installed
	Scripts/install-packages wrk curl sqlite3 $(if $(findstring Linux,$(shell uname)),libpq-dev postgresql)
	@mkdir -p .build && touch $@

.venv/installed: Scripts/requirements.txt | .build/test-packages.installed
	python3 -m venv .venv
	$(PYTHON) -m pip install --quiet --disable-pip-version-check --requirement Scripts/requirements.txt
	@touch $@
