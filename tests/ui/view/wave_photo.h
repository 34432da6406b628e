// A photo whose pixels are a smooth formula, so that every painted pixel can be checked against the truth; and a page
// on it that is bent and folded.
#pragma once

#include "core/pipeline/photo_region.h"
#include "core/warp_grid.h"
#include "tests/support/photo_files.h"
#include "ui/view/view_transform.h"

#include <memory>

#include <QColor>
#include <QImage>

namespace platen::ui {

inline constexpr int kPatience_ms = 60000;  // for slow machines and sanitizers; nothing waits for it to pass
inline constexpr Size kWavePhoto{1600, 1200};

// 0..255, what the photo shows at a place (pixel centres at .5), slow enough that half a pixel of the photo is one
// level and one of a level by 4 is many.
double waveAt(Vec2 source_px, int channel);

// The photo's file, and its regions with one coarse level of a quarter.
class WavePhoto {
 public:
  explicit WavePhoto(FileFormat format = FileFormat::png);
  [[nodiscard]] const std::shared_ptr<const pipeline::PhotoRegions>& regions() const { return regions_; }
  [[nodiscard]] std::filesystem::path file() const { return regions_->info().file; }

 private:
  test::ScratchFolder folder_;
  std::shared_ptr<const pipeline::PhotoRegions> regions_;
};

// Bent along u and folded in the middle; `shift` moves all of it to the right. Well inside the photo.
WarpGrid bentPage(double shift = 0);
inline constexpr Vec2 kPageExtent{900, 1000};

// The colour that a widget was painted with at widget_px, mean of the pixels around it.
QColor paintedAt(const QImage& grabbed, Vec2 widget_px);
// Greatest difference of any channel from what the photo shows there.
double offTheWave(const QColor& painted, Vec2 source_px);

}  // namespace platen::ui
