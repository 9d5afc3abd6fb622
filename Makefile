# make run    a real round trip through an X server, from a machine with no more than Swift
# make test   everything that must pass

.PHONY: build run test bench docs lint install clean

build:
	@Scripts/need build
	@Scripts/build

run:
	@Scripts/need run
	@Scripts/build
	@Scripts/demo

test:
	@Scripts/need test
	@Scripts/test

# Options of the benchmark in BENCH, such as BENCH="--quick --only latency".
bench:
	@Scripts/need bench
	@Scripts/build
	@swift build -c release --product xfer-bench
	@.build/release/xfer-bench $(BENCH)

# The libraries that programs import, as DocC archives in .build/docs.
docs:
	@Scripts/need build
	@Scripts/docs

lint:
	@Scripts/lint

# PREFIX is /usr/local for root and ~/.local for anybody else; DESTDIR goes in front of it.
install: build
	@PREFIX="$(PREFIX)" DESTDIR="$(DESTDIR)" Scripts/install

clean:
	@rm -rf .build
