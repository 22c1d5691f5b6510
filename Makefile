# The commands for people. `make run` starts a server, `make test` tests; both install what is missing.
# No built-in rules: make would take the script words/games_json for a program to build from C.
MAKEFLAGS += --no-builtin-rules

.PHONY: all packages run test test-long bench load arena fair-time fuzz simulate words library install package clean torture pace page-speed browsers

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
	@packaging/packages browsers
	@tests/run --long

bench: all
	@build/knobel bench
	@packaging/packages test
	@cmake -S . -B build -G Ninja -DKNOBEL_TESTS=ON >/dev/null
	@cmake --build build --target bench_library
	@build/tests/bench_library

# How much a server can take: 9,000 idle guests and 1,000 who make 10,000 moves per second; then as many as they can.
load: all
	@tests/server/load build/knobel --rooms 500 --idle 9000 --seconds 20 --rate 10000
	@tests/server/load build/knobel --rooms 500 --idle 9000 --seconds 20

# How long someone waits who opens a link for the first time; the figures in docs/page.md.
page-speed: all
	@packaging/packages test
	@web/page-speed build/knobel

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

# Ten minutes for each target, or SECONDS=60 for less.
SECONDS ?= 600
fuzz:
	@packaging/packages test
	@fuzz/run $(SECONDS)

# Houses under a false clock, network and disk: the matches of SEEDS seeds.
SEEDS ?= 2000
simulate:
	@packaging/packages test
	@cmake -S . -B build -G Ninja -DKNOBEL_TESTS=ON >/dev/null
	@cmake --build build --target simulate
	@build/tests/simulate 1 $(SEEDS)

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

# Updates the catalogues after a text in the source has changed; then translate the new texts.
words:
	@words/update

# The library for other programs: build/libknobel.so and build/libknobel.a; docs/library.md is its guide.
library:
	@packaging/packages build
	@cmake -S . -B build -G Ninja >/dev/null
	@cmake --build build --target libknobel

install: all library
	@cmake --install build

# Debian packages in build/: the program with a service that runs the server, and the library.
package: all library
	@cmake --build build --target package

clean:
	rm -rf build build-*
