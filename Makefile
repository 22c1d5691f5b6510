# The front door. `make run` opens the house, `make test` tests; both install what is missing.
.PHONY: all run test bench load arena fair-time fuzz simulate words install clean

all:
	@setup/packages build
	@cmake -S . -B build -G Ninja >/dev/null
	@cmake --build build --target knobel

# Prints where to point a browser; what is played is kept in build/house.db.
run: all
	@KNOBEL_DATA=$${KNOBEL_DATA:-build/house.db} build/knobel serve

test:
	@setup/packages test
	@tests/run

bench: all
	@build/knobel bench

# What a house can bear: 9,000 guests who wait, 1,000 who make 10,000 moves a second; then as many as they can.
load: all
	@tests/load build/knobel --rooms 500 --idle 9000 --seconds 20 --rate 10000
	@tests/load build/knobel --rooms 500 --idle 9000 --seconds 20

# Every level against the one below, in every game; the figures in docs/bots.md.
arena: all
	@bots/ladder build/knobel

# How often the fastest hand wins, and what lies gain; the figures in docs/fair-time.md.
fair-time:
	@setup/packages test
	@cmake -S . -B build -G Ninja -DKNOBEL_TESTS=ON >/dev/null
	@cmake --build build --target fair_time
	@build/tests/fair_time

# Ten minutes for each target, or SECONDS=60 for less.
SECONDS ?= 600
fuzz:
	@setup/packages test
	@fuzz/run $(SECONDS)

# Houses under a false clock, network and disk: the matches of so many seeds.
SEEDS ?= 2000
simulate:
	@setup/packages test
	@cmake -S . -B build -G Ninja -DKNOBEL_TESTS=ON >/dev/null
	@cmake --build build --target simulate
	@build/tests/simulate 1 $(SEEDS)

# After a word in the source has changed: update the catalogues; then translate what is new.
words:
	@words/update

install: all
	@cmake --install build

clean:
	rm -rf build build-*
