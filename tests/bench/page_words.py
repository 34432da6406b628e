"""What tesseract reads on a page, beside the text that stands on it. For paper_white.py and bitonal.py.

Words: what is between white space after NFKC, in small letters, without punctuation at its ends; what is punctuation alone
is no word. F1, recall: of the two bags of words. CER: edit distance of the two texts, white space as single blanks, beside
the length of the true one.
"""
import os
import subprocess
import tempfile
import unicodedata
from collections import Counter

import cv2

# The scorer of the bench, too, gives tesseract pages between these, so that letters have a size that it knows.
LEAST_PIXELS, MOST_PIXELS = 3.0e6, 5.0e6
OTSU, SAUVOLA = 0, 2  # tesseract's own thresholds; 0 is its default


def plain(text):
    text = unicodedata.normalize("NFKC", text)
    for signs, one in (("\u2018\u2019", "'"), ("\u201c\u201d", '"'), ("\u2010\u2011\u2012\u2013\u2014\u2212", "-"), ("\xad", "")):
        for sign in signs:
            text = text.replace(sign, one)
    return " ".join(text.split())


def words(text):
    bag = Counter()
    for word in plain(text).lower().split():
        kept = [k for k, sign in enumerate(word) if sign.isalnum()]
        if kept:
            bag[word[kept[0]:kept[-1] + 1]] += 1
    return bag


def word_f1(truth, text):
    a, b = words(truth), words(text)
    return 2 * sum((a & b).values()) / max(1, sum(a.values()) + sum(b.values()))


def word_recall(truth, text):
    a = words(truth)
    return sum((a & words(text)).values()) / max(1, sum(a.values()))


def character_errors(truth, text):
    from rapidfuzz.distance import Levenshtein
    a = plain(truth)
    return Levenshtein.distance(a, plain(text)) / max(1, len(a))


def of_reading_size(picture):
    """Enlarged or made smaller for tesseract, as the scorer does; what is black or white alone becomes grey by that."""
    pixels = picture.shape[0] * picture.shape[1]
    scale = 1.0
    if pixels > MOST_PIXELS:
        scale = (MOST_PIXELS / pixels) ** 0.5
    elif pixels < LEAST_PIXELS:
        scale = min(3.0, (LEAST_PIXELS / pixels) ** 0.5)
    if scale == 1.0:
        return picture
    return cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC)


def read(picture, threshold=OTSU, language="eng"):
    """The text on a picture (OpenCV's array)."""
    if picture.ndim == 3:
        picture = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
    with tempfile.TemporaryDirectory() as folder:
        name = os.path.join(folder, "page.pgm")
        cv2.imwrite(name, of_reading_size(picture))
        run = subprocess.run(["tesseract", name, "stdout", "-l", language, "--oem", "1", "--psm", "3", "--dpi", "220",
                              "-c", f"thresholding_method={threshold}", "-c", "tessedit_do_invert=0"],
                             capture_output=True, text=True, env={**os.environ, "OMP_THREAD_LIMIT": "1"})
    return run.stdout


def text_of_boxes(boxes):
    """Words with boxes in reading order: rows by their middle, then from the left."""
    rows = []
    for box in sorted(boxes, key=lambda b: b["top"] + b["height"] / 2):
        middle = box["top"] + box["height"] / 2
        if rows and abs(middle - rows[-1][0]) < 0.35 * max(box["height"], 12):
            rows[-1][1].append(box)
        else:
            rows.append((middle, [box]))
    return "\n".join(" ".join(b["text"] for b in sorted(row, key=lambda b: b["left"])) for _, row in rows)
