#!/usr/bin/env bash
# Fuzzes one target for SECONDS: from the seeds, from what earlier runs in FOLDER learned, and from what was found before.
#   run.sh FOLDER TARGET SECONDS      (FOLDER: of build.sh; ends with 77 where that was skipped)
# What is found is FOLDER/found/TARGET-*: give it to FOLDER/bin/platen_fuzz_TARGET to see it again.
set -euo pipefail
folder=$1
target=$2
seconds=$3
program="$folder/bin/platen_fuzz_$target"
before=$(cd "$(dirname "$0")" && pwd)/found_before/$target

if [ ! -x "$program" ]; then
  echo "platen: skipped: $program was not built"
  exit 77
fi
mkdir -p "$folder/learned/$target" "$folder/found" "$folder/seeds/$target"
inputs=("$folder/learned/$target" "$folder/seeds/$target")
if [ -d "$before" ]; then
  inputs+=("$before")
fi
log="$folder/$target.txt"
# A photo's decoder may hold what its limits allow; what is slower than 20 s here is a hang for whoever waits.
if ! "$program" -max_total_time="$seconds" -timeout=20 -rss_limit_mb=2560 -max_len=20000 -seed=1 -print_final_stats=1 \
  -artifact_prefix="$folder/found/$target-" "${inputs[@]}" >"$log" 2>&1; then
  grep -nE 'ERROR|runtime error|SUMMARY|Test unit written|#[0-9] .* in platen' "$log" | head -n 40 >&2
  echo "platen: $target: something was found (all of it: $log)" >&2
  exit 1
fi
echo "platen: $target: $(sed -n 's/^stat::number_of_executed_units: *//p' "$log") inputs in $seconds s," \
  "$(sed -n 's/^stat::peak_rss_mb: *//p' "$log") MB"
