package parts

import (
	"fmt"
	"path/filepath"
	"strings"
	"unicode"
)

// Job returns the file of a job of a batch system, slurm or kubernetes, that runs a
// file in n shards. The command is the file and its arguments, as the shell takes
// them.
func Job(system, file, command string, n int) (string, error) {
	if strings.ContainsFunc(command, unicode.IsControl) {
		return "", fmt.Errorf("%q has a line break or another control character, which the file of a job can't hold", command)
	}
	name := jobName(file)
	switch system {
	case "slurm":
		return fmt.Sprintf(slurm, name, n, name, command, n, name), nil
	case "kubernetes":
		return fmt.Sprintf(kubernetes, name, n, command), nil
	}
	return "", fmt.Errorf("no system %q, want slurm or kubernetes", system)
}

// jobName is a name that both systems take.
func jobName(file string) string {
	base := filepath.Base(strings.Trim(file, "'"))
	base = strings.TrimSuffix(base, filepath.Ext(base))
	name := strings.Trim(strings.Map(func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z', r >= '0' && r <= '9':
			return r
		case r >= 'A' && r <= 'Z':
			return r + 'a' - 'A'
		}
		return '-'
	}, base), "-")
	if name == "" {
		return "experiment"
	}
	return strings.TrimRight(name[:min(40, len(name))], "-")
}

const slurm = `#!/bin/bash
# A Slurm job array: one task for each shard. Submit it with
#
#     sbatch FILE
#
# and when it has ended, print the whole result with
#
#     riffle run --parts %[1]s-parts %[4]s
#
# That says which shards are missing, if any, in a form that --array takes. Those
# that were killed go on where they were.

#SBATCH --job-name=%[1]s
#SBATCH --array=1-%[2]d
#SBATCH --cpus-per-task=1        # change: a shard uses all that it is given
#SBATCH --mem-per-cpu=1G         # change: what the program needs
#SBATCH --time=01:00:00          # change: a shard that is killed goes on when it runs again
#SBATCH --output=%[1]s-%%a.log
#SBATCH --requeue

# An array has up to 1000 tasks unless Slurm's MaxArraySize is larger.
#
# Change: where riffle is, if it isn't in the path. The folder with the parts must
# be one that all nodes see.
srun riffle run --shard "$SLURM_ARRAY_TASK_ID/%[5]d" --parts %[6]s-parts %[4]s
`

const kubernetes = `# An indexed Kubernetes job: one pod for each shard. Start it with
#
#     kubectl apply -f FILE
#
# and when it has ended, print the whole result where the volume is mounted, with
#
#     riffle run --parts /data/parts %[3]s
#
# That says which shards are missing, if any.
apiVersion: batch/v1
kind: Job
metadata:
  name: %[1]s
spec:
  completionMode: Indexed
  completions: %[2]d
  # Change: how many pods run at once. If experiments depend on earlier ones, leave it at
  # all: pods that wait for the others' parts keep their places.
  parallelism: %[2]d
  # A shard that was killed goes on where it was, in a new pod. It does so up to six
  # times; of the evictions by the cluster as often as there are. A shard that waits for
  # the parts of an earlier experiment ends with the status 75, and runs again later. A
  # program that fails does so in every shard, and ends the job.
  backoffLimitPerIndex: 6 # wants Kubernetes 1.29
  maxFailedIndexes: 0
  podFailurePolicy:
    rules:
      - action: Ignore
        onPodConditions: [{type: DisruptionTarget, status: "True"}]
      - action: Ignore
        onExitCodes: {containerName: shard, operator: In, values: [75]}
      - action: FailJob
        onExitCodes: {containerName: shard, operator: In, values: [1, 2]}
  template:
    spec:
      restartPolicy: Never # so that the policy sees what a shard ended with
      containers:
        - name: shard
          image: riffle:latest                # change: an image with riffle in its path
          workingDir: /data
          command: ["/bin/sh", "-c"]
          args:
            - |
              exec riffle run --shard auto/%[2]d --parts /data/parts %[3]s
          resources:
            requests: {cpu: "1", memory: 1Gi} # change: a shard uses all that it is given
            limits: {cpu: "1", memory: 1Gi}
          volumeMounts:
            - {name: data, mountPath: /data}
      volumes:
        - name: data
          persistentVolumeClaim:
            claimName: experiments            # change: a claim with the file, that many pods can write to
`
