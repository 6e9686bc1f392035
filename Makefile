# Tollgate: the commands for a start. Each installs the packages that it needs.
SWIFT ?= swift
PYTHON := .venv/bin/python
PORT ?= 8080
FUZZ_RUNS ?= 1000000
EXPLORE_RUNS ?= 200000
FILTER ?= .
# Apps get the client alone; this repository also builds the server, the simulator and their tests.
SERVER := --traits Server
# Warnings are errors in this repository, and not in an app that depends on it.
export TOLLGATE_STRICT := 1

.PHONY: demo tollgate release test test-postgres consumer suite check docs bench bench-million client-size explore fuzz rows picture clean

## The playground: five apps on simulated phones, in a browser.
demo: tollgate
	.build/debug/tollgate playground --port $(PORT)

## The command line tool, .build/debug/tollgate.
tollgate: .build/packages.installed
	$(SWIFT) build $(SERVER) --product tollgate

## The same, optimized, as servers run it: .build/release/tollgate, which needs no Swift toolchain where it runs.
release: .build/packages.installed
	$(SWIFT) build $(SERVER) -c release --static-swift-stdlib --product tollgate

## All tests: unit, server, client and scenario tests, the views' types, the documents' snippets, then the
## browser, the store, broken HTTP, the files for deployment and the examples.
test: .build/test-packages.installed .venv/installed
	$(SWIFT) build $(SERVER) --build-tests
	$(SWIFT) test $(SERVER) --skip-build
	Scripts/typecheck-views --skip-build --self-test Examples/Apps/*/
	python3 Scripts/availability.py --self-test
	python3 Scripts/snippets.py --self-test
	python3 Scripts/example_lines.py --check
	$(PYTHON) -m pytest --quiet Tests/Browser
	$(PYTHON) -m pytest --quiet Tests/Store
	$(PYTHON) -m pytest --quiet Tests/Protocol
	python3 Scripts/options.py --check
	$(PYTHON) -m pytest --quiet Tests/Deployment
	$(PYTHON) -m pytest --quiet Tests/Examples

## What an app that adds the client by URL resolves, builds and weighs.
consumer: .venv/installed
	$(PYTHON) -m pytest --quiet Tests/Consumer

## The tests of the ledger in PostgreSQL, on a throw-away server.
test-postgres: .build/postgres-packages.installed
	$(SWIFT) build --traits Server,PostgreSQL --build-tests
	trap 'Scripts/postgres stop' EXIT; TOLLGATE_TEST_POSTGRES=$$(Scripts/postgres start) \
	  $(SWIFT) test --traits Server,PostgreSQL --skip-build \
	  --filter 'TollgateLedgerTests|TollgatePostgreSQLTests|ClockTests|SharedLedgerTests'

## The Swift tests whose names match FILTER.
suite: .build/packages.installed
	$(SWIFT) test $(SERVER) --filter '$(FILTER)'

## Format and blueprints.
check: tollgate
	$(SWIFT) format lint --strict --recursive --parallel Package.swift Sources Tests Examples Benchmarks/Package.swift Benchmarks/Sources
	.build/debug/tollgate check Blueprints --quick

## The reference of TollgateClient with its articles, in .build/docc; a broken link is an error.
docs: .build/packages.installed
	$(SWIFT) build $(SERVER) --target TollgateClient
	Scripts/docc

## Performance, as ratios within one run.
bench: .build/bench-packages.installed
	$(SWIFT) build --package-path Benchmarks -c release --product tollgate-launch
	$(SWIFT) run --package-path Benchmarks -c release tollgate-bench

## A million subscribers for a simulated year: seconds and memory.
bench-million: .build/bench-packages.installed
	$(SWIFT) run --package-path Benchmarks -c release tollgate-bench --million

## The size of the client's code and data, with the engine and the wire format, built for release.
client-size: .build/bench-packages.installed
	$(SWIFT) build --package-path Benchmarks -c release
	Scripts/client-size Benchmarks/.build/release

## A million seeded mutations of everything that is read from outside; `make test` reads 12,000.
fuzz: .build/packages.installed
	$(SWIFT) build $(SERVER) --build-tests
	FUZZ_RUNS=$(FUZZ_RUNS) timeout 3600 $(SWIFT) test $(SERVER) --skip-build --filter FuzzTests

## Random worlds in which the engine must agree with the reference decider, and generated blueprints in whose histories the
## search must find no defect of the engine; `make test` compares 150 worlds and searches 15 blueprints.
explore: .build/packages.installed
	$(SWIFT) build $(SERVER) --build-tests
	EXPLORE_RUNS=$(EXPLORE_RUNS) timeout 7200 $(SWIFT) test $(SERVER) --skip-build --filter ReferenceTests

## The requirements of Documentation/Requirements.md with the tests that show them.
rows:
	@python3 Scripts/rows.py

## The picture in the README.
picture: .build/test-packages.installed .venv/installed tollgate
	$(PYTHON) Scripts/picture.py

clean:
	rm -rf .build Benchmarks/.build .venv

.build/packages.installed:
	Scripts/install-packages libsqlite3-dev
	@mkdir -p .build && touch $@

.build/test-packages.installed: .build/packages.installed
	Scripts/install-packages python3-venv chromium fonts-dejavu-core nodejs node-typescript \
	  caddy curl haproxy nginx-light openssl systemd
	@mkdir -p .build && touch $@

.build/postgres-packages.installed: .build/packages.installed
	Scripts/install-packages libpq-dev postgresql
	@mkdir -p .build && touch $@

.build/bench-packages.installed: .build/packages.installed
	Scripts/install-packages wrk
	@mkdir -p .build && touch $@

.venv/installed: Scripts/requirements.txt | .build/test-packages.installed
	python3 -m venv .venv
	$(PYTHON) -m pip install --quiet --disable-pip-version-check --requirement Scripts/requirements.txt
	@touch $@
