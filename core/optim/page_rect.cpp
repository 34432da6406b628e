#include "core/optim/page_rect.h"

#include "core/box_side.h"
#include "core/optim/edge_profile.h"
#include "core/optim/fold_line.h"
#include "core/optim/ruled_paper.h"
#include "core/optim/whole_letters.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>

namespace platen::optim {
namespace {

constexpr double kSpineReach_h = 6;
constexpr double kRulingReach_h = 8;  // of ruled paper that is written on, to tell how it goes on
constexpr double kInkLooks = 40000;
constexpr double kRoughInkLooks = 2500;
constexpr double kInfinite = std::numeric_limits<double>::infinity();

void include(Box& box, Vec2 p, double pad) {
  box.x0 = std::min(box.x0, p.x - pad);
  box.x1 = std::max(box.x1, p.x + pad);
  box.y0 = std::min(box.y0, p.y - pad);
  box.y1 = std::max(box.y1, p.y + pad);
}

double quantile(std::vector<double>& values, double q) {
  const auto at = values.begin() + static_cast<std::ptrdiff_t>(q * static_cast<double>(values.size() - 1));
  std::nth_element(values.begin(), at, values.end());
  return *at;
}

// The box that holds nearly all the ink, looked at on a lattice of some `looks` pixels.
void extendByInk(const PageCues& cues, const SheetModel& sheet, double looks, Box& content, bool has_content) {
  if (cues.ink.empty() || cues.ink.image.channels() != 1 || cues.ink.image.type() != PixelType::u8) {
    return;
  }
  const Image& image = cues.ink.image;
  const int step =
      std::max(1, static_cast<int>(std::sqrt(static_cast<double>(image.width()) * image.height() / looks)));
  std::vector<double> u;
  std::vector<double> v;
  for (int j = step / 2; j < image.height(); j += step) {
    const auto* row = image.rowAs<std::uint8_t>(j);
    for (int i = step / 2; i < image.width(); i += step) {
      if (row[i] > 64) {
        const SheetModel::Seen seen = sheet.sheetFromWork(Vec2{i + 0.5, j + 0.5} / cues.ink.scale);
        if (seen.visible) {
          u.push_back(seen.sheet_uv.x);
          v.push_back(seen.sheet_uv.y);
        }
      }
    }
  }
  if (u.size() < 50) {
    return;
  }
  const Box ink{quantile(u, 0.004), quantile(v, 0.004), quantile(u, 0.996), quantile(v, 0.996)};
  if (!has_content) {
    content = ink;
    return;
  }
  const double most_u = 0.35 * content.width();
  const double most_v = 0.60 * content.height();
  content = {std::clamp(ink.x0, content.x0 - most_u, content.x0), std::clamp(ink.y0, content.y0 - most_v, content.y0),
             std::clamp(ink.x1, content.x1, content.x1 + most_u), std::clamp(ink.y1, content.y1, content.y1 + most_v)};
}

// Share of a line of the sheet that the photo shows.
double shownShare(const SheetModel& sheet, Vec2 extent, SideKind kind, double at, const Box& span) {
  constexpr int kSamples = 24;
  int shown = 0;
  for (int i = 0; i <= kSamples; ++i) {
    const double f = static_cast<double>(i) / kSamples;
    const Vec2 uv = isLevel(kind) ? Vec2{span.x0 + f * span.width(), at} : Vec2{at, span.y0 + f * span.height()};
    const Vec2 p = sheet.workFromSheet(uv);
    shown += p.x > -0.5 && p.y > -0.5 && p.x < extent.x + 0.5 && p.y < extent.y + 0.5 ? 1 : 0;
  }
  return static_cast<double>(shown) / (kSamples + 1);
}

// Of the page's outline, what lies beyond the content at a side.
struct OutlineBeyond {
  double off = 0;           // how far, in sheet units; 0 where the outline does not tell
  double at_photo_end = 0;  // share that runs along the photo's border: the side itself is out of view there
};

// Whether a place of the outline lies at the photo's border, which is as much as its mask tells of it.
bool isAtPhotoEnd(const PageCues& cues, Vec2 work) {
  constexpr double kNear = 5.0 / 480;  // of the photo's longer side: the pixels of a mask that are no edge of paper
  const Vec2 extent = cues.frame.extent();
  return std::min({work.x, work.y, extent.x - work.x, extent.y - work.y}) < kNear * std::max(extent.x, extent.y);
}

OutlineBeyond outlineBeyond(const PageCues& cues, const SheetModel& sheet, const Box& content, SideKind kind) {
  constexpr std::size_t kFewest = 4;
  if (cues.quad_iou < 0.9) {
    return {};
  }
  const bool is_h = isLevel(kind);
  const double edge = edgeOf(content, kind);
  std::vector<double> beyond;
  double at_end = 0;
  for (const Vec2 point : cues.outline) {
    const SheetModel::Seen seen = sheet.sheetFromWork(point);
    const double across = is_h ? seen.sheet_uv.x : seen.sheet_uv.y;
    const bool beside = is_h ? across > content.x0 && across < content.x1 : across > content.y0 && across < content.y1;
    const double out = ((is_h ? seen.sheet_uv.y : seen.sheet_uv.x) - edge) * outwards(kind);
    if (seen.visible && beside && out > 0) {
      beyond.push_back(out);
      at_end += isAtPhotoEnd(cues, point) ? 1 : 0;
    }
  }
  if (beyond.size() < kFewest) {
    return {};
  }
  const double share = at_end / static_cast<double>(beyond.size());
  return {quantile(beyond, 0.25), share};
}

// As far as the two sides beside each go, in sheet units: there is paper between them. -infinity, outwards, where one
// of them was not found as an edge that the sheet explains.
using Reach = std::array<double, 4>;  // by SideKind

Reach reachOf(const PageCues& cues,
              const SheetModel& sheet,
              const std::vector<Curve>& curves,
              const std::vector<bool>& inlier,
              const bool (&has_edge)[4]) {
  const auto isGutter = [&](SideKind kind) {
    return std::any_of(cues.sides.begin(), cues.sides.end(),
                       [kind](const PageSide& side) { return side.kind == kind && side.is_gutter; });
  };
  // Outwards from each of the four, the ends of the two beside it; of several curves of one side, the farther one.
  std::array<std::array<double, 2>, 4> ends{};
  ends.fill({-kInfinite, -kInfinite});
  for (std::size_t i = 0; i < curves.size(); ++i) {
    const Curve& side = curves[i];
    if (side.kind != CurveKind::side || !inlier[i] || !has_edge[static_cast<std::size_t>(side.side)] ||
        isGutter(side.side)) {
      continue;
    }
    double least = kInfinite;
    double most = -kInfinite;
    for (const Vec2 point : side.points) {
      if (const SheetModel::Seen seen = sheet.sheetFromWork(point); seen.visible) {
        const double along = isLevel(side.side) ? seen.sheet_uv.x : seen.sheet_uv.y;
        least = std::min(least, along);
        most = std::max(most, along);
      }
    }
    const bool is_level = isLevel(side.side);
    const std::size_t hand = outwards(side.side) < 0 ? 0 : 1;
    double& first = ends[static_cast<std::size_t>(is_level ? SideKind::left : SideKind::top)][hand];
    double& second = ends[static_cast<std::size_t>(is_level ? SideKind::right : SideKind::bottom)][hand];
    first = std::max(first, -least);
    second = std::max(second, most);
  }
  Reach reach{};
  for (std::size_t k = 0; k < reach.size(); ++k) {
    reach[k] = std::min(ends[k][0], ends[k][1]);
  }
  return reach;
}

// Whether the outline is a quadrilateral in contrast all along, but where the photo ends, which is at less than half of
// it: nothing but paper is inside.
bool isOutlineSure(const PageCues& cues) {
  constexpr double kStraight = 0.95;
  constexpr double kAllAlong = 0.95;
  constexpr double kMostCutOff = 0.5;
  const auto at_end =
      std::count_if(cues.outline.begin(), cues.outline.end(), [&](Vec2 p) { return isAtPhotoEnd(cues, p); });
  const double cut_off = static_cast<double>(at_end) / std::max(1.0, static_cast<double>(cues.outline.size()));
  return cues.quad_iou > kStraight && cut_off < kMostCutOff && cues.outline_valid > kAllAlong * (1 - cut_off);
}

// Moves each side without an edge of its own out to the usual blank margin (6 % of the content's width), or to the
// outline if that tells of more page (up to 25 %; all of it where that is sure, or where there is hardly any text to
// say what a page holds), step by step and in turn, as long as the photo shows what is gained, or as much of it as of
// the content's own end: print may run out of the photo at the corners. Where the photo cuts the side off, also as far
// as the sides beside it tell.
void growToBlankMargin(const PageCues& cues,
                       const SheetModel& sheet,
                       const Box& content,
                       const bool (&has_edge)[4],
                       const Reach& reach,
                       Box& rect) {
  constexpr int kSteps = 16;
  constexpr double kLeastShown = 0.7, kMostShown = 0.97;
  constexpr double kShownOfCutOff = 0.9;  // a corner may be out of the photo
  constexpr double kCutOff = 0.3;         // of the outline beyond a side
  const Vec2 extent = cues.frame.extent();
  const double least = 0.06 * content.width();
  const double usual = 0.25 * content.width();
  const double most = cues.has_text ? usual : kInfinite;
  const bool is_loose = !cues.hasGutter();  // beside the leaf of a book lie others, and its boards
  const bool is_sure = is_loose && isOutlineSure(cues);
  bool held[4] = {has_edge[0], has_edge[1], has_edge[2], has_edge[3]};
  double stride[4] = {};
  double shown[4] = {};
  for (std::size_t k = 0; k < 4; ++k) {
    const auto kind = static_cast<SideKind>(k);
    const OutlineBeyond outline = outlineBeyond(cues, sheet, content, kind);
    const bool is_cut_off = is_loose && outline.at_photo_end > kCutOff;
    const double told = std::clamp(outline.off, least, is_sure ? kInfinite : most);
    const double beside = is_cut_off ? reach[k] - outwards(kind) * edgeOf(content, kind) : 0;
    stride[k] = std::max(told, beside) / kSteps;
    const double own = shownShare(sheet, extent, kind, edgeOf(content, kind), content);
    const double enough = is_cut_off ? kShownOfCutOff : kMostShown;
    shown[k] = own < kLeastShown ? kMostShown : std::min(enough, own);
  }
  const auto isShown = [&](std::size_t k, double at) {
    const auto kind = static_cast<SideKind>(k);
    return shownShare(sheet, extent, kind, at, content) >= shown[k] &&
           shownShare(sheet, extent, kind, at, rect) >= std::min(0.85, shown[k]);
  };
  for (int step = 0; step < kSteps; ++step) {
    for (std::size_t k = 0; k < 4; ++k) {
      const auto kind = static_cast<SideKind>(k);
      const double at = edgeOf(rect, kind) + outwards(kind) * stride[k];
      held[k] = held[k] || !isShown(k, at);
      if (!held[k]) {
        edgeOf(rect, kind) = at;
      }
    }
  }
  // Where strides are long, the last one in parts.
  constexpr int kHalves = 5;
  for (std::size_t k = 0; k < 4; ++k) {
    const auto kind = static_cast<SideKind>(k);
    double part = held[k] && !has_edge[k] && stride[k] * kSteps > usual ? stride[k] : 0;
    for (int half = 0; half < kHalves && part > 0; ++half) {
      part /= 2;
      const double at = edgeOf(rect, kind) + outwards(kind) * part;
      edgeOf(rect, kind) = isShown(k, at) ? at : edgeOf(rect, kind);
    }
  }
}

// Of all traced text, whether the sheet explains it or not: what lies between two places of a side.
double shareOfTextBetween(
    const SheetModel& sheet, const std::vector<Curve>& curves, SideKind kind, double inner, double outer) {
  double between = 0;
  double all = 0;
  for (const Curve& curve : curves) {
    if (curve.kind != CurveKind::text) {
      continue;
    }
    for (const Vec2 point : curve.points) {
      const SheetModel::Seen seen = sheet.sheetFromWork(point);
      if (seen.visible) {
        const double along = isLevel(kind) ? seen.sheet_uv.y : seen.sheet_uv.x;
        between += (along - inner) * outwards(kind) > 0 && (outer - along) * outwards(kind) > 0 ? 1 : 0;
        all += 1;
      }
    }
  }
  return all > 0 ? between / all : 0;
}

double across(const Box& box, SideKind kind) {
  return isLevel(kind) ? box.height() : box.width();
}

// Moves sides that are edges of the pages below, of the cover, or of what the page lies on, in to the sheet's own edge,
// and a side found on the slope down to a spine out to the spine.
void followOwnEdges(const PageCues& cues,
                    const SheetModel& sheet,
                    const std::vector<Curve>& curves,
                    const Box& printed,
                    const Box& content,
                    const bool (&has_edge)[4],
                    PageRect& page) {
  constexpr double kTextBetween = 0.1;
  constexpr double kMostLeaves = 0.1;  // of the page's extent
  Box& rect = page.rect;
  const double h = cues.char_height / (sheet.frame().norm * sheet.frame().half_width_q);
  const Box shown = rect;
  for (const SideKind kind : {SideKind::top, SideKind::bottom, SideKind::left, SideKind::right}) {
    const double sign = outwards(kind);
    // Above and below the text may come a table or a figure that no line was traced in: what is printed counts there.
    const bool is_h = isLevel(kind);
    const double from = edgeOf(is_h ? content : printed, kind) + 0.2 * h * sign;
    const double believed = edgeOf(shown, kind) + 0.1 * h * sign;
    const bool is_given = std::any_of(cues.sides.begin(), cues.sides.end(),
                                      [&](const PageSide& side) { return side.kind == kind && side.is_given; });
    if (is_given || (believed - from) * sign < h) {
      continue;
    }
    const double to = believed + (is_h ? 0 : kSpineReach_h * h * sign);
    // A side's ends are cut off: there the other sides' own edges lie.
    const Box span{shown.x0 + 0.08 * shown.width(), shown.y0 + 0.08 * shown.height(), shown.x1 - 0.08 * shown.width(),
                   shown.y1 - 0.08 * shown.height()};
    const EdgeProfile profile = profileOf(cues, sheet, kind, from, to, span);
    const std::size_t edge = profile.columnOf(believed);
    // Where an open book was divided is no edge of paper, and a figure beside it has edges too.
    const bool is_gutter = std::any_of(cues.sides.begin(), cues.sides.end(),
                                       [&](const PageSide& side) { return side.kind == kind && side.is_gutter; });
    std::size_t own = is_gutter ? edge : ownEdge(profile, edge, !cues.is_sheet);
    if (cues.is_sheet && !cues.hasGutter() && own < edge &&
        std::abs(profile.at(own) - believed) > kMostLeaves * across(shown, kind)) {
      continue;  // a sheet with four sides of its own lies on few others: these are a table's columns
    }
    if (is_h && own < edge && shareOfTextBetween(sheet, curves, kind, profile.at(own), believed) > kTextBetween) {
      continue;  // lines of handwriting lie like the leaves of a book
    }
    if (own < edge) {
      const double both = is_h ? shown.y0 + shown.y1 : shown.x0 + shown.x1;
      const double most = std::abs(from - (both - edgeOf(shown, kind)));  // up to the opposite side
      const double inside = from - std::min(kRulingReach_h * h, most) * sign;
      const EdgeProfile ruled = profileOf(cues, sheet, kind, inside, believed, span);
      const std::size_t end = endOfRuling(ruled, ruled.columnOf(from), ruled.columnOf(believed));
      own = end > 0 ? ownEdge(profile, edge, !cues.is_sheet, profile.columnOf(ruled.at(end))) : own;
    }
    const std::size_t spine = is_h || !has_edge[static_cast<std::size_t>(kind)] ? edge : spineBehind(profile, edge);
    if (own < edge) {
      edgeOf(rect, kind) = profile.at(own);
    } else if (spine > edge) {
      edgeOf(rect, kind) = insideFoldLine(cues, sheet, kind, profile.at(spine), shown);
      page.ends_at_spine = true;
    }
  }
}

// Sides without an edge of paper move behind the letters that they would cut, and so do, where sides may move at all
// (`settled`: not), upper and lower ones that run through a line of text: an open book that is kept whole bends in more
// ways than the sheet does. Not sides that someone gave, nor a spine; and no farther than the photo shows.
void cutNoLetters(const PageCues& cues, const SheetModel& sheet, const Box& middles, bool settled, PageRect& page) {
  constexpr double kThrough_h = 0.5;  // as near to the middle of a line
  constexpr double kLess = 0.02;      // of the side, that the photo may show less of
  constexpr int kTries = 8;
  const Vec2 extent = cues.frame.extent();
  const double h = cues.char_height / (sheet.frame().norm * sheet.frame().half_width_q);
  for (const SideKind kind : {SideKind::top, SideKind::bottom, SideKind::left, SideKind::right}) {
    const auto k = static_cast<std::size_t>(kind);
    const bool is_told = std::any_of(cues.sides.begin(), cues.sides.end(), [&](const PageSide& side) {
      return side.kind == kind && (side.is_given || side.is_gutter);
    });
    const double edge = edgeOf(page.rect, kind);
    const bool runs_through =
        isLevel(kind) && !settled && outwards(kind) * (edge - edgeOf(middles, kind)) < kThrough_h * h;
    if (is_told || (page.edge_found[k] && !runs_through)) {
      continue;
    }
    const SideOf of = page.edge_found[k] ? SideOf::paper : SideOf::print;
    const auto work = [&](Vec2 uv) { return sheet.workFromSheet(uv); };
    double moved = beyondTheLetters(cues, page.rect, kind, of, {h, h}, work);
    const double shown = shownShare(sheet, extent, kind, edge, page.rect) - kLess;
    const double step = (moved - edge) / kTries;
    for (int left = kTries; left > 0 && shownShare(sheet, extent, kind, moved, page.rect) < shown; --left) {
      moved -= step;
    }
    edgeOf(page.rect, kind) = moved;
    page.behind_letters[k] = page.edge_found[k] && moved != edge;
  }
}

struct CurvesRect {
  PageRect page;
  Box printed;  // what the lines of text fill
  Box middles;  // of the same, their middles alone
  bool has_text = false;
};

// What sides, text and ink tell, before the photo is looked at again.
CurvesRect rectOfCurves(const PageCues& cues,
                        const SheetModel& sheet,
                        const std::vector<Curve>& curves,
                        const std::vector<bool>& inlier,
                        double ink_looks) {
  PageRect result;
  Box content{kInfinite, kInfinite, -kInfinite, -kInfinite};
  Box middles = content;
  const double h_unit = cues.char_height / sheet.frame().norm;  // one character height in q
  for (std::size_t i = 0; i < curves.size(); ++i) {
    if (curves[i].kind != CurveKind::text || !inlier[i]) {
      continue;
    }
    for (const Vec2 point : curves[i].points) {
      const SheetModel::Seen seen = sheet.sheetFromWork(point);
      if (seen.visible) {
        include(content, seen.sheet_uv, 0.7 * h_unit / seen.scale_q);
        include(middles, seen.sheet_uv, 0);
      }
    }
  }
  bool has_content = content.x1 > content.x0 && content.y1 > content.y0;
  const Box printed = content;
  const bool has_text = has_content;
  extendByInk(cues, sheet, ink_looks, content, has_content);
  has_content = content.x1 > content.x0 && content.y1 > content.y0;

  Box edges = content;
  bool has_edge[4] = {};
  const double h_sheet = h_unit / sheet.frame().half_width_q;
  for (std::size_t i = 0; i < curves.size(); ++i) {
    const Curve& curve = curves[i];
    if (curve.kind != CurveKind::side) {
      continue;
    }
    std::vector<double> at;
    for (const Vec2 point : curve.points) {
      const SheetModel::Seen seen = sheet.sheetFromWork(point);
      if (seen.visible) {
        at.push_back(curve.is_h ? seen.sheet_uv.y : seen.sheet_uv.x);
      }
    }
    if (2 * at.size() < curve.points.size() || at.size() < 2) {
      continue;
    }
    const bool is_given = isGiven(cues, curve);
    // A side that the sheet does not explain is followed at its outer parts, so that nothing of the page is cut.
    const double position = quantile(at, inlier[i] || is_given ? 0.5 : (outwards(curve.side) > 0 ? 0.85 : 0.15));
    if (has_content && !is_given) {
      const double beyond = outwards(curve.side) * (position - edgeOf(content, curve.side));
      if (beyond < -2 * h_sheet) {
        continue;
      }
    }
    const auto k = static_cast<std::size_t>(curve.side);
    has_edge[k] = true;
    edgeOf(edges, curve.side) = position;
  }
  if (!has_content) {
    // Nothing printed: the sides alone, and where one is missing, what the others span.
    Box span{kInfinite, kInfinite, -kInfinite, -kInfinite};
    for (const Curve& curve : curves) {
      for (const Vec2 point : curve.points) {
        const SheetModel::Seen seen = sheet.sheetFromWork(point);
        if (seen.visible) {
          include(span, seen.sheet_uv, 0);
        }
      }
    }
    for (std::size_t k = 0; k < 4; ++k) {
      const auto kind = static_cast<SideKind>(k);
      if (!has_edge[k]) {
        edgeOf(edges, kind) = edgeOf(span, kind);
      }
    }
    content = edges;
  }
  result.rect = edges;
  for (std::size_t k = 0; k < 4; ++k) {
    result.edge_found[k] = has_edge[k];
  }
  if (has_content) {
    growToBlankMargin(cues, sheet, content, has_edge, reachOf(cues, sheet, curves, inlier, has_edge), result.rect);
  }
  result.content = content;
  return {result, printed, middles, has_text};
}

}  // namespace

PageRect findPageRect(const PageCues& cues,
                      const SheetModel& sheet,
                      const std::vector<Curve>& curves,
                      const std::vector<bool>& inlier,
                      bool settled) {
  auto [result, printed, middles, has_text] = rectOfCurves(cues, sheet, curves, inlier, kInkLooks);
  Box content = result.content;
  if (has_text && !settled) {
    followOwnEdges(cues, sheet, curves, printed, content, result.edge_found, result);
  }
  if (has_text) {
    cutNoLetters(cues, sheet, middles, settled, result);
  }
  // A side may lie up to two character heights inside the content (noise of both): the sheet's edge wins.
  content.x0 = std::max(content.x0, result.rect.x0);
  content.y0 = std::max(content.y0, result.rect.y0);
  content.x1 = std::min(content.x1, result.rect.x1);
  content.y1 = std::min(content.y1, result.rect.y1);
  result.content = content;
  return result;
}

Box roughPageRect(const PageCues& cues,
                  const SheetModel& sheet,
                  const std::vector<Curve>& curves,
                  const std::vector<bool>& inlier) {
  return rectOfCurves(cues, sheet, curves, inlier, kRoughInkLooks).page.rect;
}

}  // namespace platen::optim
