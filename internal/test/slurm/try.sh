#!/usr/bin/env bash
# try.sh [RIFFLE]: runs an experiment as a job array on a Slurm of one node, this
# machine, and compares with one process. On Debian, as root:
#
#     apt-get install slurm-wlm
#     internal/test/slurm/try.sh ./riffle
#
# The controller and the node run from a folder of their own, with ports of their
# own, and end with the script: an installed Slurm isn't touched. Slurm wants munge
# to run, which the package starts where there is systemd.
set -eu
riffle=$(realpath "${1:-riffle}")
here=$(mktemp -d)
cleanup() {
	[ -z "${node:-}" ] || kill "$node" 2>/dev/null || true
	[ -z "${controller:-}" ] || kill "$controller" 2>/dev/null || true
	[ -z "${munge:-}" ] || kill "$munge" 2>/dev/null || true
	wait
	rm -rf "$here"
}
trap cleanup EXIT

# Munge proves who sends a message.
mkdir -m 700 "$here/munge"
head -c 128 /dev/urandom >"$here/munge/key"
chmod 400 "$here/munge/key"
chmod 711 "$here"
mkdir -m 755 "$here/socket"
munged --foreground --force --key-file="$here/munge/key" --socket="$here/socket/munge" \
	--pid-file="$here/munge/pid" --log-file="$here/munge/log" --seed-file="$here/munge/seed" 2>"$here/munge.log" &
munge=$!

export SLURM_CONF=$here/slurm.conf
mkdir "$here/state" "$here/spool"
cat >"$SLURM_CONF" <<CONF
ClusterName=try
SlurmctldHost=$(hostname -s)(127.0.0.1)
SlurmUser=root
SlurmctldPort=16817
SlurmdPort=16818
AuthType=auth/munge
AuthInfo=socket=$here/socket/munge
CredType=cred/munge
StateSaveLocation=$here/state
SlurmdSpoolDir=$here/spool
SlurmctldPidFile=$here/controller.pid
SlurmdPidFile=$here/node.pid
ProctrackType=proctrack/pgid
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
MpiDefault=none
NodeName=$(hostname -s) NodeAddr=127.0.0.1 CPUs=$(nproc) State=UNKNOWN
PartitionName=all Nodes=ALL Default=YES MaxTime=INFINITE State=UP
CONF
slurmctld -D 2>"$here/controller.log" &
controller=$!
slurmd -D 2>"$here/node.log" &
node=$!
for _ in $(seq 60); do
	sinfo -h -o %t 2>/dev/null | grep -q idle && break
	sleep 0.5
done
sinfo || { tail -n 20 "$here"/*.log; exit 1; }

mkdir "$here/work"
cd "$here/work"
cat >dice.go <<'GO'
Seed(7)
fmt.Println(trials.Run(2_000_000, func(rng PRNG) int { return 2 + rng.IntN(6) + rng.IntN(6) }))
r := trials.Run(1_000_000, func(rng PRNG) float64 { return rng.Float64() })
fmt.Println(math.Float64bits(r.Mean.Mean), math.Float64bits(r.Mean.Deviation))
fmt.Println(games.BattleStats(13, 5_000))
GO
"$riffle" run dice.go >one.txt
export PATH=$(dirname "$riffle"):$PATH
"$riffle" cluster -n 12 slurm dice.go | sed 's/--mem-per-cpu=1G/--mem-per-cpu=0/' >job.sh
sbatch --wait job.sh
"$riffle" run --parts dice-parts dice.go >all.txt
cmp one.txt all.txt

# Some shards again, by their numbers, and one that asks Slurm for its own.
rm dice-parts/1-*-00*.part dice-parts/1-*-05*-*.part
"$riffle" run --parts dice-parts dice.go >/dev/null 2>missing.txt && exit 1
sed -n 's/^of 12 shards [0-9]* are missing (\(.*\));.*/\1/p' missing.txt >list.txt
sbatch --wait --array="$(cat list.txt)" job.sh
"$riffle" run --parts dice-parts dice.go | cmp one.txt -
sbatch --wait --array=1-3 --wrap 'srun riffle run --shard auto --parts auto dice.go'
"$riffle" run --parts auto dice.go | cmp one.txt -
echo "slurm: 12 shards, those of them again that were missing, and 3 by --shard auto give the output of one process"
