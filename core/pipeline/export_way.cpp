#include "core/pipeline/export_way.h"

#include "core/pipeline/memory_need.h"
#include "core/pipeline/render.h"

#include <algorithm>
#include <cmath>

namespace platen::pipeline {
namespace {

// Rows that a window has more than it must have, so that it is moved, which copies what is kept, once in so many rows
// only.
constexpr int kFewestSpareRows = 32;
constexpr int kMostSpareRows = 512;
// Photos up to here are held: there is nothing to gain.
constexpr double kSmallPhotoBytes = 16e6;

double bytesOf(Size size, const SourceKind& source) {
  return static_cast<double>(size.width) * size.height * source.channels * static_cast<double>(bytesPer(source.type));
}

// Of one stored row in the window.
double rowBytes(const ExportWork& work, const RenderSchedule& schedule) {
  // JPEGs alone are decoded in the columns that are wanted; blocks of 16 at most lie beside them.
  const int wanted = schedule.wanted.last_column - schedule.wanted.first_column + 4 * 16;
  const int width =
      work.photo.codec == Codec::jpeg ? std::min(wanted, work.photo.stored_size.width) : work.photo.stored_size.width;
  return bytesOf({width, 1}, work.source);
}

double windowBytes(const ExportWork& work, const RenderSchedule& schedule, int rows) {
  return rowBytes(work, schedule) * std::min(rows, work.photo.stored_size.height);
}

double pagesBytes(const ExportWork& work) {
  double all = 0;
  for (const Size& page : work.pages) {
    all += bytesOf(page, work.source);
  }
  return all;
}

int widestOf(const ExportWork& work) {
  int widest = 0;
  for (const Size& page : work.pages) {
    widest = std::max(widest, page.width);
  }
  return widest;
}

// Bands on their way: those of the ring, one that is being encoded; of pages on the disk one that is read.
double bandBytes(const ExportWork& work) {
  return (2 * work.threads + 2) * bytesOf({widestOf(work), kBandRows}, work.source);
}

// While a page is cleaned: the small images of its light, and rows with what is around them, before, after and black on
// white, of which blocks of 512 columns have nine planes of floats (enhance/ink_threshold.h).
double cleaningBytes(const ExportWork& work) {
  constexpr double kLightBytes = 40e6;
  constexpr int kCleanedRows = 512 + 2 * 151;
  constexpr double kBlockBytes = 9.0 * sizeof(float) * kCleanedRows * kCleanedRows;
  return work.needs_page ? kLightBytes + kBlockBytes + 2 * bytesOf({widestOf(work), kCleanedRows}, work.source) +
                               1.0 * kCleanedRows * widestOf(work)
                         : 0;
}

// While pages are sharpened: of each the rows that wait and the luma around them (enhance/sharpen.h), of one the rows
// that come out at a time.
double sharpeningBytes(const ExportWork& work) {
  if (work.sharpen_reach == 0) {
    return 0;
  }
  constexpr int kMostRows = 512 + 2 * 151;
  const int reach = work.sharpen_reach;
  double bytes = bytesOf({widestOf(work), (work.needs_page ? kMostRows : kBandRows) + 2 * reach}, work.source);
  for (const Size& page : work.pages) {
    bytes += bytesOf({page.width, reach + 1}, work.source) + (2.0 * reach + 1) * page.width * sizeof(float);
  }
  return bytes;
}

}  // namespace

ExportWay wayOf(const ExportWork& work, ExportWay::Kind kind, bool on_disk) {
  ExportWay way;
  way.kind = kind;
  way.on_disk = on_disk && kind == ExportWay::Kind::blocks;
  way.bytes = kProgramBytes + kWorkingBytes + work.decoder_bytes + bandBytes(work) + cleaningBytes(work) +
              sharpeningBytes(work);
  const bool pages_wait = work.needs_page || kind == ExportWay::Kind::blocks;
  way.bytes += pages_wait && !way.on_disk ? pagesBytes(work) : 0;
  if (kind == ExportWay::Kind::whole) {
    way.capacity = work.photo.stored_size.height;
    way.bytes += bytesOf(work.photo.stored_size, work.source);
    return way;
  }
  const RenderSchedule& schedule = kind == ExportWay::Kind::bands ? work.bands : work.blocks;
  way.capacity = schedule.window + kFewestSpareRows;
  way.bytes += windowBytes(work, schedule, way.capacity);
  return way;
}

Result<ExportWay> chooseWay(const ExportWork& work, std::uint64_t memory_bytes) {
  using Kind = ExportWay::Kind;
  const double allowed = memory_bytes > 0 ? static_cast<double>(memory_bytes) : kOrdinaryBytes;
  // The fastest first. Paper that goes on is looked at before the first band, which a photo that is held gives away.
  std::vector<ExportWay> ways;
  const bool small = bytesOf(work.photo.stored_size, work.source) <= kSmallPhotoBytes;
  const bool looks_twice = work.fills && work.bands.beyond;
  const bool wide = work.bands.window > work.photo.stored_size.height / 2;
  if (small || looks_twice || wide || work.needs_page) {
    ways.push_back(wayOf(work, Kind::whole, false));
  }
  if (!work.needs_page) {
    ways.push_back(wayOf(work, Kind::bands, false));
  }
  ways.push_back(wayOf(work, Kind::blocks, false));
  ways.push_back(wayOf(work, Kind::blocks, true));
  const auto less = [](const ExportWay& a, const ExportWay& b) { return a.bytes < b.bytes; };
  const auto fits = std::find_if(ways.begin(), ways.end(), [&](const ExportWay& way) { return way.bytes <= allowed; });
  ExportWay way = fits != ways.end() ? *fits : *std::min_element(ways.begin(), ways.end(), less);
  if (fits == ways.end() && memory_bytes > 0) {
    return overMemory(work.photo.file, "its export", way.bytes, memory_bytes);
  }
  if (way.kind != Kind::whole) {
    const RenderSchedule& schedule = way.kind == Kind::bands ? work.bands : work.blocks;
    const double row = rowBytes(work, schedule);
    const double affordable = std::max(0.0, (allowed - way.bytes) / row);
    const int spare = std::clamp(schedule.window / 2, kFewestSpareRows, kMostSpareRows) - kFewestSpareRows;
    const int more = std::min(spare, static_cast<int>(std::min<double>(affordable, spare)));
    way.capacity += more;
    way.bytes += row * more;
  }
  return way;
}

}  // namespace platen::pipeline
