#!/usr/bin/env python3
"""paper_white.py BIN BENCH: do pages read better under even light, and is ours as good as the simple way?

Registers the 36 photos of BENCH/inv3d on which the peers were measured (quality.py) to their empty forms with the program in
BIN, and reads each page with tesseract as it is, after a simple paper-white division, after `--clean illumination`, and after
that and `--sharpen 1`; the fit is the same. Writes docs/paper_white.md. Pages and texts stay in build/paper_white; pages that are there are not made
again (--again does).

The simple divisions: every channel divided by its background, which is
    closing  a morphological closing, then a median, both of a fiftieth of the page's long side
    dilation a dilation by 7 pixels, then a median of 21 pixels
    grey     the closing, of the page made grey first

Needs python3 with numpy, OpenCV and rapidfuzz, and tesseract with its English data. Some twelve minutes on two cores.
"""
import argparse
import json
import os
import shutil
import statistics
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import cv2
import numpy as np

import page_words
from quality import DEFORMATIONS, DOCUMENTS, LIGHTS, ROOT, number, table


def divided(page, background):
    planes = [cv2.divide(plane, background(plane), scale=255) for plane in cv2.split(page)]
    return cv2.merge(planes)


def by_closing(page):
    side = int(max(page.shape[:2]) / 50) | 1
    return divided(page, lambda p: cv2.medianBlur(cv2.morphologyEx(p, cv2.MORPH_CLOSE, np.ones((side, side), np.uint8)), side))


def by_dilation(page):
    return divided(page, lambda p: cv2.medianBlur(cv2.dilate(p, np.ones((7, 7), np.uint8)), 21))


def by_grey_closing(page):
    return by_closing(cv2.cvtColor(page, cv2.COLOR_BGR2GRAY))


WAYS = [
    ("as it is", None), ("simple, closing", by_closing), ("simple, dilation", by_dilation), ("simple, grey", by_grey_closing),
    ("`--clean illumination`", "clean"), ("and `--sharpen 1`", "sharp"),
]
OURS = {"clean": ["--clean", "illumination"], "sharp": ["--clean", "illumination", "--sharpen", "1"]}


def photos():
    """(document, deformation, light) of the 36."""
    return [(document, deformation, LIGHTS[(i + j) % 3]) for i, document in enumerate(DOCUMENTS)
            for j, deformation in enumerate(DEFORMATIONS)]


def register(platen, data, work, again):
    """The pages of all photos, as they are in work/plain, cleaned in work/clean, and sharpened, too, in work/sharp."""
    for folder in ("photos", "plain", *OURS, "warps"):
        (work / folder).mkdir(parents=True, exist_ok=True)
    for document in DOCUMENTS:
        own = []
        for name in (n for n in photos() if n[0] == document):
            link = work / "photos" / ("_".join(name) + ".jpg")
            if not link.exists():
                link.symlink_to((data / document / f"warped_document_{name[1]}_{name[2]}.jpg").resolve())
            own.append(link)
        if again or not all((work / "warps" / f"{p.stem}.warp.json").exists() for p in own):
            subprocess.run([platen, "register", *own, "--reference", data / document / "flat_template.png", "-o",
                            work / "plain", "--format", "png", "--warp-out", work / "warps", "--quiet"], check=True)
        for photo in own:
            warp = work / "warps" / f"{photo.stem}.warp.json"
            for folder, options in OURS.items():
                subprocess.run([platen, "apply", warp, photo, "-o", work / folder / f"{photo.stem}.png", *options, "--quiet"],
                               check=True)


def scores(work, data):
    def of(name):
        document = name[0]
        truth = page_words.text_of_boxes(json.loads((data / document / "ground_truth_words.json").read_text()))
        stem = "_".join(name)
        found = {}
        for title, way in WAYS:
            folder = way if way in OURS else "plain"
            page = cv2.imread(str(work / folder / f"{stem}.png"))
            if callable(way):
                page = way(page)
            for threshold in (page_words.OTSU, page_words.SAUVOLA):
                text = page_words.read(page, threshold)
                found[f"{title} {threshold}"] = (page_words.word_f1(truth, text), page_words.word_recall(truth, text),
                                                 page_words.character_errors(truth, text))
        return stem, found

    cv2.setNumThreads(1)
    with ThreadPoolExecutor(max(1, int(os.environ.get("JOBS", os.cpu_count())))) as pool:
        return dict(pool.map(of, photos()))


def report(result, version):
    def mean(title, threshold, names, column=0):
        return statistics.fmean(result[n][f"{title} {threshold}"][column] for n in names)

    everything = sorted(result)
    head = ("", *(title for title, _ in WAYS))

    def rows(groups, threshold, column=0):
        return [(f"{group} ({len(names)})", *(number(mean(t, threshold, names, column)) for t, _ in WAYS)) for group, names in groups]

    groups = [(light, [n for n in everything if n.endswith(light)]) for light in LIGHTS] + [("**all**", everything)]
    kinds = [(kind, [n for n in everything if f"_{kind}_" in n]) for kind in DEFORMATIONS]
    ours = "`--clean illumination`"

    def count(other, threshold, one=ours):
        gains = [result[n][f"{one} {threshold}"][0] - result[n][f"{other} {threshold}"][0] for n in everything]
        return f"better on {sum(g > 0.005 for g in gains)}, worse on {sum(g < -0.005 for g in gains)}"

    parts = [
        "# Paper-white\n\nWritten by `tests/bench/paper_white.py BIN BENCH` with " + version + ". "
        f"{len(everything)} photos of forms (Inv3DReal), registered to the empty form (`platen register`), each read by tesseract "
        "as it is, after a simple paper-white division (every channel divided by its background: a closing and a median of a "
        "fiftieth of the page, of colours or of grey, or a dilation by 7 and a median of 21 pixels), and after "
        "`--clean illumination`, alone and with `--sharpen 1`; the fit is the same.\n",
        "Word F1: of the bags of words of the page and of what was read; a word is what is between white space, in small letters, "
        "without punctuation at its ends (`tests/bench/page_words.py`).\n",
        "## Word F1, tesseract as it comes (Otsu)\n\n" + table(head, rows(groups, page_words.OTSU)) + "\n" +
        table(head, rows(kinds, page_words.OTSU)),
        "`--clean illumination` beside the page as it is: " + count("as it is", 0) + " of the pages; beside the closing: " +
        count("simple, closing", 0) + "; beside the dilation: " + count("simple, dilation", 0) + "; beside the grey one: " +
        count("simple, grey", 0) + " (by more than .005). With `--sharpen 1` beside without: " +
        count(ours, 0, "and `--sharpen 1`") + "; under Sauvola's threshold, below: " + count(ours, 2, "and `--sharpen 1`") + ".\n",
        "## Word F1, tesseract with its own Sauvola threshold\n\nWhich evens the light by itself, so that less is left to gain "
        "(`-c thresholding_method=2`).\n\n" + table(head, rows(groups, page_words.SAUVOLA)),
        "## Recall of words and errors of characters, all pages\n\n" + table(
            head, [(f"{name}, {what}", *(number(mean(t, threshold, everything, column)) for t, _ in WAYS))
                   for what, threshold in (("Otsu", 0), ("Sauvola", 2)) for name, column in (("recall", 1), ("CER", 2))]),
    ]
    return "\n".join(parts)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("programs", type=Path, help="folder with platen")
    parser.add_argument("bench", type=Path, help="folder with inv3d/")
    parser.add_argument("--docs", type=Path, default=ROOT / "docs", help="where paper_white.md goes")
    parser.add_argument("--work", type=Path, default=ROOT / "build/paper_white", help="where pages and scores go")
    parser.add_argument("--again", action="store_true", help="register again")
    arguments = parser.parse_args()
    data = arguments.bench.resolve() / "inv3d"
    if not data.is_dir():
        sys.exit(f"paper_white.py: {arguments.bench}: there is no inv3d/ (give the folder of the bench)")
    if shutil.which("tesseract") is None:
        sys.exit("paper_white.py: tesseract is missing (apt-get install tesseract-ocr tesseract-ocr-eng)")
    platen = arguments.programs.resolve() / "platen"
    work = arguments.work.resolve()
    register(platen, data, work, arguments.again)
    result = scores(work, data)
    (work / "scores.json").write_text(json.dumps(result, indent=1))
    version = subprocess.run([platen, "--version"], capture_output=True, text=True, check=True).stdout.split("\n")[0]
    target = arguments.docs / "paper_white.md"
    target.write_text(report(result, version))
    print(f"written: {target}")


if __name__ == "__main__":
    main()
