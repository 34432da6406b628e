#!/usr/bin/env bash
# bench.sh BIN DATA: times `platen flatten` on every JPEG in the folder DATA, one after the other, with the program's own
# seconds per stage, then runs the kernel benchmarks that stand in BIN. Times are wall-clock seconds.
set -euo pipefail
bin=$1
data=$2

# JSON lines, one per page, to a table with one row per photo: the pages of a spread are summed.
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
    BEGIN {
      stages = split("decode,detect,fit,upright,decode full,export,total", stage, ",")
      printf "%-32s %6s", "photo", "MP"
      for (k = 1; k <= stages; k++) printf " %12s", stage[k]
      printf "\n"
    }
    {
      photo = text("file"); sub(/.*\//, "", photo)
      if (!(photo in row)) { row[photo] = ++photos; name[photos] = photo }
      match($0, /"source":\{[^}]*\}/); split(substr($0, RSTART, RLENGTH), side, /[^0-9]+/)
      megapixels[row[photo]] = side[2] * side[3] / 1e6
      for (k = 1; k <= stages; k++) seconds[row[photo], k] += number(stage[k])
    }
    END {
      if (photos == 0) { print "no page was flattened"; exit }
      for (i = 1; i <= photos; i++) {
        printf "%-32.32s %6.1f", name[i], megapixels[i]
        for (k = 1; k <= stages; k++) printf " %12.3f", seconds[i, k]
        printf "\n"
      }
      printf "%-39s", "median of " photos
      for (k = 1; k <= stages; k++) {
        for (i = 1; i <= photos; i++) values[i] = seconds[i, k]
        printf " %12.3f", median(values, photos)
      }
      printf "\n"
    }' "$1"
}

if [ -d "$data" ]; then
  work=$(mktemp -d "${TMPDIR:-/tmp}/platen-bench.XXXXXX")
  trap 'rm -rf "$work"' EXIT
  find -L "$data" -maxdepth 1 -type f \( -iname '*.jpg' -o -iname '*.jpeg' \) | sort >"$work/photos"
  touch "$work/rows"
  failed=0
  while IFS= read -r photo; do
    "$bin/platen" flatten "$photo" -o "$work/out/" --json --quiet >>"$work/rows" </dev/null || failed=$((failed + 1))
  done <"$work/photos"
  grep '"status":"ok"' "$work/rows" >"$work/good" || true
  table "$work/good"
  if [ "$failed" -gt 0 ]; then
    echo "$failed photos failed"
  fi
else
  echo "platen: no folder $data: set BENCH_DATA to a folder of photos to time whole pages"
fi

found=0
for program in "$bin"/platen_*_bench; do
  if [ -x "$program" ]; then
    found=1
    echo
    "$program"
  fi
done
if [ "$found" -eq 0 ]; then
  echo "platen: no kernel benchmarks were built (libbenchmark-dev is missing)"
fi
