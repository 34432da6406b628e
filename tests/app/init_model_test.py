"""platen fit --init-model with modules that are traced, saved and run without Python.

    python3 init_model_test.py PLATEN PHOTO

Exits with 77 (skipped) where this Python has no torch.
"""
import json
import os
import struct
import subprocess
import sys
import tempfile
import unittest
import zlib

try:
    import torch
except ImportError as reason:
    print(f"skipped: {sys.executable} has no torch ({reason}); Debian's is python3-torch")
    sys.exit(77)

PLATEN, PHOTO = (os.path.abspath(argument) for argument in sys.argv[1:3])


class Guess(torch.nn.Module):
    """The smallest thing of a network's form: a convolution over the photo, and a coarse map that it moves a little."""

    def __init__(self, coarse_map, rows=96, columns=64):
        super().__init__()
        self.register_buffer("input_size", torch.tensor([rows, columns]))
        self.register_buffer("coarse_map", coarse_map)
        self.look = torch.nn.Conv2d(3, 2, 3, padding=1)
        torch.nn.init.constant_(self.look.weight, 0.001)
        torch.nn.init.zeros_(self.look.bias)

    def forward(self, photo):
        moved = torch.nn.functional.adaptive_avg_pool2d(self.look(photo), self.coarse_map.shape[-2:])
        return self.coarse_map + 0.01 * moved, photo.mean()


def lattice(left, top, right, bottom, rows=31, columns=23):
    y, x = torch.meshgrid(torch.linspace(top, bottom, rows), torch.linspace(left, right, columns), indexing="ij")
    return torch.stack([x, y]).unsqueeze(0)


class InitModelTest(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)

    def path(self, name):
        return os.path.join(self.folder.name, name)

    def traced(self, module, name="guess.pt", rows=96, columns=64):
        torch.jit.trace(module.eval(), torch.rand(1, 3, rows, columns)).save(self.path(name))
        return self.path(name)

    def run_platen(self, *arguments):
        return subprocess.run([PLATEN, *arguments], capture_output=True, text=True, check=False)

    def fitted(self, photo, *options):
        out, grid = self.path("page.warp.json"), self.path("map.npy")
        done = self.run_platen("fit", photo, "-o", out, "--map-out", grid, "--quiet", *options)
        self.assertEqual(done.returncode, 0, done.stderr)
        with open(out, encoding="utf-8") as file:
            page = json.load(file)["pages"][0]
        with open(grid, "rb") as file:
            return page, file.read()

    def test_a_guess_that_explains_less_changes_nothing(self):
        page, grid = self.fitted(PHOTO)
        # A module that takes the photo's upper left corner for the page.
        model = self.traced(Guess(lattice(-1, -1, -0.4, -0.5)))
        guessed, same = self.fitted(PHOTO, "--init-model", model)
        self.assertEqual(guessed["warnings"], page["warnings"])
        self.assertEqual(same, grid)

    def test_a_page_that_tells_nothing_takes_the_guess(self):
        size = 600, 800
        png = self.path("blank.png")
        write_png(png, size)
        model = self.traced(Guess(lattice(-0.5, -0.8, 0.7, 0.6)))
        page, _ = self.fitted(png, "--init-model", model)
        self.assertTrue([said for said in page["warnings"] if "the first guess was taken" in said], page["warnings"])
        # Network coordinates go from border to border: -.5 is a quarter of the width, .6 four fifths of the height. The
        # convolution moves all of it by less than a pixel.
        corner, far = page["map"]["points"][0], page["map"]["points"][-1]
        self.assertAlmostEqual(corner[0], 0.25 * size[0], delta=3)
        self.assertAlmostEqual(corner[1], 0.1 * size[1], delta=3)
        self.assertAlmostEqual(far[0], 0.85 * size[0], delta=3)
        self.assertAlmostEqual(far[1], 0.8 * size[1], delta=3)

    def test_a_module_that_fails_is_named_and_done_without(self):
        page, grid = self.fitted(PHOTO)

        class Wrong(Guess):
            def forward(self, photo):
                return super().forward(photo)[0][:, :1]

        wrong = self.traced(Wrong(lattice(-1, -1, 1, 1)), "wrong.pt")
        told, same = self.fitted(PHOTO, "--init-model", wrong)
        self.assertEqual(same, grid)
        self.assertEqual(len(told["warnings"]), len(page["warnings"]) + 1)
        self.assertRegex(told["warnings"][-1], "the first guess was not used: .*wrong.pt: .*1, 1, 31, 23")
        folded = self.traced(Guess(lattice(-1, 1, 1, -1)), "folded.pt")
        told, same = self.fitted(PHOTO, "--init-model", folded)
        self.assertEqual(same, grid)
        self.assertIn("folds over", told["warnings"][-1])

    def test_what_a_module_throws_is_told(self):
        _, grid = self.fitted(PHOTO)
        gray = self.path("gray.pt")
        torch.jit.trace(torch.nn.Conv2d(1, 2, 3), torch.rand(1, 1, 64, 64)).save(gray)
        told, same = self.fitted(PHOTO, "--init-model", gray)
        self.assertEqual(same, grid)
        self.assertRegex(told["warnings"][-1], "gray.pt: failed on this photo: .*expected input.* to have 1 channels")

    def test_what_is_no_module_is_refused_before_any_work(self):
        out = self.path("page.warp.json")
        done = self.run_platen("fit", PHOTO, "-o", out, "--init-model", PHOTO)
        self.assertEqual(done.returncode, 1)
        self.assertIn("can't be used as a TorchScript module", done.stderr)
        self.assertEqual(len(done.stderr.strip().splitlines()), 1, done.stderr)
        done = self.run_platen("fit", PHOTO, "-o", out, "--init-model", self.path("absent.pt"))
        self.assertIn("absent.pt: there is no such file", done.stderr)
        done = self.run_platen("fit", PHOTO, "-o", out, "--init-model", self.folder.name)
        self.assertIn("is no file that a TorchScript module could be in", done.stderr)
        self.assertFalse(os.path.exists(out))


def write_png(file, size):
    """All grey."""

    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    rows = b"".join(b"\0" + bytes([128]) * (3 * size[0]) for _ in range(size[1]))
    with open(file, "wb") as out:
        out.write(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", *size, 8, 2, 0, 0, 0)) +
                  chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b""))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
