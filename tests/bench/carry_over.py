#!/usr/bin/env python3
"""carry_over.py PLATEN [--write]: what of a photo is still there on its page, as other programs tell it.

Makes a small photo of every kind (ImageMagick, exiftool), lets PLATEN export each to every format, and asks exiftool, identify and
pdfimages about both. Fails where something is lost for which LOST gives no reason, where a reason is given for nothing, and
where docs/carry_over.md is not what came out; --write writes that file. The photos are exported as they lie (`--model plane`
on a picture without print), so that the page has the photo's pixels.

Needs exiftool, ImageMagick and poppler-utils; exits with 77 where one of them is missing.
"""
import argparse
import hashlib
import json
import re
import shutil
import struct
import subprocess
import sys
import tempfile
import zlib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SKIPPED = 77
WIDTH, HEIGHT, DPI = 480, 320, 200  # of the photos as they are stored
TAGS = {"DateTimeOriginal": "2021:03:04 05:06:07", "Make": "Maker", "Model": "Model X", "XResolution": DPI, "YResolution": DPI,
        "ResolutionUnit": "inches", "GPSLatitude": 48.2, "GPSLatitudeRef": "N", "GPSLongitude": 16.4, "GPSLongitudeRef": "E"}
PROPERTIES = ["pixels", "channels", "bits", "DPI", "profile", "date", "make, model", "orientation", "GPS"]

CAMERA = ["JPEG", "PNG", "TIFF", "WebP", "HEIC"]  # parts of the titles of photos that name one
# Why something is not on the page: (properties, photos, formats of the page, reason); None: all of them.
LOST = [
    (["bits"], ["16 bits"], ["jpeg", "pdf"], "JPEG holds 8 bits, and a PDF's pages are JPEGs; PNG and TIFF keep 16."),
    (["channels"], ["CMYK"], None, "Inks are converted to sRGB through their profile, and the program says so."),
    (["profile"], ["CMYK"], None, "The inks' profile was used, and does not fit the colours that it gave; those are sRGB."),
    (["channels"], ["alpha"], ["jpeg", "pdf"], "JPEG has no transparency: what was transparent shows white paper."),
    (["DPI"], CAMERA, ["pdf"], "The resolution of a PDF's page is the size of its paper, and what a camera writes says nothing of paper: where that is "
     "not known, the page is as large as fits on A4. A scan keeps its size, and `--paper` or `--dpi` say another."),
    (["GPS"], None, None, "Of EXIF the date and the camera go over and nothing else: a page that is handed on does not tell where it was photographed."),
    (["orientation"], None, None, "The turn is applied to the pixels and written as 1, so that nothing turns the page twice; a PDF has none."),
]


def run(*command, **more):
    done = subprocess.run([str(c) for c in command], capture_output=True, **more)
    if done.returncode != 0:
        raise RuntimeError(f"{command[0]}: {done.stderr.decode(errors='replace').strip()} ({' '.join(map(str, command))})")
    return done.stdout


def icc_profile(space):
    """A small ICC profile of version 2 (ICC.1:2001-04) that no program has by itself: RGB and GRAY of gamma 1.8, CMYK as a table
    of 2^4 corners."""
    def s15(*values):
        return b"".join(struct.pack(">i", round(v * 65536)) for v in values)

    def text(words):
        return b"desc" + bytes(4) + struct.pack(">I", len(words) + 1) + words + bytes(1 + 4 + 4 + 2 + 1 + 67)

    curve = b"curv" + bytes(4) + struct.pack(">IH", 1, round(1.8 * 256))
    name = f"Platen test {space.strip()}".encode()
    tags = {b"desc": text(name), b"cprt": b"text" + bytes(4) + b"none\0", b"wtpt": b"XYZ " + bytes(4) + s15(0.9642, 1, 0.8249)}
    if space == "RGB ":
        for colour, xyz in ((b"r", (0.52, 0.27, 0.01)), (b"g", (0.30, 0.67, 0.08)), (b"b", (0.1442, 0.06, 0.7349))):
            tags[colour + b"XYZ"] = b"XYZ " + bytes(4) + s15(*xyz)
            tags[colour + b"TRC"] = curve
    elif space == "GRAY":
        tags[b"kTRC"] = curve
    else:
        corners = [ink_lab(*((n >> b) & 1 for b in (3, 2, 1, 0))) for n in range(16)]
        ramp = bytes(range(256))
        table = b"".join(bytes((round(l * 2.55), round(a) + 128, round(b) + 128)) for l, a, b in corners)
        tags[b"A2B0"] = b"mft1" + bytes(4) + bytes((4, 3, 2, 0)) + s15(1, 0, 0, 0, 1, 0, 0, 0, 1) + ramp * 4 + table + ramp * 3
    head, body = b"", b""
    start = 128 + 4 + 12 * len(tags)
    for sign, data in tags.items():
        head += sign + struct.pack(">II", start + len(body), len(data))
        body += data + bytes(-len(data) % 4)
    everything = struct.pack(">I", len(tags)) + head + body
    header = struct.pack(">I", 128 + len(everything)) + b"none" + bytes((2, 0x40, 0, 0)) + (b"prtr" if space == "CMYK" else b"mntr")
    header += space.encode() + (b"Lab " if space == "CMYK" else b"XYZ ") + struct.pack(">6H", 2021, 3, 4, 5, 6, 7) + b"acsp"
    return header.ljust(68, b"\0") + s15(0.9642, 1, 0.8249) + bytes(48) + everything


def ink_lab(c, m, y, k):
    """L*a*b* of a corner of the CMYK profile: an odd press on which cyan is an orange."""
    light = 100 * (1 - 0.4 * c) * (1 - 0.5 * m) * (1 - 0.1 * y) * (1 - 0.8 * k)
    return light, (40 * c + 30 * m) * (1 - k), (50 * c - 30 * m + 30 * y) * (1 - k)


def srgb_of_lab(lightness, a, b):
    """ICC's D50 to sRGB, 0..255 (Bradford-adapted matrix of sRGB; a page's white is the paper's)."""
    fy = (lightness + 16) / 116
    x, y, z = (w * (f ** 3 if f > 6 / 29 else (f - 4 / 29) * 108 / 841)
               for w, f in zip((0.9642, 1, 0.8249), (fy + a / 500, fy, fy - b / 200)))
    linear = (3.1339 * x - 1.6169 * y - 0.4906 * z, -0.9788 * x + 1.9161 * y + 0.0335 * z, 0.0719 * x - 0.2290 * y + 1.4052 * z)
    return [255 * (12.92 * v if v <= 0.0031308 else 1.055 * v ** (1 / 2.4) - 0.055) for v in (min(1, max(0, v)) for v in linear)]


def pdf_of_jpeg(jpeg, profile, target):
    """A scan: one page that is one JPEG, of DPI pixels an inch."""
    data, packed = jpeg.read_bytes(), zlib.compress(profile)
    wide, high = WIDTH * 72 / DPI, HEIGHT * 72 / DPI
    paint = f"q {wide} 0 0 {high} 0 0 cm /I Do Q".encode()
    objects = [
        b"<</Type/Catalog/Pages 2 0 R>>", b"<</Type/Pages/Kids[3 0 R]/Count 1>>",
        f"<</Type/Page/Parent 2 0 R/MediaBox[0 0 {wide} {high}]/Resources<</XObject<</I 4 0 R>>>>/Contents 5 0 R>>".encode(),
        f"<</Type/XObject/Subtype/Image/Width {WIDTH}/Height {HEIGHT}/BitsPerComponent 8/ColorSpace[/ICCBased 6 0 R]"
        f"/Filter/DCTDecode/Length {len(data)}>>stream\n".encode() + data + b"\nendstream",
        f"<</Length {len(paint)}>>stream\n".encode() + paint + b"\nendstream",
        f"<</N 3/Filter/FlateDecode/Length {len(packed)}>>stream\n".encode() + packed + b"\nendstream",
    ]
    out, places = b"%PDF-1.5\n", []
    for number, body in enumerate(objects, 1):
        places.append(len(out))
        out += f"{number} 0 obj".encode() + body + b"endobj\n"
    table = f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n" + "".join(f"{p:010} 00000 n \n" for p in places)
    target.write_bytes(out + table.encode() + f"trailer<</Size {len(objects) + 1}/Root 1 0 R>>startxref\n{len(out)}\n%%EOF".encode())


def make_photos(folder):
    """{title: (file, profile's bytes)}; HEIC is left out where ImageMagick can't write it."""
    profiles = {space: icc_profile(space) for space in ("RGB ", "GRAY", "CMYK")}
    for space, data in profiles.items():
        (folder / f"{space.strip()}.icc").write_bytes(data)
    colour = folder / "colour.png"
    # Ramps: nothing that looks like print or like the edge of a sheet.
    run("convert", "-size", f"{WIDTH}x{HEIGHT}", "gradient:gray(62%)-gray(80%)", "-depth", "16", "-colorspace", "sRGB", "-channel", "B",
        "-evaluate", "multiply", "0.93", "+channel", "-strip", f"PNG48:{colour}")
    kinds = {  # title: (file, profile, what ImageMagick does to the ramp)
        "JPEG": ("a.jpg", "RGB ", ["-depth", "8", "-quality", "95"]),
        "JPEG, grey": ("b.jpg", "GRAY", ["-colorspace", "gray", "-depth", "8", "-quality", "95"]),
        "JPEG, CMYK": ("c.jpg", "CMYK", None),
        "PNG": ("d.png", "RGB ", ["-depth", "8", "-define", "png:color-type=2"]),
        "PNG, 16 bits": ("e.png", "RGB ", ["-define", "png:bit-depth=16", "-define", "png:color-type=2"]),
        "PNG, grey, 16 bits": ("f.png", "GRAY", ["-colorspace", "gray", "-define", "png:bit-depth=16", "-define", "png:color-type=0"]),
        "PNG, alpha": ("g.png", "RGB ", ["-depth", "8", "-alpha", "set", "-channel", "A", "-evaluate", "set", "90%", "+channel",
                                         "-define", "png:color-type=6"]),
        "TIFF": ("h.tif", "RGB ", ["-depth", "8", "-compress", "lzw"]),
        "TIFF, 16 bits": ("i.tif", "RGB ", ["-depth", "16", "-compress", "lzw"]),
        "TIFF, a scan": ("q.tif", "GRAY", ["-colorspace", "gray", "-depth", "8", "-compress", "lzw"]),
        "JPEG, a scan": ("r.jpg", "RGB ", ["-depth", "8", "-quality", "95"]),
        "TIFF, grey": ("j.tif", "GRAY", ["-colorspace", "gray", "-depth", "8", "-compress", "lzw"]),
        "TIFF, CMYK": ("k.tif", "CMYK", None),
        "WebP": ("l.webp", "RGB ", ["-depth", "8", "-define", "webp:lossless=true"]),
        "JPEG 2000": ("m.jp2", "RGB ", ["-depth", "8"]),
        "JPEG 2000, 16 bits": ("n.jp2", "RGB ", ["-depth", "16"]),
        "HEIC": ("o.heic", "RGB ", ["-depth", "8"]),
    }
    photos = {}
    for title, (name, space, change) in kinds.items():
        file = folder / name
        source = [colour, *change] if change else ["-size", f"{WIDTH}x{HEIGHT}", "xc:cmyk(255,0,0,0)", "-colorspace", "cmyk", "-depth", "8"]
        try:
            run("convert", *source, "-units", "PixelsPerInch", "-density", DPI, "-profile", folder / f"{space.strip()}.icc", file)
        except RuntimeError as failure:
            if title != "HEIC":
                raise
            print(f"carry_over.py: no HEIC here: {failure}", file=sys.stderr)
            continue
        scan = "scan" in title
        said = [f"-{tag}={value}" for tag, value in TAGS.items() if not scan or tag not in ("Make", "Model", "GPSLatitude", "GPSLongitude")]
        said += [] if title == "HEIC" or scan else ["-Orientation#=6"]  # HEIC is turned by marks of its own
        said += [f"-ICC_Profile<={folder / 'RGB.icc'}"] if file.suffix == ".jp2" else []  # ImageMagick writes none there
        run("exiftool", "-q", "-overwrite_original", *said, file)
        photos[title] = (file, profiles[space])
    pdf = folder / "p.pdf"
    pdf_of_jpeg(photos["JPEG, a scan"][0], profiles["RGB "], pdf)
    photos["PDF, a scan"] = (pdf, profiles["RGB "])
    return photos


def pdf_streams(file):
    data = file.read_bytes()
    for match in re.finditer(rb"(?<!end)stream\r?\n", data):
        body = data[match.end():data.find(b"endstream", match.end())]
        try:
            yield zlib.decompressobj().decompress(body)
        except zlib.error:
            yield body  # as it is


def profile_in(file, known):
    """The name of the profile that a file holds to the byte, "other", or "none"."""
    if file.suffix == ".pdf":
        found = [p[:struct.unpack(">I", p[:4])[0]] for p in pdf_streams(file) if p[36:40] == b"acsp"]
        listed = run("pdfimages", "-list", file).decode().splitlines()[2].split()[5]
        if listed != "icc":
            return "none"
        data = next((p for p in found if p in known.values()), found[0] if found else b"")
    else:
        data = run("exiftool", "-b", "-ICC_Profile", file)
    if not data:
        return "none"
    return next((name for name, profile in known.items() if profile == data), "other " + hashlib.md5(data).hexdigest()[:6])


def told(file, known):
    """What other programs say of a file, by PROPERTIES."""
    tags = json.loads(run("exiftool", "-json", "-n", file))[0]
    date = tags.get("DateTimeOriginal", tags.get("ModifyDate"))  # TIFF's own DateTime
    if file.suffix == ".pdf":
        # page num type width height color comp bpc enc interp object ID x-ppi ...
        row = run("pdfimages", "-list", file).decode().splitlines()[2].split()
        wide, high, components, bits, dpi = int(row[3]), int(row[4]), int(row[6]), int(row[7]), int(row[12])
        channels = {1: "grey", 3: "RGB", 4: "CMYK"}[components]
        with tempfile.TemporaryDirectory() as folder:  # what the image in it says
            run("pdfimages", "-all", file, f"{folder}/image")
            tags |= {k: v for k, v in json.loads(run("exiftool", "-json", "-n", next(Path(folder).iterdir())))[0].items() if k in TAGS}
        date = tags.get("CreateDate", tags.get("DateTimeOriginal"))
    else:
        wide, high, bits, alpha, space = run("identify", "-format", "%w %h %z %A %[colorspace]", f"{file}[0]").decode().split()
        wide, high, bits = int(wide), int(high), int(bits)
        channels = {"Gray": "grey", "sRGB": "RGB", "RGB": "RGB", "YCbCr": "RGB", "CMYK": "CMYK"}[space]
        channels += ", alpha" if alpha not in ("False", "Undefined", "Off") else ""
        dpi = tags.get("XResolution")
        if file.suffix == ".png" and "PixelsPerUnitX" in tags:
            dpi = tags["PixelsPerUnitX"] * 0.0254
    camera = [tags[tag] for tag in ("Make", "Model") if tag in tags]
    return {"pixels": f"{wide} x {high}", "channels": channels, "bits": str(bits), "DPI": f"{dpi:.0f}" if dpi else "none",
            "profile": profile_in(file, known), "date": date or "none", "make, model": ", ".join(camera) or "none",
            "orientation": str(tags.get("Orientation", "none")), "GPS": "yes" if "GPSLatitude" in tags else "none"}


def reasons(title, kind, name):
    """Indices of LOST that speak of this."""
    return [k for k, (names, photos, forms, _) in enumerate(LOST)
            if name in names and (photos is None or any(p in title for p in photos) and not ("scan" in title and photos == CAMERA)) and (forms is None or kind in forms)]


def compare(title, kind, before, after, failures):
    """The cells of a row; what is lost without a reason goes into failures."""
    cells, used = [], set()
    turned = before["orientation"] == "6"
    for name in PROPERTIES:
        expected = before[name]
        if name == "pixels" and turned:
            expected = " x ".join(reversed(expected.split(" x ")))
        if after[name] == expected or name == "orientation" and {after[name], expected} <= {"1", "none"}:
            cells.append(after[name])
            continue
        why = reasons(title, kind, name)
        if name == "orientation" and after[name] not in ("1", "none"):
            why = []
        if name == "bits" and after[name] != "8" or name == "channels" and after[name] != "RGB":
            why = []
        if not why:
            failures.append(f"{title} as {kind}: {name} was {expected} and is {after[name]}")
        used.update(why)
        cells.append(after[name] + "".join(f" ({k + 1})" for k in why))
    return cells, used


def check_inks(page, failures):
    """The page of a photo that is all cyan has the colour that its profile gives to cyan."""
    got = [int(v) for v in run("convert", page, "-depth", "8", "-crop", "1x1+100+100", "rgb:-")]
    wanted = srgb_of_lab(*ink_lab(1, 0, 0, 0))
    if max(abs(a - b) for a, b in zip(got, wanted)) > 4:
        failures.append(f"{page.name}: cyan is {got}, and through its profile {[round(v) for v in wanted]}")


def table(head, rows):
    lines = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    return "\n".join(lines + ["| " + " | ".join(row) + " |" for row in rows]) + "\n"


def examine(platen, folder, failures):
    photos = make_photos(folder)
    known = {path.stem: path.read_bytes() for path in folder.glob("*.icc")}
    before = {title: told(file, known) for title, (file, _) in photos.items()}
    parts = ["## The photos\n\n" + table(["photo", *PROPERTIES], [[t, *before[t].values()] for t in photos])]
    used = set()
    for kind in ("jpeg", "png", "tiff", "pdf"):
        rows = []
        for title, (file, _) in photos.items():
            page = folder / f"{file.stem}_page.{ {'jpeg': 'jpg', 'tiff': 'tif'}.get(kind, kind)}"
            said = run(platen, "flatten", file, "-o", page, "--model", "plane", "--rotate", "0", "--crop", "none", "--json", "--quiet")
            if "CMYK" in title and "CMYK" not in said.decode():
                failures.append(f"{title} as {kind}: nobody says that inks were converted")
            cells, spoken = compare(title, kind, before[title], told(page, known), failures)
            used |= spoken
            rows.append([title, *cells])
            if "CMYK" in title and kind != "pdf":
                check_inks(page, failures)
        parts.append(f"## As {kind.upper()}\n\n" + table(["photo", *PROPERTIES], rows))
    failures += [f"nothing is lost for this reason: {LOST[k][3]}" for k in range(len(LOST)) if k not in used]
    return "\n".join(parts)


def comparable(text, made):
    """Without the rows of HEIC where none could be made."""
    return text if "| HEIC |" in made else "\n".join(line for line in text.split("\n") if not line.startswith("| HEIC |"))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("platen", type=Path, help="the program")
    parser.add_argument("--write", action="store_true", help="write docs/carry_over.md")
    arguments = parser.parse_args()
    for tool in ("exiftool", "convert", "identify", "pdfimages"):
        if shutil.which(tool) is None:
            print(f"carry_over.py: there is no {tool} (apt-get install libimage-exiftool-perl imagemagick poppler-utils)")
            sys.exit(SKIPPED)
    failures = []
    with tempfile.TemporaryDirectory() as folder:
        tables = examine(arguments.platen.resolve(), Path(folder), failures)
    notes = "".join(f"{k + 1}. {reason}\n" for k, (*_, reason) in enumerate(LOST))
    text = ("# What carries over\n\nWritten by `tests/bench/carry_over.py PLATEN --write`, and held against the program by the test `carry_over`. "
            "What exiftool, identify and pdfimages say of a photo of each kind and of its page; numbers in brackets are the reasons at "
            "the end. Profiles are compared byte by byte. A photo of a phone lies on its side (orientation 6). "
            "72 and 96 DPI of a photo that names a camera, or that would be longer than A3, is what software writes for want of anything: "
            "such a photo has none.\n\n" + tables +
            "\n## Why not all is there\n\n" + notes)
    target = ROOT / "docs/carry_over.md"
    if arguments.write:
        target.write_text(text)
    elif not target.exists() or comparable(target.read_text(), text) != comparable(text, text):
        failures.append("docs/carry_over.md is not what came out (carry_over.py PLATEN --write)")
    for failure in failures:
        print(failure, file=sys.stderr)
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
