#include "core/io/pdf_look.h"

#include "core/io/pdf_values.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#define POINTERHOLDER_TRANSITION 4  // qpdf 11: std::shared_ptr throughout
#include <qpdf/QPDFExc.hh>
#include <qpdf/QPDFObjGen.hh>
#include <qpdf/QPDFObjectHandle.hh>
#include <qpdf/QPDFPageObjectHelper.hh>

namespace platen::io {
namespace {

constexpr double kPointsPerInch = 72;
// Contents of a page that draws one image have some hundred bytes, with its OCR text some hundred thousand.
constexpr std::size_t kMostContents = std::size_t{64} << 20;
constexpr double kEdge = 0.05;
constexpr std::size_t kMostStates = 1000;
// Of forms, which may hold forms, or themselves.
constexpr int kMostNested = 4;
constexpr std::size_t kMostForms = 100;    // different ones
constexpr std::size_t kMostOperands = 64;  // an operator has 33 at most (scn)
constexpr std::size_t kMostClips = 1000;
constexpr std::size_t kMostFormContents = std::size_t{16} << 20;

using Matrix = std::array<double, 6>;

// First `a`, then `b` (8.3.4: row vectors).
Matrix product(const Matrix& a, const Matrix& b) {
  return {a[0] * b[0] + a[1] * b[2], a[0] * b[1] + a[1] * b[3],        a[2] * b[0] + a[3] * b[2],
          a[2] * b[1] + a[3] * b[3], a[4] * b[0] + a[5] * b[2] + b[4], a[4] * b[1] + a[5] * b[3] + b[5]};
}

struct Rect {
  double x0 = 0, y0 = 0, x1 = 0, y1 = 0;
};

Rect rectOf(QPDFObjectHandle array, const Rect& otherwise) {
  if (!array.isRectangle()) {
    return otherwise;
  }
  const auto at = [&](int k) { return numberOf(array.getArrayItem(k), 0); };
  return {std::min(at(0), at(2)), std::min(at(1), at(3)), std::max(at(0), at(2)), std::max(at(1), at(3))};
}

int sideOf(QPDFObjectHandle image, const char* key) {
  QPDFObjectHandle value = image.getDict().getKey(key);
  return value.isInteger() ? value.getIntValueAsInt() : 0;
}

// Pixels an inch of paper of an image that is drawn there; 0: it covers nothing.
double densityOf(const QPDFObjectHandle& image, const Matrix& page_from_image) {
  const Matrix& m = page_from_image;
  const double across = std::hypot(m[0], m[1]) / kPointsPerInch;
  const double down = std::hypot(m[2], m[3]) / kPointsPerInch;
  return across > 0 && down > 0 ? std::max(sideOf(image, "/Width") / across, sideOf(image, "/Height") / down) : 0;
}

double areaOf(const Matrix& m) {
  return std::abs(m[0] * m[3] - m[1] * m[2]);
}

class Marks final : public QPDFObjectHandle::ParserCallbacks {
 public:
  Marks(const QPDFObjectHandle& resources, const Matrix& page_from_user) : resources_(resources) {
    state_.page_from_user = page_from_user;
  }

  void handleObject(QPDFObjectHandle object, size_t /*offset*/, size_t /*length*/) override {
    if (object.isOperator()) {
      act(object.getOperatorValue());
      operands_.clear();
    } else if (object.isInlineImage()) {
      others = true;
    } else if (operands_.size() < kMostOperands) {
      operands_.push_back(object);
    }
  }
  void handleEOF() override {}

  struct Drawn {
    QPDFObjectHandle image;
    Matrix page_from_image;
    bool black_ink;
  };
  std::vector<Drawn> drawn;  // the first two at most
  double densest_dpi = 0;    // of all images that were drawn
  struct Form {
    QPDFObjectHandle form;
    Matrix page_from_user;  // where it is drawn smallest, but for its own matrix
  };
  using Forms = std::map<QPDFObjGen, Form>;
  Forms forms;  // each once
  // One more drawing of a form: where it is smallest its images are densest. What covers nothing is not drawn.
  static void draw(const Form& form, Forms& forms) {
    const double area = areaOf(form.page_from_user);
    if (area > 0) {
      const auto [there, is_new] = forms.emplace(form.form.getObjGen(), form);
      if (!is_new && area < areaOf(there->second.page_from_user)) {
        there->second = form;
      }
    }
  }
  bool others = false;      // other marks
  std::vector<Rect> clips;  // rectangles that cut off what lies outside

 private:
  struct State {
    Matrix page_from_user{1, 0, 0, 1, 0, 0};
    bool black_ink = true;
    int text_mode = 0;
  };

  double number(std::size_t k) { return k < operands_.size() ? numberOf(operands_[k], 0) : 0; }

  void act(const std::string& what) {
    static const std::set<std::string> kPaths{"f", "F", "f*", "B", "B*", "b", "b*", "S", "s", "sh"};
    static const std::set<std::string> kText{"Tj", "TJ", "'", "\""};
    if (what == "q") {
      if (states_.size() < kMostStates) {
        states_.push_back(state_);
      }
    } else if (what == "Q") {
      if (!states_.empty()) {
        state_ = states_.back();
        states_.pop_back();
      }
    } else if (what == "cm") {
      Matrix m{};
      for (std::size_t k = 0; k < 6; ++k) {
        m[k] = number(k);
      }
      state_.page_from_user = product(m, state_.page_from_user);
    } else if (what == "Tr") {
      state_.text_mode = static_cast<int>(number(0));
    } else if (kText.count(what) > 0) {
      others = others || state_.text_mode != 3;
    } else if (kPaths.count(what) > 0) {
      others = true;
    } else if (what == "re") {
      const Matrix& m = state_.page_from_user;
      const double x0 = number(0) * m[0] + number(1) * m[2] + m[4];
      const double y0 = number(0) * m[1] + number(1) * m[3] + m[5];
      const double x1 = (number(0) + number(2)) * m[0] + (number(1) + number(3)) * m[2] + m[4];
      const double y1 = (number(0) + number(2)) * m[1] + (number(1) + number(3)) * m[3] + m[5];
      path_ = {std::min(x0, x1), std::min(y0, y1), std::max(x0, x1), std::max(y0, y1)};
      ++path_parts_;
    } else if (what == "m" || what == "l" || what == "c" || what == "v" || what == "y") {
      path_parts_ += 2;
    } else if (what == "W" || what == "W*") {
      if (path_parts_ == 1 && clips.size() < kMostClips) {
        clips.push_back(path_);
      } else {
        others = true;
      }
    } else if (what == "n") {
      path_parts_ = 0;
    } else if (what == "g") {
      state_.black_ink = number(0) == 0;
    } else if (what == "rg" || what == "k") {
      const bool is_black = what == "rg" ? number(0) + number(1) + number(2) == 0 : number(3) == 1;
      state_.black_ink = is_black;
    } else if (what == "cs" || what == "sc" || what == "scn") {
      state_.black_ink = false;
    } else if (what == "gs") {
      takeState();
    } else if (what == "BDC") {
      others = others || (!operands_.empty() && operands_[0].isNameAndEquals("/OC"));  // may be hidden
    } else if (what == "Do") {
      draw();
    }
  }

  QPDFObjectHandle resource(const char* kind) {
    QPDFObjectHandle all = resources_.isDictionary() ? resources_.getKey(kind) : QPDFObjectHandle::newNull();
    return all.isDictionary() && !operands_.empty() && operands_[0].isName() ? all.getKey(operands_[0].getName())
                                                                             : QPDFObjectHandle::newNull();
  }

  void takeState() {
    QPDFObjectHandle state = resource("/ExtGState");
    if (!state.isDictionary()) {
      return;
    }
    QPDFObjectHandle mask = state.getKey("/SMask");
    QPDFObjectHandle blend = state.getKey("/BM");
    QPDFObjectHandle alpha = state.getKey("/ca");
    others = others || !(mask.isNull() || mask.isNameAndEquals("/None")) ||
             !(blend.isNull() || blend.isNameAndEquals("/Normal") || blend.isNameAndEquals("/Compatible")) ||
             numberOf(alpha, 1) < 1;
  }

  void draw() {
    QPDFObjectHandle object = resource("/XObject");
    if (object.isStream() && object.getDict().getKey("/Subtype").isNameAndEquals("/Form")) {
      draw({object, state_.page_from_user}, forms);
    }
    if (!object.isStream() || !object.getDict().getKey("/Subtype").isNameAndEquals("/Image")) {
      others = true;
      return;
    }
    densest_dpi = std::max(densest_dpi, densityOf(object, state_.page_from_user));
    if (drawn.size() < 2) {
      drawn.push_back({object, state_.page_from_user, state_.black_ink});
    }
  }

  QPDFObjectHandle resources_;
  std::vector<QPDFObjectHandle> operands_;
  State state_;
  std::vector<State> states_;
  Rect path_;
  int path_parts_ = 0;
};

// Clockwise by quarter turns: (x, y) -> (y, -x).
Vec2 turned(Vec2 v, int quarters) {
  for (int k = 0; k < quarters; ++k) {
    v = {v.y, -v.x};
  }
  return v;
}

// From where the image's right and its top point, y up. 0: askew. EXIF 2.32, tag 0x0112.
int orientationOf(Vec2 right, Vec2 up) {
  constexpr double kSkew = 1e-3;
  const double r = std::hypot(right.x, right.y);
  const double u = std::hypot(up.x, up.y);
  const bool upright = std::abs(right.y) <= kSkew * r && std::abs(up.x) <= kSkew * u;
  const bool lying = std::abs(right.x) <= kSkew * r && std::abs(up.y) <= kSkew * u;
  if (r <= 0 || u <= 0 || (!upright && !lying)) {
    return 0;
  }
  if (upright) {
    return up.y > 0 ? (right.x > 0 ? 1 : 2) : (right.x > 0 ? 4 : 3);
  }
  return up.x > 0 ? (right.y < 0 ? 6 : 7) : (right.y < 0 ? 5 : 8);
}

// Something drawn over the page: a stamp, a note, a filled-in field. Links and what is hidden are not seen.
bool hasVisibleNotes(QPDFObjectHandle page) {
  QPDFObjectHandle notes = page.getKey("/Annots");
  for (int k = 0; notes.isArray() && k < notes.getArrayNItems(); ++k) {
    QPDFObjectHandle note = notes.getArrayItem(k);
    if (!note.isDictionary() || note.getKey("/Subtype").isNameAndEquals("/Link") ||
        note.getKey("/Subtype").isNameAndEquals("/Popup")) {
      continue;
    }
    constexpr int kHidden = 2;
    QPDFObjectHandle flags = note.getKey("/F");
    if (!note.getKey("/AP").isNull() && !(flags.isInteger() && (flags.getIntValueAsInt() & kHidden) != 0)) {
      return true;
    }
  }
  return false;
}

bool isNear(const Rect& a, const Rect& page) {
  const double w = kEdge * (page.x1 - page.x0);
  const double h = kEdge * (page.y1 - page.y0);
  return std::abs(a.x0 - page.x0) <= w && std::abs(a.x1 - page.x1) <= w && std::abs(a.y0 - page.y0) <= h &&
         std::abs(a.y1 - page.y1) <= h;
}

bool holds(const Rect& clip, const Rect& page) {
  const double w = kEdge * (page.x1 - page.x0);
  const double h = kEdge * (page.y1 - page.y0);
  return clip.x0 <= page.x0 + w && clip.y0 <= page.y0 + h && clip.x1 >= page.x1 - w && clip.y1 >= page.y1 - h;
}

Matrix matrixOf(QPDFObjectHandle array) {
  Matrix m{1, 0, 0, 1, 0, 0};
  if (array.isArray() && array.getArrayNItems() == 6) {
    for (int k = 0; k < 6; ++k) {
      m[static_cast<std::size_t>(k)] = numberOf(array.getArrayItem(k), 0);
    }
  }
  return m;
}

void parse(QPDF* document, const std::string& contents, Marks& marks) {
  QPDFObjectHandle::parseContentStream(QPDFObjectHandle::newStream(document, contents), &marks);
}

// Of the images in forms, and in forms of these; of the first of them where there are many. What can't be unpacked
// shows nothing.
double densestInForms(QPDF* document, const QPDFObjectHandle& page_resources, Marks::Forms forms) {
  double densest = 0;
  std::size_t left = kMostForms;
  std::size_t bytes_left = kMostFormContents;
  for (int level = 0; level < kMostNested && !forms.empty(); ++level) {
    Marks::Forms inner;
    for (auto& [id, each] : forms) {
      const std::optional<std::string> contents = left > 0 ? unpacked(each.form, bytes_left) : std::nullopt;
      if (!contents) {
        continue;
      }
      --left;
      bytes_left -= contents->size();
      QPDFObjectHandle own = each.form.getDict().getKey("/Resources");
      Marks marks(own.isDictionary() ? own : page_resources,
                  product(matrixOf(each.form.getDict().getKey("/Matrix")), each.page_from_user));
      try {
        parse(document, *contents, marks);
      } catch (const QPDFExc&) {  // the page itself may be fine; what is damaged in it is its renderer's to say
      }
      densest = std::max(densest, marks.densest_dpi);
      for (const auto& [inner_id, form] : marks.forms) {
        Marks::draw(form, inner);
      }
    }
    forms = std::move(inner);
  }
  return densest;
}

}  // namespace

PdfLook lookAt(const QPDFObjectHandle& page_object) {
  QPDFPageObjectHelper page(page_object);
  const Rect paper = rectOf(page.getAttribute("/MediaBox", false), {0, 0, 612, 792});
  Rect box = rectOf(page.getAttribute("/CropBox", false), paper);
  box = {std::max(box.x0, paper.x0), std::max(box.y0, paper.y0), std::min(box.x1, paper.x1),
         std::min(box.y1, paper.y1)};
  const double unit = numberOf(page.getObjectHandle().getKey("/UserUnit"), 1);
  const double inches = (unit > 0 ? unit : 1) / kPointsPerInch;
  QPDFObjectHandle rotate = page.getAttribute("/Rotate", false);
  const int quarters = rotate.isInteger() ? ((rotate.getIntValueAsInt() / 90) % 4 + 4) % 4 : 0;

  PdfLook look;
  look.page_points = {box.x1 - box.x0, box.y1 - box.y0};
  if (quarters % 2 == 1) {
    std::swap(look.page_points.x, look.page_points.y);
  }
  look.page_inches = {look.page_points.x * inches, look.page_points.y * inches};

  QPDF* document = page.getObjectHandle().getOwningQPDF();
  const QPDFObjectHandle resources = page.getAttribute("/Resources", false);
  Marks marks(resources, {1, 0, 0, 1, 0, 0});
  parse(document, contentsOf(page.getObjectHandle(), kMostContents), marks);
  look.densest_dpi = std::max(marks.densest_dpi, densestInForms(document, resources, marks.forms));
  if (marks.others || marks.drawn.size() != 1 || hasVisibleNotes(page.getObjectHandle()) ||
      !std::all_of(marks.clips.begin(), marks.clips.end(), [&](const Rect& clip) { return holds(clip, box); })) {
    return look;
  }
  const Marks::Drawn& only = marks.drawn.front();
  const Matrix& m = only.page_from_image;
  const Rect covered{m[4] + std::min({0.0, m[0], m[2], m[0] + m[2]}), m[5] + std::min({0.0, m[1], m[3], m[1] + m[3]}),
                     m[4] + std::max({0.0, m[0], m[2], m[0] + m[2]}), m[5] + std::max({0.0, m[1], m[3], m[1] + m[3]})};
  look.image_px = {sideOf(only.image, "/Width"), sideOf(only.image, "/Height")};
  look.image_inches = {std::hypot(m[0], m[1]) * inches, std::hypot(m[2], m[3]) * inches};
  look.exif_orientation = orientationOf(turned({m[0], m[1]}, quarters), turned({m[2], m[3]}, quarters));
  QPDFObjectHandle image = only.image;
  QPDFObjectHandle mask = image.getDict().getKey("/ImageMask");
  const bool is_stencil = mask.isBool() && mask.getBoolValue();
  look.black_stencil = is_stencil && only.black_ink;
  if (isNear(covered, box) && look.exif_orientation != 0 && look.image_px.width > 0 && look.image_px.height > 0 &&
      (!is_stencil || look.black_stencil)) {
    look.image = std::make_shared<QPDFObjectHandle>(image);
  }
  return look;
}

}  // namespace platen::io
