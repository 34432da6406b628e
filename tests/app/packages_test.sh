#!/usr/bin/env bash
# The packages that `cpack` makes hold what they should, depend on what they use, and what they hold runs where it is unpacked.
#   packages_test.sh BUILD HAS_VIEWER PHOTO [TORCH]   ends with 77, and says why, where there is no dpkg, or where TORCH, the folder of a
# torch that is not Debian's, was linked: platen-torch depends on Debian's
set -euo pipefail
build=$1
has_viewer=$2
photo=$3
if [ -n "${4:-}" ]; then
  echo "platen: skipped: packages go with Debian's libtorch, this build with that of $4"
  exit 77
fi

for tool in dpkg-deb dpkg-shlibdeps; do
  command -v $tool >/dev/null || { echo "platen: skipped: no $tool here (Debian: dpkg-dev)"; exit 77; }
done
work=$(mktemp -d "${TMPDIR:-/tmp}/platen-packages.XXXXXX")
trap 'rm -rf "$work"' EXIT
(cd "$build" && cpack -B "$work/packages" >"$work/cpack.txt" 2>&1) || { cat "$work/cpack.txt" >&2; exit 1; }

# package, then files that it must have
check() {
  local package=$1 file
  local deb
  deb=$(ls "$work"/packages/"${package}"_*.deb)
  shift
  dpkg-deb -x "$deb" "$work/root"
  dpkg-deb -f "$deb" Depends | grep -q 'libc6' || { echo "$package: depends on no library" >&2; exit 1; }
  for file in "$@"; do
    test -e "$work/root/$file" || { echo "$package: has no $file" >&2; exit 1; }
  done
}
check platen usr/bin/platen usr/share/man/man1/platen.1.gz usr/share/bash-completion/completions/platen \
  usr/share/zsh/vendor-completions/_platen usr/share/fish/vendor_completions.d/platen.fish usr/share/doc/platen/copyright
if dpkg-deb -f "$work"/packages/platen_*.deb Depends | grep -q torch; then
  echo "platen: depends on libtorch, which is platen-torch's" >&2
  exit 1
fi
"$work/root/usr/bin/platen" flatten "$photo" -o "$work/flat.jpg" --quiet
test -s "$work/flat.jpg"
check platen-torch usr/lib/platen/libplaten_init_module.so usr/lib/platen/libplaten_torch_sampling.so usr/lib/platen/libplaten_operators.so
"$work/root/usr/bin/platen" fit "$photo" -o "$work/warp.json" --init-model "$photo" 2>"$work/said.txt" && exit 1
grep -q "can't be used as a TorchScript module" "$work/said.txt" || { cat "$work/said.txt" >&2; exit 1; }

if [ "$has_viewer" = ON ]; then
  check platen-gui usr/bin/platen-gui usr/share/man/man1/platen-gui.1.gz usr/share/applications/platen-gui.desktop \
    usr/share/mime/packages/platen.xml usr/share/icons/hicolor/scalable/apps/platen.svg usr/share/doc/platen-gui/copyright
  QT_QPA_PLATFORM=offscreen "$work/root/usr/bin/platen-gui" --version >/dev/null
  if command -v desktop-file-validate >/dev/null; then
    desktop-file-validate "$work/root/usr/share/applications/platen-gui.desktop"
  fi
  if command -v update-mime-database >/dev/null; then
    update-mime-database "$work/root/usr/share/mime" 2>"$work/said.txt"
    grep -q 'application/x-platen-project:\*.platen' "$work/root/usr/share/mime/globs"
  fi
fi
if command -v lintian >/dev/null; then
  lintian --allow-root --fail-on error "$work"/packages/*.deb >"$work/lintian.txt" 2>&1 || { cat "$work/lintian.txt" >&2; exit 1; }
fi
echo "platen: $(ls "$work"/packages/*.deb | wc -l) packages"
