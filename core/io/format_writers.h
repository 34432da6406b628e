// The writers behind createPage(), one a format. Formats come checked (page_writer.cpp).
#pragma once

#include "core/io/output_file.h"
#include "core/io/page_writer.h"

#include <memory>

namespace platen::io {

std::unique_ptr<PageWriter> makePngWriter(std::unique_ptr<OutputFile> file, const PageFormat& format);
std::unique_ptr<PageWriter> makeTiffWriter(std::unique_ptr<OutputFile> file, const PageFormat& format);

// Throws std::invalid_argument unless the band fits the format and the rows that are still missing.
void checkBand(const Image& band, const PageFormat& format, int rows_written);
// Throws std::invalid_argument unless all rows are in.
void checkComplete(const PageFormat& format, int rows_written);

// Throws std::invalid_argument for a format that describes no page.
void checkFormat(const PageFormat& format);
// Why a file of this format can't hold the page; empty if it can.
std::string obstacle(const PageFormat& format);

// Grey 0 or 255 to one bit a pixel, most significant first. `white`: the bit that white becomes (fax: 0, else 1).
void packBits(const std::uint8_t* gray, int width, unsigned white, std::uint8_t* packed);

}  // namespace platen::io
