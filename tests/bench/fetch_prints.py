#!/usr/bin/env python3
"""Pages of real documents for `platen_page_error --prints`: one page of each PDF file in Debian's packages of documentation.

    tests/bench/fetch_prints.py FOLDER [--per-package 30] [--seed 0] [--height 1750] [PACKAGE ...]

Downloads the packages (`apt-get download`, about 1.5 GB for those below, kept in FOLDER/packages), takes the PDF files out of them and renders one page of
each as FOLDER/NAME.png, `--height` pixels on its longer side. Which files and which page of each follows from the names and the seed alone: the same
packages give the same pages. Needs Debian, dpkg-deb and poppler-utils. Without packages it takes the documents of TeX Live and LilyPond: journals,
figures, games, music, and print in a dozen scripts, under the free licences that their packages state.
"""

import argparse
import concurrent.futures
import pathlib
import re
import subprocess
import sys
import tempfile
import zlib

PACKAGES = (
    "lilypond-doc-pdf texlive-bibtex-extra texlive-fonts-extra-doc texlive-games texlive-humanities-doc texlive-lang-arabic texlive-lang-chinese "
    "texlive-lang-cyrillic texlive-lang-european texlive-lang-french texlive-lang-german texlive-lang-greek texlive-lang-japanese texlive-lang-korean "
    "texlive-lang-other texlive-latex-base-doc texlive-metapost-doc texlive-music texlive-pictures-doc texlive-pstricks-doc texlive-publishers-doc "
    "texlive-science-doc"
).split()


def chance(text, seed):
    """A number that follows from the text and the seed alone."""
    return zlib.crc32(f"{seed} {text}".encode(errors="surrogateescape"))


def download(package, folder):
    """The package's .deb file, downloaded unless it lies there."""
    found = sorted(folder.glob(f"{package}_*.deb"))
    if not found:
        subprocess.run(["apt-get", "download", "-q", package], cwd=folder, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        found = sorted(folder.glob(f"{package}_*.deb"))
    return found[-1]


def from_archive(archive, *command, **options):
    """What tar does with the package's files."""
    with subprocess.Popen(["dpkg-deb", "--fsys-tarfile", archive], stdout=subprocess.PIPE) as files:
        return subprocess.run(["tar", *command], stdin=files.stdout, check=True, stderr=subprocess.DEVNULL, **options)


def pdf_names(archive):
    """The PDF files in the package, by their paths."""
    listed = from_archive(archive, "-t", "--quoting-style=literal", stdout=subprocess.PIPE).stdout
    return [name for name in listed.decode(errors="surrogateescape").splitlines() if name.endswith(".pdf")]


def page_count(pdf):
    """How many pages the file has; 0 where it can't be read."""
    shown = subprocess.run(["pdfinfo", pdf], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=False).stdout.decode(errors="replace")
    found = re.search(r"^Pages:\s+(\d+)", shown, re.MULTILINE)
    return int(found.group(1)) if found else 0


def render(pdf, out, height, seed):
    """One page of the file; says whether there is one."""
    pages = page_count(pdf)
    if pages == 0:
        return False
    page = 1 + chance(pdf.name + " page", seed) % pages
    done = subprocess.run(
        ["pdftoppm", "-png", "-scale-to", str(height), "-f", str(page), "-l", str(page), "-singlefile", pdf, out.with_suffix("")],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        check=False,
        timeout=120,
    )
    return done.returncode == 0 and out.exists()


def pages_of(package, folder, arguments):
    """Renders the package's pages; returns how many."""
    archive = download(package, folder / "packages")
    chosen = sorted(pdf_names(archive), key=lambda name: chance(name, arguments.seed))[: arguments.per_package]
    made = set()
    with tempfile.TemporaryDirectory() as scratch:
        if chosen:
            from_archive(archive, "-x", "-C", scratch, *chosen)
        for name in chosen:
            pdf = pathlib.Path(scratch, name)
            stem = re.sub(r"[^A-Za-z0-9_.-]", "_", pdf.stem)
            out = folder / f"{package.removeprefix('texlive-')}_{stem}.png"
            if out in made:
                out = out.with_stem(f"{out.stem}_{chance(name, arguments.seed):08x}")
            try:
                if pdf.is_file() and render(pdf, out, arguments.height, arguments.seed):
                    made.add(out)
            except subprocess.TimeoutExpired:
                out.unlink(missing_ok=True)
    return len(made)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("packages", nargs="*", default=PACKAGES, metavar="PACKAGE")
    parser.add_argument("--per-package", type=int, default=30)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--height", type=int, default=1750)
    arguments = parser.parse_args()
    (arguments.folder / "packages").mkdir(parents=True, exist_ok=True)
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        asked = {package: pool.submit(pages_of, package, arguments.folder, arguments) for package in arguments.packages}
        failed = False
        for package, made in asked.items():
            try:
                print(f"{package}: {made.result()} pages", flush=True)
            except (subprocess.CalledProcessError, OSError) as problem:
                print(f"{package}: {problem}", file=sys.stderr)
                failed = True
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
