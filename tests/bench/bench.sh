#!/usr/bin/env bash
# bench.sh BIN DATA [OPTIONS]: times `platen flatten` on every photo in the folder DATA, one after the other, then runs
# the kernel benchmarks that stand in BIN, with OPTIONS (--quick, --ratios-only, Google Benchmark's own).
#
# Each photo is flattened RUNS times (3); the run with the middle wall-clock time counts. Columns are the program's own
# seconds per stage: `detect` is all that looks for lines, sides and rules, `fit` is the descent alone. `total` is their
# sum, `wall` the whole process from its start to its end, `cpu` the processor time it took on all cores together, and
# `1 thread` detection, fit and reading direction again with --threads 1: what they cost in processor time.
set -euo pipefail
export LC_ALL=C
if [ $# -lt 2 ]; then
  echo "usage: bench.sh BIN DATA [OPTIONS]" >&2
  exit 2
fi
bin=$1
data=$2
shift 2
runs=${RUNS:-3}

# Lines of "wall cpu single JSON", one per page, to a table with one row per photo: the pages of a spread are summed, except for
# what is done once for both.
table() {
  awk '
    function text(key,   found) {
      if (!match($0, "\"" key "\":\"[^\"]*\"")) return ""
      found = substr($0, RSTART, RLENGTH); sub(/^"[^"]*":"/, "", found); sub(/"$/, "", found); return found
    }
    function number(key,   found) {
      if (!match($0, "\"" key "\":[0-9.eE+-]+")) return 0
      found = substr($0, RSTART, RLENGTH); sub(/^"[^"]*":/, "", found); return found + 0
    }
    function median(values, n,   i, j, t) {
      for (i = 2; i <= n; i++) {
        t = values[i]
        for (j = i - 1; j > 0 && values[j] > t; j--) values[j + 1] = values[j]
        values[j + 1] = t
      }
      return n % 2 ? values[(n + 1) / 2] : (values[n / 2] + values[n / 2 + 1]) / 2
    }
    function medians(title, least,   i, k, n, values) {
      n = 0
      for (i = 1; i <= photos; i++) n += megapixels[i] >= least
      if (n == 0) return
      printf "%-39s", sprintf(title, n)
      for (k = 1; k <= stages; k++) {
        n = 0
        for (i = 1; i <= photos; i++) if (megapixels[i] >= least) values[++n] = seconds[i, k]
        printf " %11.3f", median(values, n)
      }
      printf "\n"
    }
    BEGIN {
      stages = split("decode,detect,fit,upright,export,total,wall,cpu,1 thread", stage, ",")
      once["decode"] = once["detect"] = once["export"] = 1
      printf "%-32s %6s", "photo", "MP"
      for (k = 1; k <= stages; k++) printf " %11s", stage[k]
      printf "\n"
    }
    {
      photo = text("file"); sub(/.*\//, "", photo)
      if (!(photo in row)) { row[photo] = ++photos; name[photos] = photo }
      match($0, /"source":\{[^}]*\}/); split(substr($0, RSTART, RLENGTH), side, /[^0-9]+/)
      megapixels[row[photo]] = side[2] * side[3] / 1e6
      sum = 0
      for (k = 1; k < stages - 3; k++) {
        seconds[row[photo], k] = number(stage[k]) + (stage[k] in once ? 0 : seconds[row[photo], k])
        if (stage[k] == "fit") seconds[row[photo], k] += number("facing")
        sum += seconds[row[photo], k]
      }
      seconds[row[photo], stages - 3] = sum
      seconds[row[photo], stages - 2] = $1
      seconds[row[photo], stages - 1] = $2
      seconds[row[photo], stages] = $3
    }
    END {
      if (photos == 0) { print "no page was flattened"; exit }
      for (i = 1; i <= photos; i++) {
        printf "%-32.32s %6.1f", name[i], megapixels[i]
        for (k = 1; k <= stages; k++) printf " %11.3f", seconds[i, k]
        printf "\n"
      }
      medians("median of %d", 0)
      medians("median of %d with 8 MP or more", 8)
    }' "$1"
}

# Seconds of detection, fit and reading direction on one thread, of the run with the middle sum.
single_thread() {
  local run
  for ((run = 1; run <= runs; ++run)); do
    "$bin/platen" fit "$1" -o "$work/single.json" --threads 1 --json --quiet 2>>"$work/errors" </dev/null |
      awk '
        function number(key,   found) {
          if (!match($0, "\"" key "\":[0-9.eE+-]+")) return 0
          found = substr($0, RSTART, RLENGTH); sub(/^"[^"]*":/, "", found); return found + 0
        }
        { if (NR == 1) sum = number("detect"); sum += number("facing") + number("fit") + number("upright") }
        END { print sum + 0 }'
  done | sort -n | awk -v runs="$runs" 'NR == int((runs + 1) / 2)'
}

# One photo: the rows of the run with the middle time are added to $work/rows; a photo without a page, to $work/failed.
time_photo() {
  local photo=$1 run TIMEFORMAT='%R %U %S'
  rm -rf "$work"/run.*
  for ((run = 1; run <= runs; ++run)); do
    rm -rf "$work/out"
    { time "$bin/platen" flatten "$photo" -o "$work/out/" --json --quiet >"$work/json" 2>>"$work/errors" </dev/null || true; } \
      2>"$work/time"
    awk 'NR == FNR { wall = $1; cpu = $2 + $3; next } /"status":"ok"/ { print wall, cpu, $0 }' "$work/time" "$work/json" \
      >"$work/run.$run"
    if [ ! -s "$work/run.$run" ]; then
      echo "$photo" >>"$work/failed"
      return
    fi
  done
  run=$(awk 'FNR == 1 { print $1, FILENAME }' "$work"/run.* | sort -n | awk -v runs="$runs" 'NR == int((runs + 1) / 2) { print $2 }')
  awk -v single="$(single_thread "$photo")" '{ $2 = $2 " " single; print }' "$run" >>"$work/rows"
}

if [ -d "$data" ]; then
  work=$(mktemp -d "${TMPDIR:-/tmp}/platen-bench.XXXXXX")
  trap 'rm -rf "$work"' EXIT
  touch "$work/rows" "$work/failed" "$work/errors"
  echo "platen flatten: seconds, one photo after the other, $(nproc) cores, load $(cut -d ' ' -f 1 /proc/loadavg)"
  while IFS= read -r photo; do
    time_photo "$photo"
  done < <(find -L "$data" -maxdepth 1 -type f \
    \( -iname '*.jpg' -o -iname '*.jpeg' -o -iname '*.png' -o -iname '*.tif' -o -iname '*.tiff' \) | sort)
  table "$work/rows"
  if [ -x "$bin/platen_page_cpu" ]; then
    echo
    "$bin/platen_page_cpu" --runs="$runs" "$data" || true
  fi
  if [ -s "$work/failed" ]; then
    echo "without a page: $(wc -l <"$work/failed")"
    cat "$work/errors"
  fi
else
  echo "platen: no folder $data: set BENCH_DATA to a folder of photos to time whole pages"
fi

found=0
for program in "$bin"/platen_*_bench; do
  if [ -x "$program" ]; then
    found=1
    echo
    "$program" "$@"
  fi
done
if [ "$found" -eq 0 ]; then
  echo "platen: no kernel benchmarks were built (libbenchmark-dev is missing)"
fi
