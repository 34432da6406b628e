#include "core/io/pdf_document.h"

#include "core/io/metadata.h"
#include "core/io/pdf_values.h"
#include "core/io/photo_file.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>

#define POINTERHOLDER_TRANSITION 4  // qpdf 11: std::shared_ptr throughout
#include <qpdf/Pipeline.hh>
#include <qpdf/QPDF.hh>
#include <qpdf/QPDFObjectHandle.hh>
#include <qpdf/QPDFWriter.hh>

namespace platen::io {
namespace {

constexpr double kA4ShortInches = 210 / 25.4;
constexpr double kA4LongInches = 297 / 25.4;

// Physical size in points.
Vec2 paperSize(const SpooledPage& page) {
  double dpi = page.dpi;
  if (dpi <= 0) {
    const int short_side = std::min(page.size.width, page.size.height);
    const int long_side = std::max(page.size.width, page.size.height);
    dpi = std::max(short_side / kA4ShortInches, long_side / kA4LongInches);
  }
  return {page.size.width / dpi * kPointsPerInch, page.size.height / dpi * kPointsPerInch};
}

// A page's stream, read from the spool only when qpdf writes it.
class SpooledStream final : public QPDFObjectHandle::StreamDataProvider {
 public:
  SpooledStream(OutputFile& spool, std::uint64_t offset, std::uint64_t length)
      : spool_(spool), offset_(offset), length_(length) {}

  void provideStreamData(QPDFObjGen const& /*object*/, Pipeline* pipeline) override {
    std::vector<unsigned char> part(1 << 18);
    for (std::uint64_t done = 0; done < length_;) {
      const std::size_t wanted = std::min<std::uint64_t>(part.size(), length_ - done);
      if (spool_.readAt(offset_ + done, part.data(), wanted) != wanted) {
        throw std::runtime_error("the temporary file with its pages cannot be read");
      }
      pipeline->write(part.data(), wanted);
      done += wanted;
    }
    pipeline->finish();
  }

 private:
  OutputFile& spool_;
  std::uint64_t offset_, length_;
};

// A file that was looked at when its page was added.
class FileStream final : public QPDFObjectHandle::StreamDataProvider {
 public:
  FileStream(std::filesystem::path file, std::uint64_t length) : file_(std::move(file)), length_(length) {}

  void provideStreamData(QPDFObjGen const& /*object*/, Pipeline* pipeline) override {
    const Result<PhotoFile> opened = openPhotoFile(file_);
    std::vector<unsigned char> part(1 << 18);
    std::uint64_t done = 0;
    while (opened) {
      const std::size_t got = std::fread(part.data(), 1, part.size(), opened->handle.get());
      if (got == 0) {
        break;
      }
      pipeline->write(part.data(), got);
      done += got;
    }
    if (done != length_) {
      throw std::runtime_error(file_.string() + " was changed meanwhile");
    }
    pipeline->finish();
  }

 private:
  std::filesystem::path file_;
  std::uint64_t length_;
};

class FilePipeline final : public Pipeline {
 public:
  FilePipeline(OutputFile& file, const std::stop_token& stop)
      : Pipeline("page file", nullptr), file_(file), stop_(stop) {}
  void write(unsigned char const* bytes, std::size_t count) override {
    if (stop_.stop_requested() || !file_.write(bytes, count)) {
      throw std::runtime_error("write failed");
    }
  }
  void finish() override {}

 private:
  OutputFile& file_;
  const std::stop_token& stop_;
};

QPDFObjectHandle name(const char* text) {
  return QPDFObjectHandle::newName(text);
}

QPDFObjectHandle number(double value) {
  return QPDFObjectHandle::newReal(value, 3);
}

class Document {
 public:
  explicit Document(OutputFile& spool) : spool_(spool) {}

  void addTo(QPDF& pdf, const SpooledPage& page) {
    Vec2 paper = paperSize(page);
    // No side may be longer than that; larger ones are counted in larger units (ISO 32000-1, 14.11.2, table 30).
    constexpr double kLongestSide = 14400;
    const double unit = std::max(1.0, std::ceil(std::max(paper.x, paper.y) / kLongestSide));
    paper = paper * (1 / unit);
    const std::string width = number(paper.x).unparse();
    const std::string height = number(paper.y).unparse();
    QPDFObjectHandle images = QPDFObjectHandle::newDictionary();
    images.replaceKey("/Page", imageObject(pdf, page));
    QPDFObjectHandle resources = QPDFObjectHandle::newDictionary();
    resources.replaceKey("/XObject", images);
    QPDFObjectHandle dict = QPDFObjectHandle::newDictionary();
    dict.replaceKey("/Type", name("/Page"));
    dict.replaceKey("/MediaBox", QPDFObjectHandle::newArray({number(0), number(0), number(paper.x), number(paper.y)}));
    dict.replaceKey("/Resources", resources);
    if (unit > 1) {
      dict.replaceKey("/UserUnit", QPDFObjectHandle::newReal(unit, 1));
    }
    dict.replaceKey("/Contents",
                    QPDFObjectHandle::newStream(&pdf, "q " + width + " 0 0 " + height + " 0 0 cm /Page Do Q\n"));
    pdf.addPage(pdf.makeIndirectObject(dict), false);
  }

 private:
  // A profile is written into the document once, however many pages use it.
  std::map<const void*, QPDFObjectHandle> profiles_;

  QPDFObjectHandle colorSpace(QPDF& pdf, const SpooledPage& page) {
    const char* device = page.channels == 1 ? "/DeviceGray" : "/DeviceRGB";
    if (page.bitonal || page.icc_profile == nullptr || !profileFits(*page.icc_profile, page.channels)) {
      return name(device);
    }
    auto found = profiles_.find(page.icc_profile);
    if (found == profiles_.end()) {
      QPDFObjectHandle stream =
          QPDFObjectHandle::newStream(&pdf, std::string(page.icc_profile->begin(), page.icc_profile->end()));
      stream.getDict().replaceKey("/N", QPDFObjectHandle::newInteger(page.channels));
      stream.getDict().replaceKey("/Alternate", name(device));
      found = profiles_.emplace(page.icc_profile, stream).first;
    }
    return QPDFObjectHandle::newArray({name("/ICCBased"), found->second});
  }

  QPDFObjectHandle imageObject(QPDF& pdf, const SpooledPage& page) {
    QPDFObjectHandle image = QPDFObjectHandle::newStream(&pdf);
    QPDFObjectHandle dict = image.getDict();
    dict.replaceKey("/Type", name("/XObject"));
    dict.replaceKey("/Subtype", name("/Image"));
    dict.replaceKey("/Width", QPDFObjectHandle::newInteger(page.size.width));
    dict.replaceKey("/Height", QPDFObjectHandle::newInteger(page.size.height));
    dict.replaceKey("/ColorSpace", colorSpace(pdf, page));
    dict.replaceKey("/BitsPerComponent", QPDFObjectHandle::newInteger(page.bitonal ? 1 : 8));
    QPDFObjectHandle parameters = QPDFObjectHandle::newNull();
    if (page.bitonal) {
      parameters = QPDFObjectHandle::newDictionary();
      parameters.replaceKey("/K", QPDFObjectHandle::newInteger(-1));
      parameters.replaceKey("/Columns", QPDFObjectHandle::newInteger(page.size.width));
      parameters.replaceKey("/Rows", QPDFObjectHandle::newInteger(page.size.height));
    }
    std::shared_ptr<QPDFObjectHandle::StreamDataProvider> bytes;
    if (page.file.empty()) {
      bytes = std::make_shared<SpooledStream>(spool_, page.offset, page.length);
    } else {
      bytes = std::make_shared<FileStream>(page.file, page.length);
    }
    image.replaceStreamData(bytes, name(page.bitonal ? "/CCITTFaxDecode" : "/DCTDecode"), parameters);
    return image;
  }

  OutputFile& spool_;
};

}  // namespace

void writePdf(const std::vector<SpooledPage>& pages,
              const PdfAbout& about,
              OutputFile& spool,
              OutputFile& file,
              const std::stop_token& stop) {
  QPDF pdf;
  pdf.emptyPDF();
  Document document(spool);
  std::map<int, std::string> labels;
  for (std::size_t k = 0; k < pages.size(); ++k) {
    document.addTo(pdf, pages[k]);
    if (!pages[k].label.empty()) {
      labels.emplace(static_cast<int>(k), pages[k].label);
    }
  }
  makeArchive(pdf, about, labels);
  FilePipeline output(file, stop);
  QPDFWriter writer(pdf);
  writer.setOutputPipeline(&output);
  writer.setMinimumPDFVersion("1.7");  // of PDF/A-2
  writer.setNewlineBeforeEndstream(true);
  writer.setDeterministicID(true);
  writer.setStreamDataMode(qpdf_s_preserve);
  writer.write();
}

}  // namespace platen::io
