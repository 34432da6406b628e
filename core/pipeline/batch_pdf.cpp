#include "core/pipeline/batch_pdf.h"

#include "core/io/batch_manifest.h"
#include "core/io/pdf_writer.h"
#include "core/io/photo_rows.h"
#include "core/io/probe.h"
#include "core/io/written_pdfs.h"
#include "core/pipeline/guard.h"
#include "core/pipeline/outputs.h"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>

namespace platen::pipeline {

namespace fs = std::filesystem;

namespace {

constexpr int kBandRows = 64;

// As a JPEG takes it: 8 bits, on white where it is transparent.
void takePixels(const Image& from, Image& to) {
  const auto eightBits = [&from](const std::byte* row, int sample) -> unsigned {
    if (from.type() == PixelType::u8) {
      return reinterpret_cast<const std::uint8_t*>(row)[sample];
    }
    return (reinterpret_cast<const std::uint16_t*>(row)[sample] * 255U + 32767U) / 65535U;
  };
  for (int j = 0; j < to.height(); ++j) {
    const std::byte* in = from.row(j);
    auto* out = reinterpret_cast<std::uint8_t*>(to.row(j));
    for (int i = 0; i < to.width(); ++i) {
      const unsigned alpha = from.channels() == 4 ? eightBits(in, 4 * i + 3) : 255U;
      for (int c = 0; c < to.channels(); ++c) {
        const unsigned value = eightBits(in, from.channels() * i + c);
        out[to.channels() * i + c] = static_cast<std::uint8_t>((value * alpha + 255U * (255U - alpha) + 127U) / 255U);
      }
    }
  }
}

Result<void> addEncoded(io::PdfWriter& pdf,
                        const PhotoInfo& info,
                        double paper_dpi,
                        const std::string& label,
                        int quality,
                        const std::stop_token& stop) {
  Result<std::unique_ptr<io::RowReader>> rows = io::startRows(info, 8, stop);
  if (!rows) {
    return tl::unexpected(rows.error());
  }
  io::RowReader& reader = **rows;
  io::PageFormat format;
  format.format = FileFormat::pdf;
  format.size = reader.size();
  format.channels = reader.channels() == 1 ? 1 : 3;
  format.bitonal = info.bits_per_channel == 1 && reader.channels() == 1;
  format.quality = quality;
  format.dpi = paper_dpi;
  format.icc_profile = info.icc_profile;
  format.date_time = info.date_time;
  Result<std::unique_ptr<io::PageWriter>> page = pdf.addPage(format, label);
  if (!page) {
    return tl::unexpected(page.error());
  }
  for (int done = 0; done < format.size.height;) {
    if (stop.stop_requested()) {
      return fail(ErrorKind::stopped, info.file, "stopped before it was done");
    }
    const Size band{format.size.width, std::min(kBandRows, format.size.height - done)};
    Image read = Image::allocate(band, reader.channels(), reader.type());
    if (const Result<void> ok = reader.readRows(read); !ok) {
      return tl::unexpected(io::named(ok.error(), info.file));
    }
    Image written = Image::allocate(band, format.channels);
    takePixels(read, written);
    if (Result<void> ok = (*page)->writeRows(written); !ok) {
      return ok;
    }
    done += band.height;
  }
  return (*page)->commit();
}

Result<void> addPage(
    io::PdfWriter& pdf, const fs::path& file, const BatchPage& page, int quality, const std::stop_token& stop) {
  const Result<PhotoInfo> info = io::probe(file);
  if (!info) {
    return tl::unexpected(info.error());
  }
  if (info->file_bytes != page.output_bytes) {
    return fail(ErrorKind::unreadable, file, "is not the page any more that the batch has written");
  }
  const std::string label = fs::path(page.output).replace_extension().string();
  return info->codec == Codec::jpeg ? pdf.addJpegFile(file, page.paper_dpi, label)
                                    : addEncoded(pdf, *info, page.paper_dpi, label, quality, stop);
}

// Where photos lie is not kept, but what they were: one that lies there is not written over.
bool isPhotoOf(const std::vector<BatchPage>& pages, const fs::path& file) {
  const Result<FileStamp> there = io::stampOf(file);
  return there && std::any_of(pages.begin(), pages.end(), [&](const BatchPage& p) { return p.source == *there; });
}

}  // namespace

Result<BatchPdf> writeBatchPdf(const fs::path& out,
                               const std::vector<BatchPage>& pages,
                               const fs::path& file,
                               int quality,
                               const std::stop_token& stop) {
  return guarded(file, [&]() -> Result<BatchPdf> {
    if (isPhotoOf(pages, file)) {
      return fail(ErrorKind::badInput, file, "is one of the photos (choose another name)");
    }
    if (const Result<void> made = Outputs::makeFolderOf(file); !made) {
      return tl::unexpected(made.error());
    }
    Result<std::unique_ptr<io::PdfWriter>> pdf = io::PdfWriter::create(file);
    if (!pdf) {
      return tl::unexpected(pdf.error());
    }
    BatchPdf made;
    for (const BatchPage& page : pages) {
      const Result<void> added = page.done ? addPage(**pdf, out / page.output, page, quality, stop)
                                           : fail(ErrorKind::notFound, page.photo, "its page failed: " + page.reason);
      if (added) {
        made.of_unknown_size += page.paper_dpi > 0 ? 0 : 1;
        continue;
      }
      if (added.error().kind == ErrorKind::writeFailed || added.error().kind == ErrorKind::stopped) {
        return tl::unexpected(added.error());
      }
      made.left_out.push_back(added.error());
    }
    made.pages = (*pdf)->pageCount();
    if (made.pages > 0) {
      if (const Result<void> written = (*pdf)->commit(stop); !written) {
        return tl::unexpected(written.error());
      }
      if (const Result<void> noted = io::noteWrittenPdf(out, file); !noted) {
        return tl::unexpected(noted.error());
      }
    }
    return made;
  });
}

}  // namespace platen::pipeline
