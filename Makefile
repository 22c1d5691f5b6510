# The commands for people. `make run` starts a server, `make test` tests; both install what is missing.
# No built-in rules: make would take the script words/games_json for a program to build from C.
MAKEFLAGS += --no-builtin-rules

.PHONY: all packages run test test-long bench load load-runs flat clearing arena fair-time answer-times answer-work fuzz simulate words library python reference npm install package clean torture torture-cluster load-cluster cluster cluster-down image image-cluster pace page-speed peers browsers

all: build/web/index.html
	@cmake -S . -B build -G Ninja >/dev/null
	@cmake --build build --target knobel

packages:
	@packaging/packages build

# The page, with the engine and the house as WebAssembly for playing offline; the program contains all of it.
MODULES = build/knobel.wasm build/knobel-simd.wasm build/house.wasm build/house-simd.wasm
$(MODULES) &: $(shell find core games table bots house wasm -name page -prune -o -type f -print) | packages
	@wasm/build build
build/web/index.html: $(MODULES) $(shell find web games words po -name node_modules -prune -o -type f -print)
	@web/build build/web

# Prints the address for browsers; matches are stored in house.db.
run: all
	@KNOBEL_DATA=$${KNOBEL_DATA:-house.db} build/knobel serve

# All tests, or with T=page-table only those with that in their name.
test:
	@packaging/packages test
	@tests/run '$(T)'

# The long tests: fuzzing, 200 kills, 2,000 simulated houses, other browsers.
test-long:
	@packaging/packages long
	@tests/run --long

bench: all
	@build/knobel bench
	@packaging/packages test
	@node tests/peers/rules_speed.mjs build/knobel
	@tests/hint_speed build/knobel
	@web/review-speed build
	@cmake -S . -B build -G Ninja -DKNOBEL_TESTS=ON >/dev/null
	@cmake --build build --target bench_library device_bytes python
	@build/tests/device_bytes
	@PYTHONPATH=build/python python/bench build/tests/bench_library

# How much a server can take: 9,000 idle guests and 1,000 who make 10,000 moves per second; then as many as they can.
load: all
	@tests/server/load build/knobel --rooms 500 --idle 9000 --seconds 20 --rate 10000
	@tests/server/load build/knobel --rooms 500 --idle 9000 --seconds 20

# The same RUNS times at RATE moves per second, on a new server each time: how many runs were slow.
RUNS ?= 10
RATE ?= 5000
load-runs: all
	@node tests/server/load_runs.mjs build/knobel $(RUNS) --rooms 500 --rate $(RATE) --seconds 8

# What must not grow: the cost of a move with more rooms and at the end of a match, idle guests, the start of a server.
flat: all
	@KNOBEL=build/knobel node tests/server/flat.mjs

# Clearing away OLD rooms, beside SQLite alone, which deletes as many from the same file.
OLD ?= 50000
clearing: all
	@KNOBEL=build/knobel node tests/server/clearing.mjs $(OLD)

# The same rooms here, on Colyseus and on boardgame.io, which are installed into build/peers; needs the network.
# Then with fewer moves, as in a house that is not full.
peers: all
	@tests/peers/run build/knobel 6
	@tests/peers/run build/knobel 4 2000
	@node tests/peers/rules_speed.mjs build/knobel

# How long someone waits who opens a link for the first time, and for the best of Yatzi at a first and a second visit.
page-speed: all
	@packaging/packages test
	@web/page-speed build/knobel
	@web/solution-speed build/knobel

# How smoothly dice fall in a browser on a slow device; likewise.
pace: all
	@packaging/packages test
	@web/pace build/knobel

# The page in Firefox and WebKit: every game to its end, offline, together with Chromium.
browsers: all
	@packaging/packages browsers
	@KNOBEL=build/knobel node --test tests/page/browsers.test.mjs

# Every level against the one below, in every game; the figures in docs/bots.md.
arena: all
	@bots/ladder build/knobel

# How often the fastest hand wins, and what lies gain; the figures in docs/fair-time.md.
fair-time:
	@packaging/packages test
	@cmake -S . -B build -G Ninja -DKNOBEL_TESTS=ON >/dev/null
	@cmake --build build --target fair_time
	@build/tests/fair_time

# Does the time of an answer tell of a hidden slap? The figures in docs/reliability.md.
ROUNDS ?= 600
answer-times: all
	@KNOBEL=build/knobel node tests/server/answer_times.mjs $(ROUNDS)

# Does the work of an answer depend on what is hidden? All instructions are counted; likewise.
answer-work:
	@packaging/packages counting
	@cmake -S . -B build -G Ninja -DKNOBEL_TESTS=ON >/dev/null
	@cmake --build build --target answer_work
	@node tests/house/answer_work.mjs build/tests/answer_work

# Ten minutes for each target, or SECONDS=60 for less.
SECONDS ?= 600
fuzz:
	@packaging/packages test
	@fuzz/run $(SECONDS)

# Houses under a false clock, network and disk: the matches of SEEDS seeds; then the same on several machines.
SEEDS ?= 2000
simulate:
	@packaging/packages test
	@cmake -S . -B build -G Ninja -DKNOBEL_TESTS=ON >/dev/null
	@cmake --build build --target simulate simulate_nodes
	@build/tests/simulate 1 $(SEEDS)
	@build/tests/simulate_nodes 1 $(SEEDS)

# A server that is killed KILLS times while people play on it, and whose disk fails FAULTS times: it must not
# lose anything that it has confirmed.
KILLS ?= 200
FAULTS ?= 40
torture:
	@packaging/packages test
	@cmake -S . -B build -G Ninja -DKNOBEL_TESTS=ON >/dev/null
	@cmake --build build --target knobel faulty
	@KNOBEL=build/knobel node tests/server/torture.mjs kills $(KILLS)
	@KNOBEL=build/knobel node tests/server/torture.mjs disk $(FAULTS)

# A house on three nodes, with a proxy and two databases, on this machine; docs/cluster.md. Needs root.
CLUSTER ?= build/cluster
cluster: all
	@packaging/packages cluster
	@packaging/cluster/try $(CLUSTER) up $(or $(PORT),8020)
	@echo "Stop it with: make cluster-down"

cluster-down:
	@packaging/cluster/try $(CLUSTER) down

# The same, harmed HARMS times in all ways that SEED chooses, while people play in it.
HARMS ?= 200
SEED ?= 1
torture-cluster: all
	@packaging/packages test
	@VERBOSE=1 KNOBEL=build/knobel node tests/server/torture.mjs cluster $(HARMS) $(SEED)

# What a move costs on one server and on three nodes, and how they grow with the rooms kept; the figures in docs/cluster.md.
load-cluster: all
	@packaging/packages cluster
	@KNOBEL=build/knobel node tests/server/load_cluster.mjs

# An image for containers: build/knobel-image.tar; and one with PostgreSQL and HAProxy for several nodes of it. Needs root.
image: all
	@packaging/packages image
	@packaging/image/build knobel

image-cluster:
	@packaging/packages image
	@packaging/image/build cluster

# Updates the catalogues after a text in the source has changed; then translate the new texts.
words:
	@words/update

# The library for other programs: build/libknobel.so and build/libknobel.a; docs/library.md is its guide.
library:
	@packaging/packages build
	@cmake -S . -B build -G Ninja >/dev/null
	@cmake --build build --target libknobel

# The engine as a package for npm: build/knobel-VERSION.tgz; npm/README.md is its guide.
npm: build/web/index.html
	@npm/pack build

# The Python package: build/python to be imported from, and a wheel in build/wheel for every Python from 3.9 on.
python: library
	@packaging/packages python
	@cmake -S . -B build -G Ninja >/dev/null
	@cmake --build build --target python
	@python/wheel build

# The reference pages, from the header of the library and the docstrings of the Python package.
reference:
	@docs/make_reference

install: all library
	@cmake --install build

# Debian packages in build/: the program with a service that runs the server, the library, the Python package.
package: all library
	@packaging/packages python
	@cmake -S . -B build -G Ninja >/dev/null
	@cmake --build build --target python
	@cmake --build build --target package

clean:
	rm -rf build build-*
