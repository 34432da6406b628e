#!/usr/bin/env bash
# Builds the fuzz targets in FOLDER, with clang alone, and makes what they begin with.
#   build.sh FOLDER       ends with 77, and says why, where clang or its libFuzzer is missing
set -euo pipefail
folder=$1
source=$(cd "$(dirname "$0")/../.." && pwd)

mkdir -p "$folder"
if ! command -v clang++ >/dev/null; then
  echo "platen: skipped: there is no clang++ (Debian: clang libclang-rt-dev)"
  exit 77
fi
if ! echo 'extern "C" int LLVMFuzzerTestOneInput(const unsigned char*, unsigned long) { return 0; }' |
  clang++ -x c++ -fsanitize=fuzzer,address,undefined - -o "$folder/probe" 2>"$folder/probe.txt"; then
  echo "platen: skipped: clang++ has no libFuzzer or no sanitizers (Debian: libclang-rt-dev)"
  exit 77
fi
test -f "$folder/build.ninja" || cmake --preset fuzz -S "$source" -B "$folder" >"$folder/configure.txt" ||
  { cat "$folder/configure.txt" >&2; exit 1; }
cmake --build "$folder" --parallel "${JOBS:-2}" | tail -n 20
"$folder/bin/platen_fuzz_seeds" "$folder/seeds"
