#!/usr/bin/env bash
# A batch as an array of Slurm jobs, one shard a task, all into one folder of a file system that the nodes share:
#
#   job=$(sbatch --parsable --array=1-16 platen-array.sh INPUT OUTDIR [options of platen batch])
#   sbatch --dependency=afterany:$job platen-collect.sh OUTDIR [--pdf FILE]
#
# The same call again does what is missing, whatever ended a task. One task alone: PLATEN_SHARDS=16 sbatch --array=3 ...
# Shards are neighbours, so that few of them look at the book of one folder; PLATEN_SHARD_BY=hash evens them out.
# PLATEN is the program, if it is not in the PATH. docs/clusters.md has more.
#SBATCH --job-name=platen
#SBATCH --array=1-8
#SBATCH --cpus-per-task=2
#SBATCH --mem-per-cpu=1G
#SBATCH --time=12:00:00
#SBATCH --output=platen-%A-%a.log
#SBATCH --requeue
# Two minutes before the time is over platen ends after the pages in hand (SIGTERM goes to it, see exec below).
#SBATCH --signal=B:TERM@120
set -euo pipefail

if [ $# -lt 2 ] || [ -z "${SLURM_ARRAY_TASK_ID:-}" ]; then
  echo "usage: sbatch --array=1-N $0 INPUT OUTDIR [options of platen batch]" >&2
  exit 2
fi
input=$1
out=$2
shift 2
shards=${PLATEN_SHARDS:-$SLURM_ARRAY_TASK_COUNT}
cpus=${SLURM_CPUS_PER_TASK:-1}
# Nine tenths of what the job may have, which is in megabytes.
megabytes=${SLURM_MEM_PER_NODE:-$((${SLURM_MEM_PER_CPU:-0} * cpus))}
memory=()
if [ "$megabytes" -gt 0 ]; then
  memory=(--memory "$((megabytes * 9 / 10))M")
fi
exec "${PLATEN:-platen}" batch "$input" -o "$out" --recursive --shard "$SLURM_ARRAY_TASK_ID/$shards" \
  --shard-by "${PLATEN_SHARD_BY:-order}" --jobs "$cpus" "${memory[@]}" "$@"
