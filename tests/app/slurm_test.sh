#!/usr/bin/env bash
# resources/slurm on a real Slurm: munged, slurmctld and slurmd of one node, started here with a configuration of their
# own. An array is submitted, a task of it killed, what is missing told, the array submitted again and collected: the pages
# and the PDF are those of one local run. Skipped (77), with the reason, where there is no Slurm or it can't be started.
#   slurm_test.sh PLATEN SAMPLE_PHOTO RESOURCES
set -euo pipefail
export PLATEN=$1
sample=$2
scripts=$3/slurm
export PATH=$PATH:/usr/sbin:/sbin

skip() {
  echo "skipped: $*"
  exit 77
}
for program in munged munge slurmctld slurmd sbatch scancel sinfo; do
  command -v $program >/dev/null || skip "$program is not installed (Debian: slurm-wlm, munge)"
done
[ "$(id -u)" -eq 0 ] || skip "slurmd starts jobs as other users, which takes root"

# Daemons look at who may write to their folders.
work=$(mktemp -d /tmp/platen-slurm.XXXXXX)
chmod 755 "$work"
daemons=()
finish() {
  status=$?
  for daemon in "${daemons[@]}"; do
    kill "$daemon" 2>/dev/null || true
  done
  wait 2>/dev/null || true
  if [ $status -ne 0 ] && [ $status -ne 77 ]; then
    tail -n 15 "$work"/*.log >&2 || true
  fi
  rm -rf "$work"
  exit $status
}
trap finish EXIT
trap 'exit 1' INT TERM

say() {
  echo "-- $*"
}
fail() {
  echo "FAILED: $*" >&2
  exit 1
}
# within SECONDS COMMAND...: until it succeeds
within() {
  local tries=$(($1 * 10))
  shift
  until "$@" >/dev/null 2>&1; do
    tries=$((tries - 1))
    [ $tries -gt 0 ] || return 1
    sleep 0.1
  done
}

host=$(hostname -s)
port=$((20000 + RANDOM % 20000))
mkdir -m 755 "$work/munge" "$work/state" "$work/spool"
dd if=/dev/urandom of="$work/munge/key" bs=1024 count=1 status=none
chmod 600 "$work/munge/key"
cat >"$work/slurm.conf" <<CONF
ClusterName=platen
SlurmctldHost=$host(127.0.0.1)
SlurmUser=root
AuthType=auth/munge
AuthInfo=socket=$work/munge/socket
CredType=cred/munge
SlurmctldPort=$port
SlurmdPort=$((port + 1))
StateSaveLocation=$work/state
SlurmdSpoolDir=$work/spool
SlurmctldPidFile=$work/slurmctld.pid
SlurmdPidFile=$work/slurmd.pid
SlurmctldLogFile=$work/slurmctld.log
SlurmdLogFile=$work/slurmd.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SwitchType=switch/none
MpiDefault=none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SlurmdParameters=config_overrides
ReturnToService=2
SchedulerParameters=sched_interval=1,batch_sched_delay=0
KillWait=2
NodeName=$host NodeAddr=127.0.0.1 CPUs=2 RealMemory=8000 State=UNKNOWN
PartitionName=all Nodes=$host Default=YES MaxTime=INFINITE State=UP
CONF
export SLURM_CONF=$work/slurm.conf

munged --foreground --force --key-file="$work/munge/key" --socket="$work/munge/socket" --pid-file="$work/munge/pid" \
  --log-file="$work/munge.log" --seed-file="$work/munge/seed" >"$work/munged-out.log" 2>&1 &
daemons+=($!)
within 10 munge --socket="$work/munge/socket" -n || skip "munged does not start: $(tail -n 1 "$work"/munge*.log)"
slurmctld -D -c >"$work/slurmctld-out.log" 2>&1 &
daemons+=($!)
slurmd -D -c >"$work/slurmd-out.log" 2>&1 &
daemons+=($!)
isIdle() {
  sinfo -h -o %T | grep -qx idle
}
within 30 isIdle || skip "no node of Slurm comes up here: $(tail -qn 1 "$work"/slurmd-out.log "$work"/slurmd.log 2>/dev/null)"
say "$(slurmd -V) on $host"

mkdir "$work/photos" "$work/photos/deep"
"$PLATEN" flatten "$sample" -o "$work/small.jpg" --scale 0.4 --quiet
for k in $(seq 14); do
  cp "$work/small.jpg" "$work/photos/$([ "$k" -gt 8 ] && echo deep/)page$k.jpg"
done
options=(--model sheet --color gray)
"$PLATEN" batch "$work/photos" -o "$work/local" --recursive --pdf "$work/local-pdf/all.pdf" --quiet "${options[@]}"

cd "$work"
submit=(sbatch --parsable --cpus-per-task=1 --array=1-2 "$scripts/platen-array.sh" "$work/photos" "$work/out" "${options[@]}")
say "an array of two tasks; the first one is killed when it has begun"
job=$("${submit[@]}")
within 60 test -s "$work/out/manifest-1-of-2.jsonl" || fail "the first task does not begin"
scancel --signal=KILL --full "${job}_1"
if sbatch --wait --parsable --dependency="afterany:$job" "$scripts/platen-collect.sh" "$work/out" >/dev/null; then
  fail "what a killed task has not done is not missing"
fi
grep -q "manifest-1-of-2.jsonl: is not done: .* missing (run --shard 1/2 again)" platen-collect-*.log || fail "it is not said what is missing"
say "$(grep -h 'is not done' platen-collect-*.log)"
[ "$(wc -l <"$work/out/manifest-2-of-2.jsonl")" -eq 7 ] || fail "the other task has not done its half"

say "the array again, and collected"
job=$("${submit[@]}")
sbatch --wait --parsable --dependency="afterok:$job" "$scripts/platen-collect.sh" "$work/out" --pdf "$work/cluster-pdf/all.pdf" >/dev/null ||
  fail "not all is there"
grep -qh "photos were done already" platen-"$job"-1.log || fail "the first task began anew"
[ "$(wc -l <"$work/out/manifest.jsonl")" -eq 14 ] || fail "the manifest has not all pages"
[ -s "$work/out/report.html" ] || fail "there is no report"
diff -r --exclude='manifest*.jsonl' --exclude=report.html --exclude=.platen "$work/local" "$work/out" || fail "pages differ from the local run's"
cmp "$work/local-pdf/all.pdf" "$work/cluster-pdf/all.pdf" || fail "the PDF differs"
head -n 1 "$work/out/.platen/photos.jsonl" | grep -q '"by":"order"' || fail "neighbours are not in one shard, where a book is fitted once"
say "14 pages and their PDF, byte for byte those of a local run"
