#!/usr/bin/env bash
# Installs what Platen's build needs on Debian 12 (or a relative of it), and nothing when all is there: a second run
# does not call apt at all. Needs root, or sudo. On other systems it says what is needed and goes on; CMake then names
# whatever it cannot find.
set -euo pipefail

packages=(
  # tools
  g++ cmake ninja-build pkg-config ccache
  # the photo: pixels, colour, metadata
  libopencv-core-dev libopencv-imgproc-dev libopencv-features2d-dev libopencv-calib3d-dev libjpeg62-turbo-dev libtiff-dev libpng-dev libexiv2-dev liblcms2-dev
  libwebp-dev libopenjp2-7-dev libheif-dev poppler-utils
  libqpdf-dev libssl-dev zlib1g-dev
  # the fit
  libtorch-dev
  # the program around them
  libcli11-dev nlohmann-json3-dev libspdlog-dev libfmt-dev libexpected-dev
  # the viewer
  qt6-base-dev qt6-l10n-tools qt6-translations-l10n
  # tests and benchmarks
  libgtest-dev libgmock-dev libbenchmark-dev python3-torch
  # packages
  dpkg-dev gzip
)
# Further ones that a caller wants: PLATEN_PACKAGES="slurm-wlm munge" for the test on a real Slurm, which starts services.
read -ra more <<<"${PLATEN_PACKAGES:-}"
packages+=("${more[@]}")

if ! command -v apt-get >/dev/null || ! command -v dpkg-query >/dev/null; then
  echo "platen: no apt-get here; the build needs the equivalents of: ${packages[*]}" >&2
  exit 0
fi

# What is not fully installed, in the order above.
missing=()
for package in "${packages[@]}"; do
  if ! dpkg-query --show --showformat='${db:Status-Abbrev}\n' "$package" 2>/dev/null | grep -q '^ii'; then
    missing+=("$package")
  fi
done
if [ ${#missing[@]} -eq 0 ]; then
  exit 0
fi

as_root=()
if [ "$(id -u)" -ne 0 ]; then
  if ! command -v sudo >/dev/null; then
    echo "platen: packages are missing and there is no sudo; run this as root, then try again:" >&2
    echo "  apt-get install --no-install-recommends ${missing[*]}" >&2
    exit 1
  fi
  as_root=(sudo)
fi

log=$(mktemp "${TMPDIR:-/tmp}/platen-bootstrap.XXXXXX")
apt() {
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=300 "$@" >>"$log" 2>&1
}
install_missing() {
  apt install --yes --no-install-recommends "${missing[@]}"
}

echo "platen: installing ${missing[*]}"
# The package lists are fetched only when they do not know a package, or are so old that its file is gone.
if ! apt-cache show "${missing[@]}" >/dev/null 2>&1 || ! install_missing; then
  if ! { apt update && install_missing; }; then
    echo "platen: apt-get failed; the end of its log ($log):" >&2
    tail -n 20 "$log" >&2
    exit 1
  fi
fi
rm -f "$log"
