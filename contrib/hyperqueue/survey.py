#!/usr/bin/env python3
"""A survey in shards on HyperQueue, then merged.

Needs PyPI's `hyperqueue` (0.27), which carries the engine. Without --server a cluster of its own is
started on this machine; with it the tasks go to the server that runs there, whose workers may be
Slurm or PBS allocations. A shard that fails is run again and goes on where its file ends.
"""

import argparse
import pathlib
import shlex
import shutil
import subprocess
import sys

from hyperqueue import Job, LocalCluster
from hyperqueue.client import Client, FailedJobsException
from hyperqueue.cluster import WorkerConfig


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("range", help="the deals, such as ms:1..1000000")
    parser.add_argument("--shards", type=int, required=True)
    parser.add_argument("--out", type=pathlib.Path, required=True, help="a folder for the shards")
    parser.add_argument("--merged", type=pathlib.Path, help="the whole survey")
    parser.add_argument("--cores", type=int, default=2, help="of the cluster on this machine")
    parser.add_argument("--server", type=pathlib.Path, help="directory of a running server")
    parser.add_argument("--tries", type=int, default=3)
    parser.add_argument("--patsat", default=shutil.which("patsat") or "patsat")
    parser.add_argument("--options", default="", help="further options of 'patsat survey', in one word")
    args = parser.parse_args()
    args.out.mkdir(parents=True, exist_ok=True)
    out = args.out.resolve()
    files = [out / f"shard-{i}.jsonl" for i in range(args.shards)]

    def submit(client: Client, shards: list[int]) -> list[int]:
        """Runs shards, one job each; those that failed."""
        jobs = []
        for i in shards:
            job = Job(max_fails=0)
            command = [args.patsat, "survey", args.range, "--shard", f"{i}/{args.shards}", "--jobs", "1"]
            command += ["--resume", "--quiet", "-o", str(files[i]), *shlex.split(args.options)]
            job.program(command, stdout=out / f"shard-{i}.txt", stderr=out / f"shard-{i}.err")
            jobs.append((i, client.submit(job)))
        failed = []
        for i, job in jobs:
            try:
                client.wait_for_jobs([job])
            except FailedJobsException:
                failed.append(i)
        return failed

    def all_of_them(client: Client) -> int:
        left = list(range(args.shards))
        for _ in range(args.tries):
            left = submit(client, left)
            if not left:
                return 0
            print(f"shards to run again: {left}", file=sys.stderr)
        print(f"shards that failed {args.tries} times: {left}; see {out}/shard-*.err", file=sys.stderr)
        return 1

    if args.server:
        code = all_of_them(Client(args.server))
    else:
        with LocalCluster() as cluster:
            cluster.start_worker(WorkerConfig(cores=args.cores))
            code = all_of_them(cluster.client())
    if code == 0 and args.merged:
        merge = [args.patsat, "merge", *map(str, files), "-o", str(args.merged)]
        return subprocess.run(merge, check=False).returncode
    return code


if __name__ == "__main__":
    sys.exit(main())
