// In which direction the sheet is straight: descents from several angles, quick ones first (FIT section 6). And to
// which side it bends.
#include "core/optim/sheet_fitter.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <utility>
#include <vector>

namespace platen::optim {

namespace {

constexpr double kDegree = M_PI / 180;

}  // namespace

// A plane that was fitted with rulings of angle 0, as it is, and about axes turned by the angle.
SheetFitter::AlongRuling SheetFitter::planeAlong(double phi, const SheetParameters& plane) {
  AlongRuling along{plane, priors_};
  along.priors.ruling = phi;
  SheetParameters& p = along.parameters;
  p.ruling = phi;
  if (phi != 0) {
    // Its yaw and pitch about the turned axes are found by a short descent.
    p.bend = {0.0};
    p.pitch = 0;
    p = refine(p, std::array{2.0}, along.priors, "plane");
  }
  return along;
}

SheetFitter::AlongRuling SheetFitter::bentAlong(const AlongRuling& plane) {
  AlongRuling along = plane;
  SheetParameters& p = along.parameters;
  p = refine(p.withBendSize(5, frame_), std::array{12.0, 6.0, 3.0}, along.priors, "sheet");
  p = refine(p.withBendSize(9, frame_), std::array{3.0, 1.5, 0.7}, along.priors, "sheet");
  return along;
}

SheetFitter::AlongRuling SheetFitter::curledAlong(const AlongRuling& plane, const Curl& curl) {
  constexpr double kCurl = 0.8;  // radians
  AlongRuling along = plane;
  SheetParameters p = plane.parameters.withBendSize(kFineProfile, frame_);
  const bool at_first = curl.end == ProfileEnd::first;
  for (std::size_t k = 0; k < curl.share; ++k) {
    const double angle = kCurl * static_cast<double>(curl.share - k) / static_cast<double>(curl.share);
    p.bend[at_first ? k : p.bend.size() - 1 - k] += at_first == curl.towards_camera ? angle : -angle;
  }
  along.parameters = refine(p, std::array{3.0, 1.5, 0.7}, along.priors, "sheet");
  return along;
}

// Descents from several ruling angles. The quick ones, from near the plane, settle most pages; where even the best
// leaves something unexplained, wide ones follow, whose first sigma takes in the whole of a curled corner.
void SheetFitter::chooseRuling() {
  constexpr double kUnexplained = 0.01;  // data cost at sigma .5 h; pages that are cylinders end at .001 to .008
  constexpr double kFalseValley = 0.05;
  const SheetParameters plane = now_;
  enum class Reach { quick, near, wide };
  const auto run = [&](double phi, Reach reach) {
    AlongRuling candidate = planeAlong(phi, plane);
    SheetParameters p = candidate.parameters;
    if (reach == Reach::near) {
      candidate.priors.ruling_sigma = 0.3;
      p = refine(p.withBendSize(5, frame_), std::array{4.0, 2.0}, candidate.priors, "sheet");
      p = refine(p.withBendSize(9, frame_), std::array{2.0, 1.0, 0.5}, candidate.priors, "sheet");
    } else if (reach == Reach::wide) {
      candidate.priors.ruling_sigma = 0.3;
      p = bentAlong(candidate).parameters;
    } else {
      p = refine(p.withBendSize(5, frame_), std::array{2.0, 1.0}, candidate.priors, "sheet");
    }
    candidate.parameters = p;
    candidate.cost = solver_.cost(p, reach == Reach::quick ? 1 : 0.5, &candidate.priors);
    return candidate;
  };
  // From a plane, a descent bends a curled corner away from the camera as often as towards it: seen at an angle that
  // looks nearly the same, and there is no way back.
  const auto curled = [&](double phi, std::size_t share, ProfileEnd end) {
    AlongRuling candidate = planeAlong(phi, plane);
    candidate.priors.ruling_sigma = 0.3;
    candidate = curledAlong(candidate, {end, share, true});
    candidate.cost = solver_.cost(candidate.parameters, 0.5, &candidate.priors);
    return candidate;
  };
  solver_ = solverOf(true, 2);
  const AlongRuling straight = run(0, Reach::quick);
  AlongRuling best = straight;
  if (cues_.hasGutterAlongLines()) {
    best = run(90 * kDegree, Reach::quick);  // leaves bend about their spine, which lines along it don't tell
  } else if (straight.cost > 0.015) {
    for (const double phi : {90.0, 45.0, -45.0}) {
      AlongRuling candidate = run(phi * kDegree, Reach::quick);
      if (candidate.cost < 0.75 * straight.cost && candidate.cost < best.cost) {
        best = std::move(candidate);
      }
    }
  }
  best.parameters = refine(best.parameters.withBendSize(9, frame_), std::array{1.0, 0.5}, best.priors, "sheet");
  const double unexplained = solver_.cost(best.parameters, 0.5, nullptr);
  diagnostics_["ruling_unexplained"] = unexplained;
  if (unexplained > kUnexplained) {
    best.cost = solver_.cost(best.parameters, 0.5, &best.priors);
    const AlongRuling narrow = best;
    std::vector<AlongRuling> all;
    for (const double phi : {0.0, 90.0, 30.0, -30.0, 60.0, -60.0}) {
      AlongRuling candidate = run(phi * kDegree, Reach::wide);
      const double needed = best.priors.ruling == 0 && phi != 0 ? 0.75 : 1.0;
      if (candidate.cost < needed * best.cost) {
        best = candidate;
      }
      all.push_back(std::move(candidate));
    }
    if (best.cost > kFalseValley) {
      // None of them arrived. Wide descents can miss a valley that one from nearer by finds, and their costs say little
      // yet: the three best go down to the end, on all points, with the best start from a curled corner.
      for (AlongRuling& candidate : all) {
        AlongRuling near = run(candidate.priors.ruling, Reach::near);
        if (near.cost < candidate.cost) {
          candidate = std::move(near);
        }
      }
      const auto cheaper = [](const AlongRuling& a, const AlongRuling& b) { return a.cost < b.cost; };
      std::sort(all.begin(), all.end(), cheaper);
      all.resize(3);
      all.push_back(narrow);
      std::vector<AlongRuling> corners;
      for (const double phi : {-45.0, 45.0}) {
        for (const std::size_t share : {std::size_t{7}, std::size_t{12}}) {
          corners.push_back(curled(phi * kDegree, share, ProfileEnd::first));
          corners.push_back(curled(phi * kDegree, share, ProfileEnd::last));
        }
      }
      all.push_back(*std::min_element(corners.begin(), corners.end(), cheaper));
      solver_ = solverOf(true);
      best.cost = 1e30;
      for (AlongRuling& candidate : all) {
        candidate.parameters = refine(candidate.parameters.withBendSize(kFineProfile, frame_),
                                      std::array{2.0, 1.0, 0.5}, candidate.priors, "sheet");
        candidate.cost = solver_.cost(candidate.parameters, 0.5, &candidate.priors);
        if (candidate.cost < best.cost) {
          best = std::move(candidate);
        }
      }
    }
  }
  solver_ = solverOf(true);
  diagnostics_["ruling_cost_0"] = straight.cost;
  diagnostics_["ruling_cost"] = best.cost;
  now_ = best.parameters;
  priors_ = best.priors;
}

// From afar, paper and its relief turned inside out look the same, and one that is tilted the other way: a descent that
// began on the wrong side of the plane may end there. Where something is left unexplained it is turned once.
void SheetFitter::reverseRelief() {
  constexpr double kSigma = 0.25;
  constexpr double kUnexplained = 0.01;  // data cost
  constexpr double kClearly = 0.75;
  const double unexplained = solver_.cost(now_, kSigma, nullptr);
  if (!(unexplained > kUnexplained)) {
    return;
  }
  SheetParameters reversed = now_;
  reversed.pitch = -reversed.pitch;
  for (double& angle : reversed.bend) {
    angle = -angle;
  }
  reversed = refine(reversed, std::array{2.0, 1.0, 0.5, kSigma}, priors_, "sheet");
  if (solver_.cost(reversed, kSigma, nullptr) < kClearly * unexplained &&
      solver_.cost(reversed, kSigma, &priors_) < solver_.cost(now_, kSigma, &priors_)) {
    now_ = reversed;
  }
}

}  // namespace platen::optim
