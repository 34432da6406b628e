// What a fused step adds up, point by point, as the CPU's loops and the GPU's threads both compute it. Internal to
// those who run steps (fused_blocks.h); the energy that the angles belong to is core/optim/direction_energy.h.
#pragma once

#include "core/sampling/bilinear_taps.h"

#include <cmath>
#include <cstdint>

namespace platen::sampling {

// What a term says of one point: cost and weight, and the cost's derivatives by the place in the image (px) and by the
// surface's d/du.
struct TermPoint {
  float cost = 0, weight = 0;
  float d_x = 0, d_y = 0;
  float d_tangent_x = 0, d_tangent_y = 0;
};

// weight * sum over channels of (value_scale * value - target)^2.
struct SquaresTerm {
  float value_scale = 1;
};

// How far a tangent is off the angle that the image holds there. With (C, S, w) the value, u8 as 128 + 127 cos 2a,
// 128 + 127 sin 2a and 255 w, and tau the tangent's angle:
//   cost = w z / (1 + z / R^2),  z = (sin(a - tau) / sin 1deg)^2
// w is held in the derivatives. Weight 0, and a cost that need not be a number, where nothing is known.
struct AnglesTerm {
  float width = 0, height = 0;  // of the image, px
  float reach_square = 1;       // R^2, degrees
  float degree = 1;             // sin^2 of one
};

constexpr float kLeastCertainty = 0.02F;  // below it an angle is rounding

// value, d_dx, d_dy: of the three channels. No branches, so that many points are done at a time.
PLATEN_TAPS_INLINE TermPoint anglePoint(const AnglesTerm& term,
                                        float x,
                                        float y,
                                        const float* value,
                                        const float* d_dx,
                                        const float* d_dy,
                                        float tx,
                                        float ty) {
  const float certainty = value[2] / 255;
  const float c = (value[0] - 128) / 127;
  const float s = (value[1] - 128) / 127;
  const float strength = std::sqrt(c * c + s * s);
  const float square = tx * tx + ty * ty;
  const bool known = (x >= 0) & (x <= term.width) & (y >= 0) & (y <= term.height) & (certainty > kLeastCertainty) &
                     (strength > kLeastCertainty) & (square > 0);
  const float w = known ? certainty : 0;
  const float m = known ? strength : 1;
  const float length_square = known ? square : 1;
  const float c2 = (tx * tx - ty * ty) / length_square;
  const float s2 = 2 * tx * ty / length_square;
  const float a = c / m;
  const float b = s / m;
  const float agreement = a * c2 + b * s2;
  // 1 - agreement loses all digits near agreement; the sine of the doubled difference keeps them.
  const float sine = b * c2 - a * s2;
  const float near = sine * sine / (1 + (agreement > 0 ? agreement : 0));
  const float far = 1 - agreement;
  const float z = (agreement > 0 ? near : far) / (2 * term.degree);
  const float soft = 1 + z / term.reach_square;
  const float d_z = w / (soft * soft);
  // d z / d(C, S) = -(e - agreement (a, b)) / (2 m sin^2), and e - agreement (a, b) = sine (-b, a).
  const float d_angle = d_z * sine / term.degree;  // d/da of the direction's own angle
  const float d_c = d_angle * -b / (2 * m) / 127;  // da = (a dS - b dC) / (2 m)
  const float d_s = d_angle * a / (2 * m) / 127;
  TermPoint point;
  point.cost = w * z / soft;
  point.weight = w;
  point.d_x = d_c * d_dx[0] + d_s * d_dx[1];
  point.d_y = d_c * d_dy[0] + d_s * d_dy[1];
  // The tangent's angle acts with the opposite sign: d tau = (-ty, tx) / |t|^2.
  point.d_tangent_x = d_angle * ty / length_square;
  point.d_tangent_y = -d_angle * tx / length_square;
  return point;
}

}  // namespace platen::sampling
