#include "core/io/document_writer.h"

#include "core/io/pdf_writer.h"
#include "core/io/tiff_document.h"

namespace platen::io {

Result<std::unique_ptr<DocumentWriter>> createDocument(const std::filesystem::path& file,
                                                       FileFormat format,
                                                       IfThere if_there) {
  if (format == FileFormat::tiff) {
    return createTiffDocument(file, if_there);
  }
  return PdfWriter::create(file, if_there);
}

}  // namespace platen::io
