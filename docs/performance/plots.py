"""Plots of docs/performance.md from what `platen bench --json` wrote.

    python docs/performance/plots.py docs/performance/*.json

Needs matplotlib; the build does not. Writes step.png and roofline.png beside this file.
"""
import json
import re
import sys
from pathlib import Path

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt

HERE = Path(__file__).parent
POINTS = {"64x64": 64 * 64, "128x192": 128 * 192}
OURS, NODE, TILES, TORCH, IMAGE, BRANCHES = "#0b6e4f", "#6fb98f", "#2a5db0", "#c8553d", "#7a1f1f", "#777777"


def read(files):
    return [row for file in files for row in json.loads(Path(file).read_text())]


def line(rows, name, lattice, side, peer=None):
    """(megapixels, ns a sample), by size, of one name and, for the peer's side, one peer."""
    found = {}
    for row in rows:
        where = re.fullmatch(r"([\d.]+) MP, (\w+)", row["params"])
        if where and row["name"] == name and where[2] == lattice and (peer is None or row["peer_name"].endswith(peer)):
            found.setdefault(float(where[1]), row[side])
    return sorted(found.items())


def draw(axes, points, scale, label, **style):
    if points:
        axes.plot([p[0] for p in points], [scale * p[1] for p in points], marker="o", label=label, **style)


def plot_steps(rows, lattice, axes):
    to_us = POINTS[lattice] / 1000
    fused, spline, image = "fused step", "spline + grid_sample", "grid_sample, image gradient"
    draw(axes, line(rows, fused, lattice, "peer", image), to_us, "torch: grid_sample, gradient for the image", color=IMAGE)
    draw(axes, line(rows, fused, lattice, "peer", spline), to_us, "torch: spline + grid_sample", color=TORCH)
    draw(axes, line(rows, fused + " as a node", lattice, "ours"), to_us, "ours, as a node of autograd", color=NODE)
    draw(axes, line(rows, fused, lattice, "ours", spline), to_us, "ours: fused step", color=OURS)
    draw(axes, line(rows, fused + ", tiles", lattice, "ours", spline), to_us, "ours, the photo in tiles", color=TILES)
    axes.set(xscale="log", yscale="log", xlabel="photo, megapixels", ylabel="one step, microseconds",
             title=f"{lattice.replace('x', ' x ')} points")
    axes.grid(True, which="major", alpha=0.3)


def plot_roofline(rows, axes):
    """Samples a second of the kernels; the lines are the most that was measured in cache and the least from memory."""
    to_rate = lambda points: [(size, 1000 / ns) for size, ns in points]
    for lattice, mark in (("64x64", "-"), ("128x192", "--")):
        for name, side, label, color in (("kernel", "ours", "AVX-512 or AVX2", OURS),
                                         ("kernel, tiles", "ours", "the same on tiles", TILES),
                                         ("kernel, portable", "ours", "portable", NODE),
                                         ("kernel", "peer", "one with branches", BRANCHES)):
            draw(axes, to_rate(line(rows, name, lattice, side)), 1, f"{label}, {lattice}", color=color, linestyle=mark)
    kernel = line(rows, "kernel", "64x64", "ours") + line(rows, "kernel", "128x192", "ours")
    if kernel:
        gather, lines = 1000 / min(ns for _, ns in kernel), [1000 / ns for size, ns in kernel if size >= 100]
        axes.axhline(gather, color="black", linewidth=0.8)
        axes.text(0.25, 1.04 * gather, "most, measured in cache", fontsize=8)
        if lines:
            axes.axhline(min(lines), color="black", linewidth=0.8, linestyle=":")
            axes.text(0.25, 1.04 * min(lines), "from memory, measured", fontsize=8)
    axes.set(xscale="log", yscale="log", xlabel="photo, megapixels", ylabel="million samples a second, one thread",
             title="Values and both derivatives, 8-bit grey")
    axes.grid(True, which="both", alpha=0.2)


def save(figure, name):
    figure.tight_layout()
    figure.savefig(HERE / name, dpi=110)


def main(files):
    rows = read(files)
    figure, axes = plt.subplots(1, 2, figsize=(10, 4.2), sharey=True)
    for lattice, at in zip(POINTS, axes):
        plot_steps(rows, lattice, at)
    axes[0].set_ylim(top=2e7)  # room for the legend
    axes[0].legend(fontsize=8, loc="upper left")
    save(figure, "step.png")
    figure, axes = plt.subplots(figsize=(7, 4.2))
    plot_roofline(rows, axes)
    axes.legend(fontsize=7, loc="center left", bbox_to_anchor=(1.01, 0.5))
    save(figure, "roofline.png")


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    main(sys.argv[1:])
