"""The operators as Python loads them: gradients, tracing, saving and reloading, several processes at once.

    python3 operators_test.py LIBRARY JPEG

Exits with 77 (skipped) where this Python has no torch.
"""
import multiprocessing
import os
import subprocess
import sys
import tempfile
import unittest

try:
    import torch
except ImportError as reason:
    print(f"skipped: {sys.executable} has no torch ({reason}); Debian's is python3-torch")
    sys.exit(77)

LIBRARY, JPEG = (os.path.abspath(argument) for argument in sys.argv[1:3])
torch.ops.load_library(LIBRARY)
PLATEN = torch.ops.platen


def jpeg_bytes():
    with open(JPEG, "rb") as file:
        return torch.frombuffer(bytearray(file.read()), dtype=torch.uint8)


class Page(torch.nn.Module):
    """A piece of a JPEG, seen at the places that a spline net puts it: what a fit does, in one module."""

    def forward(self, jpeg, net, u, v):
        image = PLATEN.decode_region(jpeg, [40, 64, 200, 120], 4)
        return PLATEN.sample_bilinear(image, PLATEN.expand_spline(net, u, v))


def page_arguments():
    torch.manual_seed(3)
    rows, columns = torch.meshgrid(torch.arange(6.0), torch.arange(7.0), indexing="ij")
    net = torch.stack([40 * columns - 20, 30 * rows - 10], dim=-1) + torch.rand(6, 7, 2)
    return jpeg_bytes(), net, torch.linspace(0, 1, 23), torch.linspace(0, 1, 17)


def page_values(_):
    return Page()(*page_arguments()).double().sum().item()


class OperatorsTest(unittest.TestCase):
    def test_gradients_of_positions_and_net(self):
        torch.manual_seed(5)
        image = torch.randint(0, 256, (9, 11, 3)).double()
        # Off the pixels' centres: on them a bilinear surface has no derivative.
        cells = torch.randint(1, 7, (20, 2)).double()
        coords = (cells + 0.5 + 0.1 + 0.8 * torch.rand(20, 2).double()).requires_grad_()
        self.assertTrue(torch.autograd.gradcheck(lambda at: PLATEN.sample_bilinear(image, at), coords))
        net = torch.rand(6, 7, 2).double().requires_grad_()
        u, v = torch.linspace(0, 1, 5).double(), torch.linspace(0, 1, 4).double()
        self.assertTrue(torch.autograd.gradcheck(lambda controls: PLATEN.expand_spline(controls, u, v), net))

    def test_any_optimiser_moves_the_positions(self):
        jpeg, net, u, v = page_arguments()
        image = PLATEN.decode_region(jpeg, [], 1, gray=True)
        scale = min(image.shape[0] / 150, image.shape[1] / 240)
        net = (net * scale).requires_grad_()
        optimiser = torch.optim.Adam([net], lr=0.3)
        energies = []
        for _ in range(30):
            optimiser.zero_grad()
            energy = PLATEN.sample_bilinear(image, PLATEN.expand_spline(net, u, v)).square().mean()
            energy.backward()
            optimiser.step()
            energies.append(energy.item())
        self.assertLess(energies[-1], 0.98 * energies[0])

    def test_parts_are_cut_from_the_whole(self):
        jpeg = jpeg_bytes()
        for eighths in (8, 5, 2):
            height, width = PLATEN.jpeg_size(jpeg, eighths)
            whole = PLATEN.decode_region(jpeg, [], eighths)
            self.assertEqual(tuple(whole.shape), (height, width, 3))
            self.assertEqual(whole.dtype, torch.uint8)
            for x, y, w, h in ((0, 0, 1, 1), (width // 3, height // 2, 37, 21), (width - 9, height - 5, 9, 5)):
                part = PLATEN.decode_region(jpeg, [x, y, w, h], eighths)
                self.assertTrue(torch.equal(part, whole[y:y + h, x:x + w]), (eighths, x, y))
        self.assertEqual(PLATEN.decode_region(jpeg, [3, 4, 5, 6], gray=True).shape, (6, 5, 1))
        self.assertTrue(torch.equal(PLATEN.decode_region(jpeg, [], 8, threads=3), PLATEN.decode_region(jpeg, [], 8)))

    def test_traced_saved_and_loaded_elsewhere(self):
        arguments = page_arguments()
        traced = torch.jit.trace(Page(), arguments)
        expected = Page()(*arguments)
        self.assertTrue(torch.equal(traced(*arguments), expected))
        self.assertIn("platen::decode_region", str(traced.inlined_graph))
        with tempfile.TemporaryDirectory() as folder:
            module, answer = os.path.join(folder, "page.pt"), os.path.join(folder, "answer.pt")
            traced.save(module)
            torch.save(arguments[1:], answer)
            # In a process that knows the module's file and the library alone; another net than the traced one too.
            script = (
                "import sys, torch\n"
                "torch.ops.load_library(sys.argv[1])\n"
                "jpeg = torch.frombuffer(bytearray(open(sys.argv[2], 'rb').read()), dtype=torch.uint8)\n"
                "net, u, v = torch.load(sys.argv[4])\n"
                "module = torch.jit.load(sys.argv[3])\n"
                "torch.save((module(jpeg, net, u, v), module(jpeg, net + 2.5, u, v)), sys.argv[4])\n")
            subprocess.run([sys.executable, "-c", script, LIBRARY, JPEG, module, answer], check=True)
            same, moved = torch.load(answer)
        self.assertTrue(torch.equal(same, expected))
        jpeg, net, u, v = arguments
        self.assertTrue(torch.equal(moved, Page()(jpeg, net + 2.5, u, v)))

    def test_several_processes_at_once(self):
        expected = page_values(0)
        with multiprocessing.get_context("fork").Pool(4) as pool:
            self.assertEqual(pool.map(page_values, range(16), chunksize=1), [expected] * 16)

    def test_bad_input_is_a_sentence(self):
        jpeg = jpeg_bytes()
        for said, call in (
                ("Not a JPEG file", lambda: PLATEN.decode_region(torch.zeros(64, dtype=torch.uint8), [])),
                ("cut off", lambda: PLATEN.decode_region(jpeg[:len(jpeg) // 2].clone(), [])),
                ("does not lie in the picture", lambda: PLATEN.decode_region(jpeg, [0, 0, 1 << 20, 2])),
                ("x, y, width, height", lambda: PLATEN.decode_region(jpeg, [1, 2])),
                ("eighths must be 1 to 8; got 9", lambda: PLATEN.decode_region(jpeg, [], 9)),
                ("threads must be", lambda: PLATEN.decode_region(jpeg, [], threads=0)),
                ("contiguous u8", lambda: PLATEN.decode_region(jpeg.float(), [])),
                ("contiguous u8", lambda: PLATEN.decode_region(jpeg[::2], []))):
            with self.assertRaisesRegex(RuntimeError, said):
                call()
        for length in range(0, 700, 13):  # any bytes are safe
            try:
                PLATEN.decode_region(jpeg[:length].clone(), [0, 0, 8, 8])
            except RuntimeError:
                pass


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
