# The front door. `make run` plays, `make test` tests; both install what is missing.
.PHONY: all run test bench arena fuzz words install clean

all:
	@setup/packages build
	@cmake -S . -B build -G Ninja >/dev/null
	@cmake --build build --target knobel

run: all
	@build/knobel play

test:
	@setup/packages test
	@tests/run

bench: all
	@build/knobel bench

# Every level against the one below, in every game; the figures in docs/bots.md.
arena: all
	@bots/ladder build/knobel

# Ten minutes for each target, or SECONDS=60 for less.
SECONDS ?= 600
fuzz:
	@setup/packages test
	@fuzz/run $(SECONDS)

# After a word in the source has changed: update the catalogues; then translate what is new.
words:
	@words/update

install: all
	@cmake --install build

clean:
	rm -rf build build-*
