#!/usr/bin/env python3
"""bitonal.py BIN BENCH: is `--color bitonal` as good as the standard thresholds?

The same flat page, rendered by platen, is taken bitonal (ours) and grey; Otsu, Sauvola and Wolf (bitonal_measures.py) work on the
grey one. Sets:
    exact   the synthetic photos through their exact maps, beside the flat truth: thresholds alone are graded
    light   the flat pages under a slanted light with a hard shadow, blur, noise and JPEG, made here
    forms   every second of the registered photos of forms (paper_white.py)
    real    the real photos, flattened
Truth is the flat page, below the middle of its greys; pictures on it are left out, because they have no truth. Writes
docs/bitonal.md; pages stay in build/bitonal. Needs what quality.py needs. Some ten minutes on two cores.
"""
import argparse
import json
import os
import re
import statistics
import subprocess
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import cv2
import numpy as np

import paper_white
import page_words
from bitonal_measures import Truth, otsu, sauvola, wolf
from quality import ROOT, number, table

WINDOW = 25  # of 25, 51 and 101 pixels the one that is best for the standard ones
STANDARD = {"Otsu": otsu, "Sauvola, k .34": lambda g: sauvola(g, WINDOW, 0.34), "Sauvola, k .2": lambda g: sauvola(g, WINDOW, 0.2),
            "Wolf, k .5": lambda g: wolf(g, WINDOW)}
WAYS = ["ours", *STANDARD]
TRIED = """What Sauvola's k trades is seen below: k .34 and more keep the width of strokes and lose faint print, k .2 keeps faint print and
makes strokes thick. Ours (`core/enhance/ink_threshold.h`) takes the threshold from ink and paper around, on the evened page, to have both. Tried
and left: Sauvola on the evened page (k .22, what it was before: F 81 on some of these pages, and what tesseract reads of the forms .689; k .5: F 92,
forms .575), one threshold for all of the evened page (F 91 at best, thin strokes break), the middle between ink and paper everywhere (thicker
strokes, nothing gained in reading). Pictures are black and white areas, not dithered. Nearly all of our CER in the first table is that of two
pages (09_fold_dense .05, 10_corner_sparse .014), which have specks of the table at their rims. Strips of the desk along a side are white
where no print reaches that side (`core/enhance/dark_rim.h`): none is on the synthetic pages, nor taken of the forms, whose border is the form's own.
"""
MEASURES = [("F", 1), ("pF", 1), ("PSNR", 1), ("DRD", 2)]
ENGLISH = ["book_boston_a", "book_thesis_b", "book_pkh_plot", "book_pkh_fig4", "fold_1_1", "news_12_1", "binary_shearer", "flat_feyn"]


def box_lattice(count, length):
    """Nodes at j / (count - 1) of the page's box out of nodes at its integer pixels j (length - 1) / (count - 1)."""
    node = (np.arange(count) / (count - 1) * length - 0.5) * (count - 1) / (length - 1)
    first = np.clip(np.floor(node).astype(int), 0, count - 2)
    weights = np.zeros((count, count))
    weights[np.arange(count), first] = 1 - (node - first)
    weights[np.arange(count), first + 1] = node - first
    return weights


def write_warp(target, photo, size, points, page_size):
    """A WARP.json of one page."""
    page = {"index": 1, "reading_rotation": 0, "model": "free", "confidence": 1.0, "warnings": [],
            "output": {"width": page_size[0], "height": page_size[1], "dpi": 0}, "content_uv": [0, 0, 1, 1],
            "map": {"rows": points.shape[0], "cols": points.shape[1], "points": points.reshape(-1, 2).tolist()},
            "parameters": {}, "fit": {"steps": 0, "energy": [0, 0], "seconds": 0}}
    target.write_text(json.dumps({"platen": 1, "source": {"file": photo.name, "sha256": "0" * 64, "width": size[0],
                                                          "height": size[1], "exif_orientation": 1}, "pages": [page]}))


def in_bad_light(flat, seed):
    """A photo of a flat page: light that falls to 45 % over it, the shadow of an edge, blur, noise, JPEG."""
    random = np.random.default_rng(seed)
    h, w = flat.shape
    y, x = np.mgrid[0:h, 0:w].astype(np.float32) / max(h, w)
    light = 1 - 0.35 * x - 0.2 * y
    edge = (x - 0.25 - 0.1 * random.random()) + (0.3 + 0.4 * random.random()) * (y - 0.5)
    light *= 0.8 - 0.2 * np.tanh(edge / 0.008)
    paper = 0.12 + 0.8 * cv2.GaussianBlur(flat, (0, 0), 1.0).astype(np.float32) / 255
    grey = 255 * paper * light + random.normal(0, 3, (h, w)).astype(np.float32)
    return np.clip(np.stack([grey * t for t in (0.88, 0.96, 1.0)], -1), 0, 255).astype(np.uint8)


def picture_mask(flat):
    """Where a flat page shows pictures: greys all over."""
    greys = cv2.resize(((flat > 40) & (flat < 215)).astype(np.float32), None, fx=0.25, fy=0.25, interpolation=cv2.INTER_AREA)
    wide = cv2.dilate((cv2.boxFilter(greys, -1, (15, 15)) > 0.6).astype(np.uint8), np.ones((25, 25)))
    return cv2.resize(wide, flat.shape[::-1], interpolation=cv2.INTER_NEAREST) > 0


class Pages:
    def __init__(self, platen, bench, work):
        self.platen, self.bench, self.work = platen, bench, work
        work.mkdir(parents=True, exist_ok=True)

    def rendered(self, name, warp, photo):
        """(ours, grey) of a page: ink, and grey pixels."""
        files = [self.work / f"{name}_{color}.png" for color in ("bitonal", "gray")]
        for file, color in zip(files, ("bitonal", "gray")):
            subprocess.run([self.platen, "apply", warp, photo, "-o", file, "--color", color, "--quiet"], check=True)
        return cv2.imread(str(files[0]), 0) < 128, cv2.imread(str(files[1]), 0)

    def synthetic(self, name, bad_light):
        data = self.bench / "synthetic"
        flat = cv2.imread(str(data / f"{name}_flat.png"), 0)
        page_size = flat.shape[::-1]
        warp = self.work / f"{name}_{'light' if bad_light else 'exact'}.json"
        if bad_light:
            photo = self.work / f"{name}_light.jpg"
            cv2.imwrite(str(photo), in_bad_light(flat, sum(name.encode())), [cv2.IMWRITE_JPEG_QUALITY, 85])
            size, (w, h) = page_size, page_size
            points = np.stack(np.meshgrid(np.linspace(0, w, 5), np.linspace(0, h, 5)), -1)
        else:
            photo = data / f"{name}.jpg"
            size = json.loads((data / f"{name}.json").read_text())["photo"]
            lattice = np.load(data / f"{name}_map.npy").astype(float)
            across, down = box_lattice(lattice.shape[1], page_size[0]), box_lattice(lattice.shape[0], page_size[1])
            points = np.stack([down @ lattice[..., k] @ across.T for k in (0, 1)], -1) + 0.5
        write_warp(warp, photo, size, points, page_size)
        return flat, *self.rendered(warp.stem, warp, photo)


def binarised(ours, grey):
    return {"ours": ours, **{name: way(grey) for name, way in STANDARD.items()}}


def read(ink):
    return page_words.read(np.where(ink, 0, 255).astype(np.uint8))


def text_grades(truth, text):
    return {"F1": page_words.word_f1(truth, text), "recall": page_words.word_recall(truth, text),
            "CER": page_words.character_errors(truth, text)}


def graded_synthetic(pages, name, bad_light):
    flat, ours, grey = pages.synthetic(name, bad_light)
    pictures = picture_mask(flat)
    truth = Truth((flat < 128) & ~pictures)
    text = (pages.bench / "synthetic" / f"{name}.txt").read_text()
    return {way: truth.grades(ink & ~pictures) | text_grades(text, read(ink)) for way, ink in binarised(ours, grey).items()}


def graded_form(pages, work, name):
    stem = "_".join(name)
    boxes = json.loads((pages.bench / "inv3d" / name[0] / "ground_truth_words.json").read_text())
    truth = page_words.text_of_boxes(boxes)
    ours, grey = pages.rendered(stem, work / "warps" / f"{stem}.warp.json", work / "photos" / f"{stem}.jpg")
    return {way: text_grades(truth, read(ink)) for way, ink in binarised(ours, grey).items()}


def graded_real(pages, name, known):
    photo = next((pages.bench / "real").glob(f"{name}.*"))
    warp = pages.work / f"{name}.json"
    if not warp.exists():
        subprocess.run([pages.platen, "fit", photo, "-o", warp, "--page", "1", "--quiet"], check=True)
    ours, grey = pages.rendered(name, warp, photo)

    def found(ink):
        return sum(1 for word in re.findall(r"[a-z]{3,}", read(ink).lower()) if word in known)
    return {way: {"words": found(ink)} for way, ink in binarised(ours, grey).items()}


def mean(rows, way, measure):
    return statistics.fmean(row[way][measure] for row in rows)


def marked(cells, best):
    """The best of a row in bold."""
    values = [float(c) for c in cells]
    return [f"**{c}**" if v == best(values) else c for c, v in zip(cells, values)]


def report(result, version):
    head = ("", *WAYS)
    parts = [
        "# Black and white pages\n\nWritten by `tests/bench/bitonal.py BIN BENCH` with " + version + ". The same flat page as "
        "`--color bitonal` makes it, and its grey rendering under the standard thresholds: Otsu, Sauvola (R 128) and Wolf, in windows "
        f"of {WINDOW} pixels, with which they do better on the synthetic pages than with 51 or 101. The best of a row is bold.\n",
        TRIED,
    ]
    for name, title, note in (
        ("exact", "Synthetic photos through their exact maps", "Beside the flat truth, pictures left out. F, pF (DIBCO's F-measure and "
         "pseudo F-measure, per cent), PSNR (dB): more is better; DRD and CER: less."),
        ("light", "Flat pages in bad light", "Light that falls to 45 % over the page, the shadow of an edge, blur, noise, JPEG."),
    ):
        rows = list(result[name].values())
        body = [(measure, *marked([f"{mean(rows, way, measure):.{digits}f}" for way in WAYS], min if measure == "DRD" else max))
                for measure, digits in MEASURES]
        body += [(measure, *marked([f"{number(mean(rows, way, measure))}" for way in WAYS], min if measure == "CER" else max))
                 for measure in ("recall", "CER")]
        parts.append(f"## {title}\n\n{note}\n\n" + table(head, body) + "\nF of each page:\n\n" + table(head, [
            (page, *marked([f"{row[way]['F']:.1f}" for way in WAYS], max)) for page, row in result[name].items()]))
    forms = result["forms"]
    groups = [(light, [row for n, row in forms.items() if n.endswith(light)]) for light in paper_white.LIGHTS]
    body = [(f"word F1, {light} ({len(rows)})", *marked([f"{number(mean(rows, way, 'F1'))}" for way in WAYS], max)) for light, rows in groups]
    body += [(f"{m}, all ({len(forms)})", *marked([f"{number(mean(list(forms.values()), way, m))}" for way in WAYS], min if m == "CER" else max))
             for m in ("F1", "recall", "CER")]
    parts.append("## Registered photos of forms\n\nWhat tesseract reads (words as in [paper_white.md](paper_white.md)).\n\n" + table(head, body))
    body = [(n, *marked([str(row[way]["words"]) for way in WAYS], max)) for n, row in result["real"].items()]
    body.append(("all", *marked([str(sum(row[way]["words"] for row in result["real"].values())) for way in WAYS], max)))
    parts.append("## Real photos\n\nWords of an English dictionary that tesseract finds.\n\n" + table(head, body))
    return "\n".join(parts)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("programs", type=Path, help="folder with platen")
    parser.add_argument("bench", type=Path, help="folder with synthetic/, inv3d/ and real/")
    parser.add_argument("--docs", type=Path, default=ROOT / "docs", help="where bitonal.md goes")
    parser.add_argument("--work", type=Path, default=ROOT / "build/bitonal", help="where pages go")
    arguments = parser.parse_args()
    platen, bench = arguments.programs.resolve() / "platen", arguments.bench.resolve()
    pages = Pages(platen, bench, arguments.work.resolve())
    form_work = ROOT / "build/paper_white"
    cv2.setNumThreads(1)
    dictionary = Path("/usr/share/dict/american-english")  # wamerican
    known = set(dictionary.read_text().lower().split()) if dictionary.exists() else set()
    paper_white.register(platen, bench / "inv3d", form_work, False)
    names = sorted(p.name[:-8] for p in (bench / "synthetic").glob("*_map.npy"))
    with ThreadPoolExecutor(max(1, int(os.environ.get("JOBS", os.cpu_count())))) as pool:
        def grade(function, keys):
            return dict(zip(("_".join(k) if isinstance(k, tuple) else k for k in keys), pool.map(function, keys)))
        result = {
            "exact": grade(lambda n: graded_synthetic(pages, n, False), names),
            "light": grade(lambda n: graded_synthetic(pages, n, True), names),
            "forms": grade(lambda n: graded_form(pages, form_work, n), sorted(paper_white.photos())[::2]),
            "real": grade(lambda n: graded_real(pages, n, known), ENGLISH),
        }
    (pages.work / "scores.json").write_text(json.dumps(result, indent=1))
    version = subprocess.run([platen, "--version"], capture_output=True, text=True, check=True).stdout.split("\n")[0]
    (arguments.docs / "bitonal.md").write_text(report(result, version))
    print(f"written: {arguments.docs / 'bitonal.md'}")


if __name__ == "__main__":
    main()
