"""The standard thresholds, and how a black and white page is graded beside its truth. For bitonal.py.

Ink is True. Otsu (IEEE Trans. SMC 9, 1979); Sauvola and Pietikainen (Pattern Recognition 33, 2000), T = m (1 + k (s/R - 1)), R = 128;
Wolf and Jolion (Pattern Analysis and Applications 6, 2003), T = m - k (1 - s/max s) (m - min I). m, s: mean and deviation in a
square window.

Measures as in the DIBCO contests: F-measure; pseudo F-measure with the recall taken on the truth's skeleton (Gatos, Ntirogiannis
and Pratikakis, IJDAR 14, 2011; that of DIBCO 2010, so that the width of strokes counts less than their being there); PSNR; DRD (Lu,
Kot and Shi, IEEE Signal Processing Letters 11, 2004).
"""
import cv2
import numpy as np


def otsu(gray):
    return gray <= cv2.threshold(gray, 0, 255, cv2.THRESH_BINARY + cv2.THRESH_OTSU)[0]


def moments(gray, window):
    mean = cv2.boxFilter(gray, cv2.CV_64F, (window, window), borderType=cv2.BORDER_REPLICATE)
    square = cv2.sqrBoxFilter(gray, cv2.CV_64F, (window, window), borderType=cv2.BORDER_REPLICATE)
    return mean, np.sqrt(np.maximum(square - mean * mean, 0))


def sauvola(gray, window, k, deviation=128.0):
    mean, spread = moments(gray, window)
    return gray < mean * (1 + k * (spread / deviation - 1))


def wolf(gray, window, k=0.5):
    mean, spread = moments(gray, window)
    return gray < mean - k * (1 - spread / max(spread.max(), 1e-6)) * (mean - float(gray.min()))


def skeleton(ink):
    """Thinned to lines of one pixel: Zhang and Suen, Communications of the ACM 27, 1984."""
    page = np.pad(ink, 1)
    live = np.flatnonzero(page)
    width = page.shape[1]
    steps = (-width, -width + 1, 1, width + 1, width, width - 1, -1, -width - 1)  # clockwise from above
    flat = page.ravel()
    changed = True
    while changed:
        changed = False
        for first in (True, False):
            around = [flat[live + step] for step in steps]
            count = sum(p.astype(np.int8) for p in around)
            turns = sum((~around[k] & around[(k + 1) % 8]).astype(np.int8) for k in range(8))
            up, right, down, left = around[0], around[2], around[4], around[6]
            ends = ~(up & right & down) & ~(right & down & left) if first else ~(up & right & left) & ~(up & down & left)
            gone = (count >= 2) & (count <= 6) & (turns == 1) & ends
            flat[live[gone]] = False
            live = live[~gone]
            changed |= bool(gone.any())
    return page[1:-1, 1:-1]


class Truth:
    def __init__(self, ink):
        self.ink = ink
        self.lines = skeleton(ink)

    def grades(self, found):
        """F-measure and pseudo F-measure in per cent, PSNR in dB, DRD."""
        hit = np.count_nonzero(found & self.ink)
        precision = hit / max(1, np.count_nonzero(found))
        recall = hit / max(1, np.count_nonzero(self.ink))
        line_recall = np.count_nonzero(found & self.lines) / max(1, np.count_nonzero(self.lines))
        wrong = found != self.ink
        share = np.count_nonzero(wrong) / wrong.size
        return {"F": 200 * precision * recall / max(1e-9, precision + recall),
                "pF": 200 * precision * line_recall / max(1e-9, precision + line_recall),
                "PSNR": 10 * np.log10(1 / max(share, 1e-9)), "DRD": self.reciprocal_distance(found, wrong)}

    def reciprocal_distance(self, found, wrong):
        y, x = np.mgrid[-2:3, -2:3]
        weight = 1 / np.maximum(np.hypot(x, y), 1)
        weight[2, 2] = 0
        weight /= weight.sum()
        near = cv2.filter2D(self.ink.astype(np.float32), -1, weight.astype(np.float32), borderType=cv2.BORDER_REPLICATE)
        cost = np.where(found, 1 - near, near)[wrong].sum()  # |truth around - what was found|
        h, w = (n // 8 * 8 for n in self.ink.shape)
        blocks = self.ink[:h, :w].reshape(h // 8, 8, w // 8, 8).sum((1, 3))
        return float(cost / max(1, np.count_nonzero((blocks > 0) & (blocks < 64))))
