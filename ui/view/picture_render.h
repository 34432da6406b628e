// One part of a picture as device pixels: what the renderer's thread does. No threads, no widgets.
//
// The photo and the flat page are rendered alike, by pipeline::renderPage: the photo is the page of an identity map.
// Of the flat page only the part of the grid is taken that is wanted, and of the photo only what that part is sampled
// from, at the scale that its sharpness needs. Sampling the grid's spline anew bends it at the ends of the part, where
// a WarpGrid's second derivative is zero, by at most h^2 / 12 of the second derivative for a spacing of h: with two to
// eight samples to a cell of the grid, by its size on the screen, below a tenth of a device pixel.
#pragma once

#include "core/result.h"
#include "ui/view/renderer.h"

#include <stop_token>

#include <QImage>

namespace platen::ui {

struct PicturePart {
  WarpGrid grid;     // source_px from (u, v) over the part, 0..1
  Box source_px;     // what of the photo it is sampled from; may reach beyond the photo
  double scale = 1;  // photo pixels per source_px that it needs, at most 1
};
// `live`: four samples to a cell at most.
PicturePart partOf(const PictureSource& source, const Box& picture_px, Size device_px, bool live = false);

// sRGB, grey or RGB. Errors: those of PhotoRegions::read(); stopped; tooLarge.
Result<QImage> renderPicture(const RenderRequest& request, int threads, const std::stop_token& stop);

// The image's memory as a QImage, not copied; u8, 1 or 3 channels.
QImage sharedImage(const Image& image);
// The same as sRGB, by the photo's profile where it has one that Qt knows (RGB matrix profiles).
QImage colorManaged(const Image& image, const PhotoInfo& info);

}  // namespace platen::ui
