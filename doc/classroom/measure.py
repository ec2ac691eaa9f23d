"""Measures what many kernels of riffle cost on one machine: their memory and processor
time while nobody uses them, and how long `1+1` takes in one while the others rest or
compute. It needs jupyter_client and psutil, and the kernel installed:

    python measure.py [--kernels 30] [--kernel riffle] [--seconds 30]
"""

import argparse
import asyncio
import os
import statistics
import time

import psutil
from jupyter_client.manager import start_new_async_kernel

# What a student has done before resting: a lottery, a loop, a picture's worth of shuffles.
LESSON = [
    "lotto := NewLottery(40); lotto.Pick(6)",
    "sum := 0; for i := range 1_000_000 { sum += i }; sum",
    "fair.Matrix(FisherYates, 52, 10_000)",
    "trials.Run(20_000, func(rng PRNG) int { return rng.IntN(6) + rng.IntN(6) })",
]
# What a busy one does, again and again: it computes, and then its student thinks.
WORK = "trials.Run(300_000, func(rng PRNG) bool { deck := NewDealer(rng); deck.Shuffle(); return deck.Deal(1, 5)[0][0].Rank == Ace })"
THINK = 5.0  # s
TRIES = 10  # of 1+1 in each kernel
LIMIT = 120


async def run(client, source):
    """Runs a cell until the kernel is idle again, and returns the time it took, in s."""
    began = time.perf_counter()
    reply = await client.execute_interactive(source, output_hook=lambda _: None, timeout=LIMIT)
    if reply["content"]["status"] != "ok":
        raise SystemExit(f"{source}: {reply['content']}")
    return time.perf_counter() - began


def processes(manager):
    """The kernel's processes: one that serves Jupyter, one that holds the session."""
    first = psutil.Process(manager.provisioner.process.pid)
    return [first, *first.children(recursive=True)]


def memory(managers):
    """The memory of each kernel in MiB: its own, and its share of what all have in common."""
    return [sum(p.memory_full_info().pss for p in processes(m)) / 2**20 for m in managers]


def processor(managers):
    """The processor time of all kernels, in s."""
    return sum(sum(p.cpu_times()[:2]) for m in managers for p in processes(m))


def show(what, times):
    ms = sorted(1000 * t for t in times)
    print(f"{what}: median {statistics.median(ms):.1f} ms, 95th percentile {ms[int(0.95 * len(ms))]:.1f} ms", flush=True)


async def ask(clients, pause=0.0):
    """1+1 in one kernel after the other."""
    times = []
    for _ in range(TRIES):
        for client in clients:
            times.append(await run(client, "1+1"))
            await asyncio.sleep(pause)
    return times


async def work(client):
    while True:
        await run(client, WORK)
        await asyncio.sleep(THINK)


async def main(options):
    began = time.perf_counter()
    started = [await start_new_async_kernel(kernel_name=options.kernel) for _ in range(options.kernels)]
    managers, clients = zip(*started)
    for client in clients:
        client.hb_channel.stop()  # which a server of Jupyter does without
    print(f"{options.kernels} kernels started in {time.perf_counter() - began:.1f} s, on {os.cpu_count()} processors")
    try:
        print(f"memory of each, new: {statistics.mean(memory(managers)):.0f} MiB")
        for source in LESSON:
            for client in clients:
                await run(client, source)
        print(f"after a lesson: {statistics.mean(memory(managers)):.0f} MiB")
        await asyncio.sleep(15)
        before = processor(managers)
        await asyncio.sleep(options.seconds)
        used = (processor(managers) - before) / options.seconds / options.kernels
        print(f"at rest: {statistics.mean(memory(managers)):.0f} MiB, {100 * used:.3f} % of a processor")
        show("1+1 while the others rest", await ask(clients))
        jobs = [asyncio.ensure_future(work(client)) for client in clients[1:]]
        await asyncio.sleep(2)
        show("1+1 while the others work", await ask(clients[:1] * 10, 0.1))
        print(f"memory of each at work: {statistics.mean(memory(managers)):.0f} MiB")
        for job in jobs:
            job.cancel()
    finally:
        for manager, client in started:
            client.stop_channels()
            await manager.shutdown_kernel(now=True)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kernels", type=int, default=30)
    parser.add_argument("--kernel", default="riffle")
    parser.add_argument("--seconds", type=float, default=30)
    asyncio.run(main(parser.parse_args()))
