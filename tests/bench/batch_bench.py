#!/usr/bin/env python3
"""What a long batch costs: makes PHOTOS photos of 2 to 12 megapixels out of those of a folder, with a seed, runs
`platen batch` over a tenth of them with one job on one core and with two jobs, then over all with two, and says how many
pages a second that is, how the resident memory goes from page 50 on, and what failed.

  batch_bench.py PLATEN DATA WORK [--photos 1000] [--seed 1] [--json FILE]

Needs numpy and OpenCV. DATA: photos (../shared/bench/real beside a checkout). WORK: a folder for photos and pages."""
import argparse
import json
import os
import pathlib
import shutil
import subprocess
import sys
import time

import cv2
import numpy as np


def make(sources, folder, count, seed):
    """Each photo: one of the sources at a size of 2 to 12 megapixels, turned by up to 3 degrees, in another light."""
    folder.mkdir(parents=True, exist_ok=True)
    images = {}
    for k in range(count):
        file = folder / f"p{k:04}.jpg"
        rng = np.random.default_rng(seed * 100003 + k)
        name = sources[int(rng.integers(len(sources)))]
        pixels = rng.uniform(2e6, 12e6)
        turn, gain = rng.uniform(-3, 3), rng.uniform(0.8, 1.05)
        if file.exists():
            continue
        if name not in images:
            images[name] = cv2.imread(str(name), cv2.IMREAD_COLOR)
        image = images[name]
        scale = (pixels / (image.shape[0] * image.shape[1])) ** 0.5
        size = (int(image.shape[1] * scale), int(image.shape[0] * scale))
        map_ = cv2.getRotationMatrix2D((image.shape[1] / 2, image.shape[0] / 2), turn, scale)
        map_[:, 2] += [size[0] / 2 - image.shape[1] / 2, size[1] / 2 - image.shape[0] / 2]
        out = cv2.warpAffine(image, map_, size, flags=cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC,
                             borderMode=cv2.BORDER_REPLICATE)
        cv2.imwrite(str(file), cv2.convertScaleAbs(out, alpha=gain), [cv2.IMWRITE_JPEG_QUALITY, 88])


def resident_mb(pid):
    try:
        for line in pathlib.Path(f"/proc/{pid}/status").read_text().splitlines():
            if line.startswith("VmRSS"):
                return int(line.split()[1]) / 1024
    except OSError:
        pass
    return 0.0


def run(platen, photos, out, jobs):
    """On as many cores as jobs: pages, seconds, and the highest resident memory between one page and the next, by page."""
    shutil.rmtree(out, ignore_errors=True)
    start = time.time()
    command = [platen, "batch", str(photos), "-o", str(out), "--jobs", str(jobs), "--quiet"]
    cores = sorted(os.sched_getaffinity(0))[:jobs]
    process = subprocess.Popen(command + ["--threads", "1"], stdout=subprocess.DEVNULL,
                               preexec_fn=lambda: os.sched_setaffinity(0, cores))
    manifest = out / "manifest.jsonl"
    by_page, peak, seen = [], 0.0, 0
    while process.poll() is None:
        peak = max(peak, resident_mb(process.pid))
        lines = manifest.read_bytes().count(b"\n") if manifest.exists() else 0
        if lines > seen:
            by_page += [peak] * (lines - seen)
            seen, peak = lines, 0.0
        time.sleep(0.02)
    seconds = time.time() - start
    pages = [json.loads(line) for line in manifest.read_text().splitlines()]
    return {"jobs": jobs, "status": process.returncode, "pages": len(pages), "seconds": seconds,
            "pages_per_second": len(pages) / seconds, "failed": sum(p["status"] != "done" for p in pages),
            "review": sum(p["review"] for p in pages), "resident_mb": by_page}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("platen")
    parser.add_argument("data", type=pathlib.Path)
    parser.add_argument("work", type=pathlib.Path)
    parser.add_argument("--photos", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json")
    given = parser.parse_args()
    sources = sorted(f for f in given.data.iterdir() if f.suffix.lower() in (".jpg", ".jpeg", ".png"))
    make(sources, given.work / "photos", given.photos, given.seed)
    tenth = given.work / "tenth"
    tenth.mkdir(exist_ok=True)
    for file in sorted((given.work / "photos").iterdir())[:max(1, given.photos // 10)]:
        link = tenth / file.name
        if not link.exists():
            link.symlink_to(file.resolve())
    one = run(given.platen, tenth, given.work / "out1", 1)
    two = run(given.platen, tenth, given.work / "out2", 2)
    whole = run(given.platen, given.work / "photos", given.work / "out", 2)
    memory = np.array(whole["resident_mb"])
    print(f"{whole['pages']} pages of {given.photos} photos, {whole['failed']} failed, {whole['review']} for review, "
          f"{whole['seconds']:.0f} s, {whole['pages_per_second']:.2f} pages/s")
    print(f"one job on one core {one['pages_per_second']:.2f} pages/s, two on two {two['pages_per_second']:.2f}: "
          f"{two['pages_per_second'] / one['pages_per_second']:.2f} times")
    if len(memory) > 150:
        for name, part in (("pages 50 to 150", memory[50:150]), ("the last hundred", memory[-100:])):
            print(f"resident between pages, {name}: {np.median(part):.0f} MB (median), {part.max():.0f} MB at most")
    if given.json:
        pathlib.Path(given.json).write_text(json.dumps({"one": one, "two": two, "whole": whole}) + "\n")
    return 0 if whole["failed"] == 0 else 1


if __name__ == "__main__":
    sys.exit(main())
