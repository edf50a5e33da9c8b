# shed: build, test, install. `make demo` and `make test` do all the set-up on a fresh Debian machine.
PREFIX ?= /usr/local
DESTDIR ?=
SWIFT ?= swift
SUDO := $(shell [ "$$(id -u)" = 0 ] || command -v sudo)
PACKAGES := libinotifytools-dev libsqlite3-dev libssl-dev libtomlplusplus-dev zlib1g-dev
TEST_PACKAGES := $(PACKAGES) vim-tiny vim rsync git util-linux perl-base nano ed patch zip unzip libglib2.0-bin python3 \
  python3-jsonschema libxml2-utils recutils poppler-utils qpdf syncthing tesseract-ocr tesseract-ocr-eng
# What the slow runs need besides: desktop programs under a virtual screen, about a gigabyte.
TORTURE_PACKAGES := emacs-nox mc mousepad thunar xvfb xdotool dbus dbus-x11 at-spi2-core rclone unison dosfstools exfatprogs \
  libreoffice-writer-nogui pandoc epubcheck python3-uno systemd python3-gi libnotify-bin desktop-file-utils btrfs-progs xfsprogs
# At a fixed place and with the system's libraries but the C library in it, where there are archives of them: half of what a start
# took was the dynamic linker's (6.7 and 3.7 ms of shed --version). Stack, heap and the C library are where the kernel puts them. Where
# an archive lacks something, “make SYSTEM_LIBRARIES=” links what is shared.
RELEASE = --configuration release --static-swift-stdlib -Xlinker -s -Xlinker --gc-sections -Xlinker --no-export-dynamic \
  -Xlinker --no-pie -Xlinker -L$(abspath .build/archives)
# Tests are built in a place of their own, so that neither build undoes the other. Not optimised, as in debug builds, but for what the
# simulator of devices consists of (quick in Package.swift), and not as a debug build either: in those swift-argument-parser checks all declarations each
# time the program starts, which the tests do thousands of times.
TEST_FLAGS := --configuration release -Xswiftc -Onone -Xswiftc -enable-testing -debug-info-format none
TESTS := $(TEST_FLAGS) --scratch-path .build-tests
# The program that the tests start, some twenty thousand times, is linked once more from the same objects as what is installed is:
# with Swift's libraries in it, and at a fixed place. The dynamic linker took a third of the processor time of a start. Where that
# cannot be, they start the one that is there. The libraries are those of lib/swift_static/linux beside swiftc that the program and its
# packages import: where a toolchain has others, or the program imports more, the linker names what it lacks. SwiftPM calls main so in
# what tests import. So are the system's libraries but the C library, where there are archives of them, and it shows no names to others
# that are loaded: a seventh of a start (2.4 of 16.7 ms of shed status), half of it the kernel's.
SWIFT_LIBRARIES := Foundation CoreFoundation FoundationInternationalization FoundationEssentials _FoundationCShims \
  _FoundationCollections _FoundationICU swiftSynchronization swift_RegexParser swift_StringProcessing swiftDispatch swiftGlibc \
  swift_Builtin_float swift_Concurrency swiftSwiftOnoneSupport
SYSTEM_LIBRARIES := stdc++ sqlite3 z inotifytools
ARCHIVES := .build-tests/archives
STATIC_LINK := -static-stdlib -emit-executable -module-name shed -L$(ARCHIVES) -Xclang-linker -static-libgcc \
  -Xlinker --gc-sections -Xlinker --no-export-dynamic -Xlinker --defsym -Xlinker main=shed_main -Xlinker -s -Xclang-linker -no-pie \
  -Xlinker --start-group $(addprefix -l,$(SWIFT_LIBRARIES) $(SYSTEM_LIBRARIES)) -Xlinker --end-group
# How long each target is fuzzed: by make fuzz, and by make torture.
SECONDS ?= 60
FUZZ_SECONDS ?= 600
BIN = .build/release/shed
FIGURES = $(abspath .build/figures.md)
# In place of $(MAKE) in a line that make -n is to print: one in which that stands it carries out.
SUBMAKE = $(MAKE)

# So that a pipe fails where its first command does.
SHELL := /bin/bash
.SHELLFLAGS := -o pipefail -c
# What failed is said once more at the end, before the runner's closing line.
AGAIN = 2>&1 | awk '/recorded an issue/ { again = again substr($$0, 1, 400) "\n" } /^[^A-Za-z]* Test run with .* failed/ { printf "%s", again } { print; fflush() }'

# A directory of the system's libraries that there are archives of.
define gather_archives
	rm -rf $(1); mkdir -p $(1); for library in $(SYSTEM_LIBRARIES); do \
	  archive=$$(clang -print-file-name=lib$$library.a); if [ -e "$$archive" ]; then ln -s "$$archive" $(1)/; fi; done
endef

define build_tests
	$(SWIFT) build $(TESTS) --build-tests
	$(call gather_archives,$(ARCHIVES))
	if $(SWIFT)c $(STATIC_LINK) @.build-tests/release/shed.product/Objects.LinkFileList -o .build-tests/release/shed.static; \
	then mv .build-tests/release/shed.static .build-tests/release/shed; \
	else echo 'The program that the tests start stays as it was linked: its starts take longer.'; fi
endef

.PHONY: all build test torture fuzz sanitize-address sanitize-thread demo bench rules install uninstall clean packages test-packages torture-packages bench-packages

all: build

# Installs what is missing, and asks apt only then.
define install_packages
	@missing=; for p in $(1); do \
	  [ "$$p" = libinotifytools-dev ] && [ -e /usr/include/inotifytools/inotifytools.h ] && continue; \
	  dpkg -s $$p >/dev/null 2>&1 || missing="$$missing $$p"; done; \
	if [ -n "$$missing" ]; then echo "Installing$$missing"; \
	  $(SUDO) apt-get update -qq && $(SUDO) apt-get install -y -qq --no-install-recommends $$missing; fi
endef

packages:
	$(call install_packages,$(PACKAGES))

test-packages:
	$(call install_packages,$(TEST_PACKAGES))

torture-packages: test-packages
	$(call install_packages,$(TORTURE_PACKAGES))

bench-packages:
	$(call install_packages,recutils sqlite3 python3 git qpdf poppler-utils bc pandoc ripgrep notmuch)

build: packages
	$(call gather_archives,.build/archives)
	$(SWIFT) build $(RELEASE) --product shed

# Builds everything and runs every test; ends with the test runner's own closing line.
test: test-packages
	$(build_tests)
	$(SWIFT) test $(TESTS) --skip-build --disable-xctest $(AGAIN)

# The slow runs: more seeds, more cases, the full storms and kills and the programs that need a desktop, by the release
# build. Ends with the figures, as a table for Documentation/Reliability.md.
torture: build torture-packages
	$(build_tests)
	rm -f $(FIGURES)
	status=0; SHED_TORTURE=1 SHED_CASES=40000 SHED_HISTORIES=10000000 $(SWIFT) test $(TESTS) --skip-build --disable-xctest \
	  --skip 'ShedTortureTests|ShedCompatibilityTests' || status=$$?; \
	SHED_TORTURE=1 SHED_FIGURES=$(FIGURES) SHED_BINARY=$(abspath $(BIN)) \
	  $(SWIFT) test $(TESTS) --skip-build --disable-xctest --filter 'ShedTortureTests|ShedCompatibilityTests' || status=$$?; \
	$(SUBMAKE) sanitize-address || status=$$?; $(SUBMAKE) sanitize-thread || status=$$?; \
	$(SUBMAKE) fuzz SECONDS=$(FUZZ_SECONDS) || status=$$?; \
	printf '| scenario | what | figure |\n| --- | --- | --- |\n'; cat $(FIGURES); exit $$status

# Every reader of foreign bytes, by libFuzzer under the address sanitizer: SECONDS a target, TARGETS some of them. Prints a row a target.
fuzz: test-packages
	SWIFT=$(SWIFT) Tests/Fuzzing/run.sh $(SECONDS) $(TARGETS)

# The whole suite under a sanitizer, the program that it starts too. Each is built in a place of its own. The address sanitizer keeps
# 3 MB of what was freed, not 256: tests that measure memory would take that for a leak. What the thread sanitizer finds in the tests'
# own processes is printed in the end (those that end on purpose have no output); a process of which it reports something ends with 66.
# Nothing is left out: what it takes for a race and is none is written so that it sees it (Lock in ShedThreads, Cell.c in CLinux).
sanitize-address sanitize-thread: sanitize-%: test-packages
	$(SWIFT) build $(TEST_FLAGS) --scratch-path .build-$* --sanitize=$* --build-tests
	rm -rf .build-$*/reports; mkdir .build-$*/reports
	status=0; ASAN_OPTIONS=detect_leaks=0:quarantine_size_mb=3 TSAN_OPTIONS=log_path=$(abspath .build-$*)/reports/thread \
	  $(SWIFT) test $(TEST_FLAGS) --scratch-path .build-$* --sanitize=$* --skip-build --disable-xctest $(AGAIN) || status=$$?; \
	for report in .build-$*/reports/*; do if [ -e "$$report" ]; then cat "$$report"; status=1; fi; done; exit $$status

# Makes the manual of the rules (Documentation/rules and what “shed rule” prints) from their doc comments and examples.
rules: test-packages
	$(SWIFT) run rule-manual

demo: build test-packages
	@Fixtures/demo/demo.sh $(BIN)

# On ext4 making files is slow in the minutes after very many were removed: what removes many comes last.
bench: build bench-packages
	Benchmarks/writing.sh $(BIN)
	Benchmarks/links.sh $(BIN)
	Benchmarks/views.sh $(BIN)
	Benchmarks/records.sh $(BIN)
	Benchmarks/papers.sh $(BIN)
	Benchmarks/run.sh $(BIN)
	Benchmarks/batches.sh $(BIN)
	Benchmarks/search.sh $(BIN)

install:
	@test -x $(BIN) || $(MAKE) build
	install -Dm755 $(BIN) $(DESTDIR)$(PREFIX)/bin/shed
	install -d $(DESTDIR)$(PREFIX)/share/bash-completion/completions \
	  $(DESTDIR)$(PREFIX)/share/zsh/site-functions $(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d
	$(BIN) --generate-completion-script bash > $(DESTDIR)$(PREFIX)/share/bash-completion/completions/shed
	$(BIN) --generate-completion-script zsh > $(DESTDIR)$(PREFIX)/share/zsh/site-functions/_shed
	$(BIN) --generate-completion-script fish > $(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d/shed.fish

uninstall:
	rm -f $(DESTDIR)$(PREFIX)/bin/shed $(DESTDIR)$(PREFIX)/share/bash-completion/completions/shed \
	  $(DESTDIR)$(PREFIX)/share/zsh/site-functions/_shed $(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d/shed.fish

clean:
	$(SWIFT) package clean
	rm -rf .build-tests .build-fuzz .build-address .build-thread
