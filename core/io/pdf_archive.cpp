#include "core/io/pdf_archive.h"

#include "core/io/json_fields.h"
#include "core/io/saved_profile.h"

#include <algorithm>
#include <cctype>
#include <cstdint>
#include <iterator>
#include <stdexcept>
#include <string_view>
#include <vector>

#define POINTERHOLDER_TRANSITION 4  // qpdf 11: std::shared_ptr throughout
#include <lcms2.h>

#include <qpdf/QPDF.hh>
#include <qpdf/QPDFObjectHandle.hh>

namespace platen::io {

namespace {

constexpr std::string_view kDatePattern = "dddd:dd:dd dd:dd:dd";

std::string xmlText(const std::string& text) {
  std::string out;
  for (const char c : validUtf8(text)) {
    switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      default:
        out += static_cast<unsigned char>(c) < 0x20 ? ' ' : c;  // which XML cannot hold
    }
  }
  return out;
}

// "D:20240131120000" (ISO 32000-1, 7.9.4), of no known time zone.
std::string pdfDate(const std::string& date_time) {
  std::string digits = "D:";
  std::copy_if(date_time.begin(), date_time.end(), std::back_inserter(digits),
               [](unsigned char c) { return std::isdigit(c) != 0; });
  return digits;
}

// "2024-01-31T12:00:00"
std::string xmpDate(std::string date_time) {
  date_time[4] = date_time[7] = '-';
  date_time[10] = 'T';
  return date_time;
}

// The profile as lcms makes it, of version 2.
std::string srgbProfile() {
  const cmsHPROFILE profile = cmsCreate_sRGBProfile();
  cmsSetProfileVersion(profile, 2.1);
  const std::vector<std::uint8_t> bytes = savedProfile(profile);
  cmsCloseProfile(profile);
  if (bytes.empty()) {
    throw std::runtime_error("no sRGB profile could be made");
  }
  return {bytes.begin(), bytes.end()};
}

QPDFObjectHandle name(const char* text) {
  return QPDFObjectHandle::newName(text);
}

QPDFObjectHandle outputIntent(QPDF& pdf) {
  QPDFObjectHandle profile = QPDFObjectHandle::newStream(&pdf, srgbProfile());
  profile.getDict().replaceKey("/N", QPDFObjectHandle::newInteger(3));
  QPDFObjectHandle intent = QPDFObjectHandle::newDictionary();
  intent.replaceKey("/Type", name("/OutputIntent"));
  intent.replaceKey("/S", name("/GTS_PDFA1"));
  intent.replaceKey("/OutputConditionIdentifier", QPDFObjectHandle::newString("sRGB IEC61966-2.1"));
  intent.replaceKey("/Info", QPDFObjectHandle::newString("sRGB IEC61966-2.1"));
  intent.replaceKey("/DestOutputProfile", profile);
  return QPDFObjectHandle::newArray({pdf.makeIndirectObject(intent)});
}

// A number tree (ISO 32000-1, 12.4.2): each range of pages begins with what is said at its index. Indices are those of
// pages: behind the last one begins no range.
QPDFObjectHandle labelTree(const std::map<int, std::string>& labels, int pages) {
  QPDFObjectHandle numbers = QPDFObjectHandle::newArray();
  int next = 0;
  const auto add = [&](int index, const QPDFObjectHandle& label) {
    numbers.appendItem(QPDFObjectHandle::newInteger(index));
    numbers.appendItem(label);
    next = index + 1;
  };
  const auto addNumbersFrom = [&](int index) {
    QPDFObjectHandle label = QPDFObjectHandle::newDictionary();
    label.replaceKey("/S", name("/D"));
    label.replaceKey("/St", QPDFObjectHandle::newInteger(index + 1));
    add(index, label);
  };
  for (const auto& [index, text] : labels) {
    if (index > next) {
      addNumbersFrom(next);
    }
    QPDFObjectHandle label = QPDFObjectHandle::newDictionary();
    label.replaceKey("/P", QPDFObjectHandle::newUnicodeString(validUtf8(text)));
    add(index, label);
  }
  if (next < pages) {
    addNumbersFrom(next);
  }
  QPDFObjectHandle tree = QPDFObjectHandle::newDictionary();
  tree.replaceKey("/Nums", numbers);
  return tree;
}

}  // namespace

bool isDateTime(const std::string& text) {
  return text.size() == kDatePattern.size() &&
         std::equal(
             text.begin(), text.end(), kDatePattern.begin(),
             [](char c, char p) { return p == 'd' ? std::isdigit(static_cast<unsigned char>(c)) != 0 : c == p; }) &&
         text.substr(0, 4) != "0000" && text.substr(5, 2) >= "01" && text.substr(5, 2) <= "12" &&
         text.substr(8, 2) >= "01" && text.substr(8, 2) <= "31" && text.substr(11, 2) < "24" &&
         text.substr(14, 2) < "60" && text.substr(17, 2) < "60";
}

std::string xmpPacket(const PdfAbout& about) {
  std::string text =
      "<?xpacket begin=\"\xEF\xBB\xBF\" id=\"W5M0MpCehiHzreSzNTczkc9d\"?>\n"
      "<x:xmpmeta xmlns:x=\"adobe:ns:meta/\">\n"
      " <rdf:RDF xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\">\n"
      "  <rdf:Description rdf:about=\"\" xmlns:dc=\"http://purl.org/dc/elements/1.1/\""
      " xmlns:xmp=\"http://ns.adobe.com/xap/1.0/\" xmlns:pdf=\"http://ns.adobe.com/pdf/1.3/\""
      " xmlns:pdfaid=\"http://www.aiim.org/pdfa/ns/id/\">\n"
      "   <pdfaid:part>2</pdfaid:part>\n"
      "   <pdfaid:conformance>B</pdfaid:conformance>\n"
      "   <dc:format>application/pdf</dc:format>\n";
  if (!about.title.empty()) {
    text += "   <dc:title><rdf:Alt><rdf:li xml:lang=\"x-default\">" + xmlText(about.title) +
            "</rdf:li></rdf:Alt></dc:title>\n";
  }
  if (isDateTime(about.date_time)) {
    const std::string date = xmpDate(about.date_time);
    text += "   <xmp:CreateDate>" + date + "</xmp:CreateDate>\n   <xmp:ModifyDate>" + date + "</xmp:ModifyDate>\n";
  }
  return text + "   <pdf:Producer>" + xmlText(about.producer) +
         "</pdf:Producer>\n  </rdf:Description>\n </rdf:RDF>\n</x:xmpmeta>\n<?xpacket end=\"w\"?>\n";
}

void makeArchive(QPDF& pdf, const PdfAbout& about, const std::map<int, std::string>& labels) {
  QPDFObjectHandle information = QPDFObjectHandle::newDictionary();
  information.replaceKey("/Producer", QPDFObjectHandle::newUnicodeString(validUtf8(about.producer)));
  if (!about.title.empty()) {
    // As XMP has it, which holds no control characters.
    std::string title = validUtf8(about.title);
    std::replace_if(
        title.begin(), title.end(), [](unsigned char c) { return c < 0x20; }, ' ');
    information.replaceKey("/Title", QPDFObjectHandle::newUnicodeString(title));
  }
  if (isDateTime(about.date_time)) {
    for (const char* key : {"/CreationDate", "/ModDate"}) {
      information.replaceKey(key, QPDFObjectHandle::newString(pdfDate(about.date_time)));
    }
  }
  pdf.getTrailer().replaceKey("/Info", pdf.makeIndirectObject(information));

  QPDFObjectHandle metadata = QPDFObjectHandle::newStream(&pdf, xmpPacket(about));
  metadata.getDict().replaceKey("/Type", name("/Metadata"));
  metadata.getDict().replaceKey("/Subtype", name("/XML"));
  QPDFObjectHandle root = pdf.getRoot();
  root.replaceKey("/Metadata", metadata);
  root.replaceKey("/OutputIntents", outputIntent(pdf));
  if (!labels.empty()) {
    root.replaceKey("/PageLabels", labelTree(labels, static_cast<int>(pdf.getAllPages().size())));
  }
  QPDFObjectHandle preferences = QPDFObjectHandle::newDictionary();
  preferences.replaceKey("/DisplayDocTitle", QPDFObjectHandle::newBool(true));
  root.replaceKey("/ViewerPreferences", preferences);
}

}  // namespace platen::io
