# The commands of the README. Everything they do is also plain CMake: see CMakePresets.json and CONTRIBUTING.md.
#
#   PRESET      configure preset (release)          JOBS        compile and test jobs
#   BENCH_DATA  folder of photos for `make bench`   BOOTSTRAP=0 never call apt
#   BENCH_ARGS  options of its kernel benchmarks: --quick, --ratios-only
#   QUALITY_DATA, PYTHON  folder of the quality bench, and a Python with numpy, scipy, OpenCV and rapidfuzz
#   PREFIX      where `make install` puts the programs (/usr/local)
#   FUZZ_SECONDS, FUZZ_TARGETS  how long `make fuzz` takes for each of which targets (300 s, all)
#   TIDY        what `make tidy` reads, say core/detect (core|app|ui|tests)

PRESET ?= release
# Photos beside the checkout, where there are any, else the sample.
BENCH_DATA ?= $(firstword $(wildcard ../shared/bench/real) resources/sample)
BENCH_ARGS ?=
# Photos with their flat truth and the scorer, and a Python that has what the scorer needs.
QUALITY_DATA ?= $(firstword $(wildcard ../shared/bench))
PYTHON ?= python3
TIDY ?= core|app|ui|tests
FUZZ_SECONDS ?= 300
FUZZ_TARGETS ?= $(shell cat tests/fuzz/targets.txt)
BOOTSTRAP ?= 1
PREFIX ?= /usr/local
# One job per core, and at most one per 1.5 GB of memory: files that include torch need that much.
JOBS ?= $(shell awk -v cores="$$(nproc)" '/^MemTotal/ { fit = int($$2 / 1.5e6); if (fit < 1) fit = 1; \
          print (fit < cores ? fit : cores) }' /proc/meminfo)

BUILD := build/$(PRESET)
SAMPLE := resources/sample/curved_page.jpg
SOURCES = $(shell git ls-files '*.h' '*.cpp' '*.cu' '*.cuh')

.DEFAULT_GOAL := help
.PHONY: help demo build install package test bench bench-quality fuzz format format-check tidy asan clean bootstrap configure

help: ## this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-13s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

demo: configure ## install what is missing, build, flatten the sample photo
	@cmake --build $(BUILD) --parallel $(JOBS) --target bin/platen bin/platen_side_by_side
	@mkdir -p build/demo
	@$(BUILD)/bin/platen flatten $(SAMPLE) -o build/demo/curved_page_flat.jpg
	@$(BUILD)/bin/platen flatten $(SAMPLE) -o build/demo/curved_page_clean.jpg --clean illumination
	@$(BUILD)/bin/platen_side_by_side $(SAMPLE) build/demo/curved_page_clean.jpg build/demo/before_after.jpg
	@echo
	@echo "The photo:      $(SAMPLE)"
	@echo "The flat page:  build/demo/curved_page_flat.jpg"
	@echo "In even light:  build/demo/curved_page_clean.jpg"
	@echo "Side by side:   build/demo/before_after.jpg"
	@echo "Your own photo: $(BUILD)/bin/platen flatten PHOTO.jpg -o FLAT.jpg"

build: configure ## build everything; the programs are in build/release/bin
	@cmake --build $(BUILD) --parallel $(JOBS)

install: build ## both programs, the desktop file and icons under PREFIX
	@cmake --install $(BUILD) --prefix $(PREFIX)

package: configure ## packages for Debian: platen, platen-gui, platen-torch in build/release/packages
	@cmake --build $(BUILD) --parallel $(JOBS) --target package_contents
	@cd $(BUILD) && cpack
	@rm -rf $(BUILD)/packages/_CPack_Packages

# The review sheet is looked at in a browser; clang has the fuzzer; exiftool and ImageMagick say what carries over.
test: export PLATEN_PACKAGES := chromium clang libclang-rt-dev libimage-exiftool-perl imagemagick $(PLATEN_PACKAGES)
test: configure ## build everything, check that every header stands alone, run all tests
	@cmake --build $(BUILD) --parallel $(JOBS) --target all header_check all_verify_interface_header_sets
	@ctest --test-dir $(BUILD) --parallel $(JOBS) --output-on-failure --no-tests=error --progress
	@echo "platen: all tests passed"

bench: configure ## time `platen flatten` on the photos of BENCH_DATA, then the kernel benchmarks
	@cmake --build $(BUILD) --parallel $(JOBS)
	@tests/bench/bench.sh $(BUILD)/bin "$(BENCH_DATA)" $(BENCH_ARGS)

bench-quality: configure ## score pages beside the peers' on the photos of QUALITY_DATA; writes docs/quality.md
	@cmake --build $(BUILD) --parallel $(JOBS) --target all platen_page_error
	@$(PYTHON) tests/bench/quality.py $(BUILD)/bin "$(QUALITY_DATA)"

format: ## clang-format all sources
	@clang-format -i $(SOURCES)

format-check: ## fail if clang-format would change a source
	@clang-format --dry-run -Werror $(SOURCES) && echo "platen: formatted"

# clang-tidy's own count of warnings in the libraries' headers is noise; why it failed or crashed is shown.
# clang-tidy does not know gcc's -fno-gnu-unique and reads libtorch 1.13's headers only with cmake/clang_tidy_vector.h.
tidy: configure ## clang-tidy over all sources
	@mkdir -p build/tidy
	@sed 's/ -fno-gnu-unique//g' $(BUILD)/compile_commands.json > build/tidy/compile_commands.json
	@grep -qE '"file": "$(CURDIR)/($(TIDY))/' build/tidy/compile_commands.json || \
	  { echo "platen: TIDY=$(TIDY) names no source that is built" >&2; exit 1; }
	@run-clang-tidy -quiet -p build/tidy -j $(JOBS) -extra-arg=-include -extra-arg=$(CURDIR)/cmake/clang_tidy_vector.h \
	  "^$(CURDIR)/($(TIDY))/" 2>build/tidy/stderr.txt || \
	  { grep -vE '^([0-9]+ warnings? generated|Suppressed )' build/tidy/stderr.txt >&2; echo "platen: not tidy" >&2; exit 1; }
	@echo "platen: tidy"

asan: ## build and test with the address and undefined-behaviour sanitizers
	@$(MAKE) --no-print-directory test PRESET=asan

fuzz: export PLATEN_PACKAGES := clang libclang-rt-dev $(PLATEN_PACKAGES)
fuzz: bootstrap ## fuzz the decoders and the readers of JSON files for FUZZ_SECONDS each; what was found is in build/fuzz/found
	@tests/fuzz/build.sh build/fuzz
	@printf '%s\n' $(FUZZ_TARGETS) | xargs -P $(JOBS) -I {} tests/fuzz/run.sh build/fuzz {} $(FUZZ_SECONDS)
	@echo "platen: nothing was found in $(FUZZ_SECONDS) s for each of: $(FUZZ_TARGETS)"

clean: ## remove everything that was built
	@rm -rf build

bootstrap:
ifneq ($(BOOTSTRAP),0)
	@cmake/bootstrap.sh
endif

# Configures once; ninja repeats it by itself when a CMake file changes.
configure: bootstrap
	@test -f $(BUILD)/build.ninja || cmake --preset $(PRESET)
