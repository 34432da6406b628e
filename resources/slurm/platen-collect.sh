#!/usr/bin/env bash
# Joins the shards that platen-array.sh has made: manifest.jsonl, report.html, with --pdf FILE one PDF. Fails, and says
# what is missing, as long as photos are.
#
#   sbatch --dependency=afterany:JOB platen-collect.sh OUTDIR [--pdf FILE]
#SBATCH --job-name=platen-collect
#SBATCH --cpus-per-task=1
#SBATCH --mem-per-cpu=1G
#SBATCH --time=2:00:00
#SBATCH --output=platen-collect-%j.log
set -euo pipefail

if [ $# -lt 1 ]; then
  echo "usage: sbatch --dependency=afterany:JOB $0 OUTDIR [--pdf FILE]" >&2
  exit 2
fi
out=$1
shift
exec "${PLATEN:-platen}" batch --collect -o "$out" "$@"
