#include "core/io/pdf_marks.h"

#include "core/io/pdf_values.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include <qpdf/Pl_QPDFTokenizer.hh>
#include <qpdf/QPDFObjGen.hh>
#include <qpdf/QPDFTokenizer.hh>

namespace platen::io {
namespace {

// Contents of a page that draws one image have some hundred bytes, with its OCR text some hundred thousand.
constexpr std::size_t kMostContents = std::size_t{64} << 20;
constexpr std::size_t kMostStates = 1000;
// Of forms, which may hold forms, or themselves.
constexpr int kMostNested = 4;
constexpr std::size_t kMostForms = 100;    // different ones
constexpr std::size_t kMostOperands = 64;  // an operator has 33 at most (scn)
constexpr std::size_t kMostClips = 1000;
constexpr std::size_t kMostFormContents = std::size_t{16} << 20;

// First `a`, then `b` (8.3.4: row vectors).
PdfMatrix product(const PdfMatrix& a, const PdfMatrix& b) {
  return {a[0] * b[0] + a[1] * b[2], a[0] * b[1] + a[1] * b[3],        a[2] * b[0] + a[3] * b[2],
          a[2] * b[1] + a[3] * b[3], a[4] * b[0] + a[5] * b[2] + b[4], a[4] * b[1] + a[5] * b[3] + b[5]};
}

PdfMatrix matrixOf(QPDFObjectHandle array) {
  PdfMatrix m{1, 0, 0, 1, 0, 0};
  if (array.isArray() && array.getArrayNItems() == 6) {
    for (int k = 0; k < 6; ++k) {
      m[static_cast<std::size_t>(k)] = numberOf(array.getArrayItem(k), 0);
    }
  }
  return m;
}

// Pixels an inch of paper of an image that is drawn there; 0: it covers nothing.
double densityOf(const QPDFObjectHandle& image, const PdfMatrix& page_from_image) {
  const PdfMatrix& m = page_from_image;
  const double across = std::hypot(m[0], m[1]) / kPointsPerInch;
  const double down = std::hypot(m[2], m[3]) / kPointsPerInch;
  return across > 0 && down > 0 ? std::max(sideOf(image, "/Width") / across, sideOf(image, "/Height") / down) : 0;
}

double areaOf(const PdfMatrix& m) {
  return std::abs(m[0] * m[3] - m[1] * m[2]);
}

struct Form {
  QPDFObjectHandle form;
  PdfMatrix page_from_user;  // where it is drawn smallest, but for its own matrix
};
using Forms = std::map<QPDFObjGen, Form>;  // each once

// One more drawing of a form: where it is smallest its images are densest. What covers nothing is not drawn.
void draw(const Form& form, Forms& forms) {
  const double area = areaOf(form.page_from_user);
  if (area > 0) {
    const auto [there, is_new] = forms.emplace(form.form.getObjGen(), form);
    if (!is_new && area < areaOf(there->second.page_from_user)) {
      there->second = form;
    }
  }
}

struct Stopped {};

class Reader final : public QPDFObjectHandle::TokenFilter {
 public:
  Reader(const QPDFObjectHandle& resources, const PdfMatrix& page_from_user, const std::stop_token& stop)
      : resources_(resources), stop_(stop) {
    state_.page_from_user = page_from_user;
  }

  PdfMarks marks;
  Forms forms;

  void read(const std::string& contents) {
    Pl_QPDFTokenizer tokens("contents", this);
    tokens.write(reinterpret_cast<const unsigned char*>(contents.data()), contents.size());
    tokens.finish();
  }

  void handleToken(const QPDFTokenizer::Token& token) override {
    if (stop_.stop_requested()) {
      throw Stopped{};
    }
    using Kind = QPDFTokenizer::token_type_e;
    switch (token.getType()) {
      case Kind::tt_space:
      case Kind::tt_comment:
      case Kind::tt_eof:
        return;
      case Kind::tt_array_open:
      case Kind::tt_dict_open:
        take({});
        ++depth_;
        return;
      case Kind::tt_array_close:
      case Kind::tt_dict_close:
        depth_ = std::max(0, depth_ - 1);
        return;
      case Kind::tt_inline_image:
        marks.others = true;
        return;
      case Kind::tt_word:
        if (depth_ == 0) {
          act(token.getValue());
          operands_.clear();
        }
        return;
      case Kind::tt_integer:
      case Kind::tt_real:
        take({.number = numberOf(token.getValue(), 0)});
        return;
      case Kind::tt_name:
        take({.name = token.getValue()});
        return;
      default:
        take({});
    }
  }

 private:
  struct Operand {
    double number = 0;
    std::string name = {};  // with its slash; empty: it is none
  };
  struct State {
    PdfMatrix page_from_user{1, 0, 0, 1, 0, 0};
    bool black_ink = true;
    bool text_is_seen = true;
  };

  // An array or a dictionary is one operand.
  void take(Operand operand) {
    if (depth_ == 0 && operands_.size() < kMostOperands) {
      operands_.push_back(std::move(operand));
    }
  }

  double number(std::size_t k) { return k < operands_.size() ? operands_[k].number : 0; }

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
      PdfMatrix m{};
      for (std::size_t k = 0; k < 6; ++k) {
        m[k] = number(k);
      }
      state_.page_from_user = product(m, state_.page_from_user);
    } else if (what == "Tr") {
      state_.text_is_seen = number(0) != 3;
    } else if (kText.count(what) > 0) {
      marks.others = marks.others || state_.text_is_seen;
    } else if (kPaths.count(what) > 0) {
      marks.others = true;
    } else if (what == "re") {
      const PdfMatrix m = product({number(2), 0, 0, number(3), number(0), number(1)}, state_.page_from_user);
      const auto [x0, x1] = std::minmax({m[4], m[0] + m[2] + m[4]});
      const auto [y0, y1] = std::minmax({m[5], m[1] + m[3] + m[5]});
      path_ = {x0, y0, x1, y1};
      ++path_parts_;
    } else if (what == "m" || what == "l" || what == "c" || what == "v" || what == "y") {
      path_parts_ += 2;
    } else if (what == "W" || what == "W*") {
      if (path_parts_ == 1 && marks.clips.size() < kMostClips) {
        marks.clips.push_back(path_);
      } else {
        marks.others = true;
      }
    } else if (what == "n") {
      path_parts_ = 0;
    } else if (what == "g") {
      state_.black_ink = number(0) == 0;
    } else if (what == "rg") {
      state_.black_ink = number(0) + number(1) + number(2) == 0;
    } else if (what == "k") {
      state_.black_ink = number(3) == 1;
    } else if (what == "cs" || what == "sc" || what == "scn") {
      state_.black_ink = false;
    } else if (what == "gs") {
      takeState();
    } else if (what == "BDC") {
      marks.others = marks.others || (!operands_.empty() && operands_[0].name == "/OC");  // may be hidden
    } else if (what == "Do") {
      drawObject();
    }
  }

  QPDFObjectHandle resource(const char* kind) {
    QPDFObjectHandle all = resources_.isDictionary() ? resources_.getKey(kind) : QPDFObjectHandle::newNull();
    const bool is_named = !operands_.empty() && !operands_[0].name.empty();
    return all.isDictionary() && is_named ? all.getKey(operands_[0].name) : QPDFObjectHandle::newNull();
  }

  void takeState() {
    QPDFObjectHandle state = resource("/ExtGState");
    if (!state.isDictionary()) {
      return;
    }
    QPDFObjectHandle mask = state.getKey("/SMask");
    QPDFObjectHandle blend = state.getKey("/BM");
    QPDFObjectHandle alpha = state.getKey("/ca");
    marks.others = marks.others || !(mask.isNull() || mask.isNameAndEquals("/None")) ||
                   !(blend.isNull() || blend.isNameAndEquals("/Normal") || blend.isNameAndEquals("/Compatible")) ||
                   numberOf(alpha, 1) < 1;
  }

  void drawObject() {
    QPDFObjectHandle object = resource("/XObject");
    if (object.isStream() && object.getDict().getKey("/Subtype").isNameAndEquals("/Form")) {
      draw({object, state_.page_from_user}, forms);
    }
    if (!object.isStream() || !object.getDict().getKey("/Subtype").isNameAndEquals("/Image")) {
      marks.others = true;
      return;
    }
    marks.densest_dpi = std::max(marks.densest_dpi, densityOf(object, state_.page_from_user));
    if (marks.images.size() < 2) {
      marks.images.push_back({object, state_.page_from_user, state_.black_ink});
    }
  }

  QPDFObjectHandle resources_;
  const std::stop_token& stop_;
  std::vector<Operand> operands_;
  int depth_ = 0;  // in arrays and dictionaries
  State state_;
  std::vector<State> states_;
  PdfRect path_;
  int path_parts_ = 0;
};

// Of the images in forms, and in forms of these; of the first of them where there are many. What can't be unpacked
// shows nothing.
double densestInForms(const QPDFObjectHandle& page_resources, Forms forms, const std::stop_token& stop) {
  double densest = 0;
  std::size_t left = kMostForms;
  std::size_t bytes_left = kMostFormContents;
  for (int level = 0; level < kMostNested && !forms.empty(); ++level) {
    Forms inner;
    for (auto& [id, each] : forms) {
      const std::optional<std::string> contents = left > 0 ? unpacked(each.form, bytes_left) : std::nullopt;
      if (!contents) {
        continue;
      }
      --left;
      bytes_left -= contents->size();
      QPDFObjectHandle own = each.form.getDict().getKey("/Resources");
      Reader reader(own.isDictionary() ? own : page_resources,
                    product(matrixOf(each.form.getDict().getKey("/Matrix")), each.page_from_user), stop);
      reader.read(*contents);
      densest = std::max(densest, reader.marks.densest_dpi);
      for (const auto& [inner_id, form] : reader.forms) {
        draw(form, inner);
      }
    }
    forms = std::move(inner);
  }
  return densest;
}

}  // namespace

PdfMarks marksOf(const QPDFObjectHandle& page, const QPDFObjectHandle& resources, const std::stop_token& stop) {
  Reader reader(resources, {1, 0, 0, 1, 0, 0}, stop);
  try {
    reader.read(contentsOf(page, kMostContents));
    reader.marks.densest_dpi =
        std::max(reader.marks.densest_dpi, densestInForms(resources, std::move(reader.forms), stop));
  } catch (const Stopped&) {
  }
  return std::move(reader.marks);
}

}  // namespace platen::io
