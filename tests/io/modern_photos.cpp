#include "tests/io/modern_photos.h"

#include "tests/io/photo_fixtures.h"

#include <algorithm>
#include <cstring>
#include <fstream>
#include <memory>
#include <openjpeg.h>
#include <stdexcept>
#include <webp/encode.h>
#include <webp/mux.h>

#define POINTERHOLDER_TRANSITION 4  // qpdf 11: std::shared_ptr throughout
#include <qpdf/QPDF.hh>
#include <qpdf/QPDFObjectHandle.hh>
#include <qpdf/QPDFPageDocumentHelper.hh>
#include <qpdf/QPDFPageObjectHelper.hh>
#include <qpdf/QPDFWriter.hh>

namespace platen::io {
namespace {

void require(bool ok, const char* what) {
  if (!ok) {
    throw std::runtime_error(what);
  }
}

std::string big(std::uint64_t value, int bytes) {
  std::string out;
  for (int k = bytes - 1; k >= 0; --k) {
    out.push_back(static_cast<char>(value >> (8 * k) & 0xFF));
  }
  return out;
}

std::string boxOf(const std::string& type, const std::string& content) {
  return big(content.size() + 8, 4) + type + content;
}

// At the end of the superbox jp2h.
void addToHeader(std::string& bytes, const std::string& box) {
  const std::size_t header = bytes.find("jp2h") - 4;
  std::uint64_t length = 0;
  for (std::size_t k = 0; k < 4; ++k) {
    length = length << 8 | static_cast<unsigned char>(bytes[header + k]);
  }
  bytes.insert(header + length, box);
  bytes.replace(header, 4, big(length + box.size(), 4));
}

}  // namespace

std::string encodeWebp(const Image& image, const WebpKind& kind) {
  std::uint8_t* bytes = nullptr;
  const auto* first = image.rowAs<std::uint8_t>(0);
  const auto stride = static_cast<int>(image.strideBytes());
  const bool alpha = image.channels() == 4;
  const std::size_t count = kind.lossless ? (alpha ? WebPEncodeLosslessRGBA : WebPEncodeLosslessRGB)(
                                                first, image.width(), image.height(), stride, &bytes)
                                          : (alpha ? WebPEncodeRGBA : WebPEncodeRGB)(
                                                first, image.width(), image.height(), stride, 95, &bytes);
  require(count > 0, "libwebp does not encode");
  const std::unique_ptr<std::uint8_t, decltype(&WebPFree)> owner(bytes, &WebPFree);
  const WebPData picture{bytes, count};
  const std::unique_ptr<WebPMux, decltype(&WebPMuxDelete)> mux(WebPMuxCreate(&picture, 1), &WebPMuxDelete);
  if (!kind.exif.empty()) {
    const WebPData chunk{reinterpret_cast<const std::uint8_t*>(kind.exif.data()), kind.exif.size()};
    WebPMuxSetChunk(mux.get(), "EXIF", &chunk, 1);
  }
  if (!kind.icc_profile.empty()) {
    const WebPData chunk{kind.icc_profile.data(), kind.icc_profile.size()};
    WebPMuxSetChunk(mux.get(), "ICCP", &chunk, 1);
  }
  WebPData all{};
  require(WebPMuxAssemble(mux.get(), &all) == WEBP_MUX_OK, "libwebpmux does not write");
  std::string file(reinterpret_cast<const char*>(all.bytes), all.size);
  WebPDataClear(&all);
  return file;
}

std::string animatedWebp(Size size) {
  const std::unique_ptr<WebPMux, decltype(&WebPMuxDelete)> mux(WebPMuxNew(), &WebPMuxDelete);
  const WebPMuxAnimParams how{0xFFFFFFFF, 0};
  WebPMuxSetAnimationParams(mux.get(), &how);
  for (int k = 0; k < 2; ++k) {
    const std::string picture = encodeWebp(noiseImage(size, 3, PixelType::u8), {});
    WebPMuxFrameInfo frame{};
    frame.bitstream = {reinterpret_cast<const std::uint8_t*>(picture.data()), picture.size()};
    frame.id = WEBP_CHUNK_ANMF;
    frame.duration = 100;
    require(WebPMuxPushFrame(mux.get(), &frame, 1) == WEBP_MUX_OK, "libwebpmux takes no frame");
  }
  WebPData all{};
  require(WebPMuxAssemble(mux.get(), &all) == WEBP_MUX_OK, "libwebpmux does not write");
  std::string file(reinterpret_cast<const char*>(all.bytes), all.size);
  WebPDataClear(&all);
  return file;
}

std::string encodeJpeg2000(const Image& image, const Jpeg2000Kind& kind) {
  const int bits = kind.bits > 0 ? kind.bits : 8 * static_cast<int>(bytesPer(image.type()));
  const int most_in = image.type() == PixelType::u8 ? 255 : 65535;
  std::vector<opj_image_cmptparm_t> parts(static_cast<std::size_t>(image.channels()));
  for (std::size_t c = 0; c < parts.size(); ++c) {
    const OPJ_UINT32 step = kind.subsampled_ycc && c > 0 ? 2 : 1;
    parts[c] = {};
    parts[c].dx = parts[c].dy = step;
    parts[c].w = (static_cast<OPJ_UINT32>(image.width()) + step - 1) / step;
    parts[c].h = (static_cast<OPJ_UINT32>(image.height()) + step - 1) / step;
    parts[c].prec = static_cast<OPJ_UINT32>(bits);
  }
  const auto space = kind.subsampled_ycc ? OPJ_CLRSPC_SYCC : image.channels() == 1 ? OPJ_CLRSPC_GRAY : OPJ_CLRSPC_SRGB;
  const std::unique_ptr<opj_image_t, decltype(&opj_image_destroy)> picture(
      opj_image_create(static_cast<OPJ_UINT32>(parts.size()), parts.data(), space), &opj_image_destroy);
  picture->x1 = static_cast<OPJ_UINT32>(image.width());
  picture->y1 = static_cast<OPJ_UINT32>(image.height());
  for (std::size_t c = 0; c < parts.size(); ++c) {
    const opj_image_comp_t& part = picture->comps[c];
    for (OPJ_UINT32 y = 0; y < part.h; ++y) {
      for (OPJ_UINT32 x = 0; x < part.w; ++x) {
        const unsigned value =
            sample(image, static_cast<int>(x * part.dx), static_cast<int>(y * part.dy), static_cast<int>(c));
        part.data[y * part.w + x] =
            static_cast<OPJ_INT32>((std::int64_t{value} * ((1 << bits) - 1) + most_in / 2) / most_in);
      }
    }
  }
  if (image.channels() == 4) {
    picture->comps[3].alpha = 1;
  }
  opj_cparameters_t parameters;
  opj_set_default_encoder_parameters(&parameters);
  parameters.irreversible = kind.reversible ? 0 : 1;
  parameters.numresolution = std::min(image.width(), image.height()) < 16 ? 1 : 4;
  parameters.tcp_numlayers = 1;
  parameters.cp_disto_alloc = 1;
  parameters.tcp_rates[0] = kind.reversible ? 0 : 4;
  if (kind.tile > 0) {
    parameters.tile_size_on = OPJ_TRUE;
    parameters.cp_tdx = parameters.cp_tdy = kind.tile;
  }
  const ScratchFolder folder;
  const std::unique_ptr<opj_codec_t, decltype(&opj_destroy_codec)> codec(
      opj_create_compress(kind.bare ? OPJ_CODEC_J2K : OPJ_CODEC_JP2), &opj_destroy_codec);
  require(opj_setup_encoder(codec.get(), &parameters, picture.get()) == OPJ_TRUE, "OpenJPEG takes no such image");
  opj_stream_t* stream = opj_stream_create_default_file_stream((folder / "a.jp2").c_str(), OPJ_FALSE);
  require(opj_start_compress(codec.get(), picture.get(), stream) == OPJ_TRUE &&
              opj_encode(codec.get(), stream) == OPJ_TRUE && opj_end_compress(codec.get(), stream) == OPJ_TRUE,
          "OpenJPEG does not encode");
  opj_stream_destroy(stream);
  std::string bytes = readBytes(folder / "a.jp2");
  if (kind.dpi > 0) {  // I.5.3.7: as captured, samples a metre in tenths
    const auto tenths = static_cast<std::uint64_t>(kind.dpi / 0.0254 * 10 + 0.5);
    const std::string captured = big(tenths, 2) + big(10, 2) + big(tenths, 2) + big(10, 2) + std::string(2, '\0');
    addToHeader(bytes, boxOf("res ", boxOf("resc", captured)));
  }
  if (!kind.icc_profile.empty()) {  // OpenJPEG's encoder does not write one: in place of its box of colours
    const std::size_t colors = bytes.find("colr") - 4;
    bytes.replace(colors + 4, 4, "free");
    addToHeader(
        bytes, boxOf("colr", std::string("\2\0\0", 3) + std::string(kind.icc_profile.begin(), kind.icc_profile.end())));
  }
  if (!kind.exif.empty()) {
    const std::string id("JpgTiffExif->JP2", 16);
    bytes.insert(bytes.find("jp2c") - 4, boxOf("uuid", id + kind.exif));
  }
  return bytes;
}

void writePdf(const std::filesystem::path& file, const std::vector<PdfImageKind>& pages, const std::string& password) {
  QPDF document;
  document.emptyPDF();
  for (const PdfImageKind& kind : pages) {
    QPDFObjectHandle image = QPDFObjectHandle::newStream(&document, kind.data);
    std::string keys = "<< /Type /XObject /Subtype /Image /Width " + std::to_string(kind.size.width) + " /Height " +
                       std::to_string(kind.size.height);
    if (!kind.colors.empty()) {
      std::string colors = kind.colors;
      if (const std::size_t at = colors.find("STREAM"); at != std::string::npos) {
        QPDFObjectHandle stream = QPDFObjectHandle::newStream(&document);
        stream.getDict().replaceKey("/N", QPDFObjectHandle::newInteger(3));
        stream.replaceStreamData(kind.packed, QPDFObjectHandle::newName("/FlateDecode"), QPDFObjectHandle::newNull());
        colors.replace(at, 6, stream.unparse());
      }
      keys += " /BitsPerComponent " + std::to_string(kind.bits) + " /ColorSpace " + colors;
    }
    if (!kind.filter.empty()) {
      keys += " /Filter " + kind.filter;
    }
    if (!kind.parameters.empty()) {
      keys += " /DecodeParms " + kind.parameters;
    }
    image.replaceDict(QPDFObjectHandle::parse(&document, keys + " " + kind.more + " >>"));
    image.replaceStreamData(kind.data, image.getDict().getKey("/Filter"), image.getDict().getKey("/DecodeParms"));
    QPDFObjectHandle page = document.makeIndirectObject(QPDFObjectHandle::parse(
        &document, "<< /Type /Page /MediaBox [0 0 " + std::to_string(kind.paper.x) + " " +
                       std::to_string(kind.paper.y) +
                       "] /Resources << /Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> >> " +
                       kind.page + " >>"));
    QPDFObjectHandle images = QPDFObjectHandle::newDictionary();
    images.replaceKey("/Im0", document.makeIndirectObject(image));
    page.getKey("/Resources").replaceKey("/XObject", images);
    if (!kind.form.empty()) {
      QPDFObjectHandle form = document.makeIndirectObject(QPDFObjectHandle::newStream(&document, kind.form));
      form.replaceDict(QPDFObjectHandle::parse(
          &document, "<< /Type /XObject /Subtype /Form /BBox [0 0 1000 1000] /Matrix [2 0 0 2 0 0] >>"));
      form.replaceStreamData(kind.form, QPDFObjectHandle::newNull(), QPDFObjectHandle::newNull());
      images.replaceKey("/Fm0", form);
      QPDFObjectHandle resources = QPDFObjectHandle::newDictionary();
      resources.replaceKey("/XObject", images);
      form.getDict().replaceKey("/Resources", resources);
    }
    QPDFObjectHandle contents = QPDFObjectHandle::newStream(&document, kind.paints);
    if (kind.paints_packed) {
      contents.replaceStreamData(kind.paints, QPDFObjectHandle::newName("/FlateDecode"), QPDFObjectHandle::newNull());
    }
    page.replaceKey("/Contents", contents);
    QPDFPageDocumentHelper(document).addPage(QPDFPageObjectHelper(page), false);
  }
  QPDFWriter writer(document, file.c_str());
  writer.setStreamDataMode(qpdf_s_preserve);
  if (!password.empty()) {
    writer.setR6EncryptionParameters(password.c_str(), password.c_str(), true, true, true, true, true, true,
                                     qpdf_r3p_full, true);
  }
  writer.write();
}

}  // namespace platen::io
