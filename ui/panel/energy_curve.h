// The course of a fit's energy: one falling line for each round, since energies can be compared inside one alone, each
// drawn between its own highest and lowest value. Only the last few: what happens now.
#pragma once

#include "ui/session/frame_mailbox.h"

#include <vector>

#include <QWidget>

namespace platen::ui {

class EnergyCurve : public QWidget {
  Q_OBJECT

 public:
  explicit EnergyCurve(QWidget* parent = nullptr);

  void clear();
  void add(const std::vector<EnergyStep>& steps);
  [[nodiscard]] const std::vector<EnergyStep>& steps() const { return steps_; }

  [[nodiscard]] QSize sizeHint() const override { return {200, 72}; }
  [[nodiscard]] QSize minimumSizeHint() const override { return {80, 48}; }

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  std::vector<EnergyStep> steps_;  // oldest first, bounded
};

}  // namespace platen::ui
