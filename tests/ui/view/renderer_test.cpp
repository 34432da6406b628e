// The renderer's slots: the latest request counts, stale ones are dropped or stopped, every answer says whose it is.
#include "ui/view/renderer.h"

#include "tests/ui/view/wave_photo.h"

#include <filesystem>
#include <map>
#include <stdexcept>
#include <vector>

#include <QTest>
#include <gtest/gtest.h>

namespace platen::ui {
namespace {

class RendererTest : public testing::Test {
 protected:
  void SetUp() override {
    QObject::connect(&renderer_, &Renderer::rendered, &renderer_,
                     [this](const RenderedPicture& picture) { answers_.push_back(picture); });
  }
  [[nodiscard]] RenderRequest photoAt(Size device_px) const {
    return {PictureSource::photo(photo_.regions()), {0, 0, 1600, 1200}, device_px, false};
  }
  // Hundreds of millions of samples: minutes, were it not stopped.
  [[nodiscard]] RenderRequest endless() const { return photoAt({16000, 12000}); }

  WavePhoto photo_;
  Renderer renderer_{1};
  std::vector<RenderedPicture> answers_;
};

TEST_F(RendererTest, AnswersWithThePictureThatWasAskedFor) {
  const int slot = renderer_.addSlot();
  const quint64 generation = renderer_.request(slot, photoAt({400, 300}));
  ASSERT_TRUE(QTest::qWaitFor([&] { return !answers_.empty(); }, kPatience_ms));
  const RenderedPicture& answer = answers_[0];
  EXPECT_EQ(answer.slot, slot);
  EXPECT_EQ(answer.generation, generation);
  EXPECT_EQ(answer.picture_px, (Box{0, 0, 1600, 1200}));
  ASSERT_EQ(answer.image.size(), QSize(400, 300));
  EXPECT_TRUE(answer.error.isEmpty());
  EXPECT_LT(offTheWave(answer.image.pixelColor(100, 200), {402, 802}), 3);
}

TEST_F(RendererTest, ANewerRequestStopsTheOneThatRunsAndReplacesTheOneThatWaits) {
  const int slot = renderer_.addSlot();
  renderer_.request(slot, endless());
  QTest::qWait(20);  // let it begin; the test holds without it too
  for (int k = 0; k < 4; ++k) {
    renderer_.request(slot, endless());
  }
  const quint64 last = renderer_.request(slot, photoAt({40, 30}));
  ASSERT_TRUE(QTest::qWaitFor([&] { return !answers_.empty(); }, kPatience_ms));
  ASSERT_EQ(answers_.size(), 1U);
  EXPECT_EQ(answers_[0].generation, last);
  EXPECT_EQ(answers_[0].image.size(), QSize(40, 30));
}

TEST_F(RendererTest, SlotsDoNotDisturbEachOtherAndAnswersOfOneComeInOrder) {
  const int a = renderer_.addSlot();
  const int b = renderer_.addSlot();
  std::map<int, quint64> last;
  for (int k = 0; k < 10; ++k) {
    last[a] = renderer_.request(a, photoAt({100 + k, 80}));
    last[b] = renderer_.request(b, photoAt({200 + k, 90}));
    QTest::qWait(1);
  }
  const auto isLast = [&](int slot) {
    return [&, slot] {
      for (const RenderedPicture& answer : answers_) {
        if (answer.slot == slot && answer.generation == last[slot]) {
          return true;
        }
      }
      return false;
    };
  };
  ASSERT_TRUE(QTest::qWaitFor(isLast(a), kPatience_ms));
  ASSERT_TRUE(QTest::qWaitFor(isLast(b), kPatience_ms));
  std::map<int, quint64> seen;
  for (const RenderedPicture& answer : answers_) {
    EXPECT_GT(answer.generation, seen[answer.slot]);
    seen[answer.slot] = answer.generation;
    EXPECT_EQ(answer.image.width() < 150, answer.slot == a);
  }
}

TEST_F(RendererTest, WhatIsCancelledIsNotAnswered) {
  const int cancelled = renderer_.addSlot();
  const int removed = renderer_.addSlot();
  const int other = renderer_.addSlot();
  renderer_.request(cancelled, photoAt({40, 30}));
  renderer_.request(removed, photoAt({40, 30}));
  renderer_.cancel(cancelled);
  renderer_.removeSlot(removed);
  renderer_.request(other, photoAt({40, 30}));
  ASSERT_TRUE(QTest::qWaitFor([&] { return !answers_.empty(); }, kPatience_ms));
  QCoreApplication::processEvents();
  ASSERT_EQ(answers_.size(), 1U);
  EXPECT_EQ(answers_[0].slot, other);
  const quint64 again = renderer_.request(cancelled, photoAt({40, 30}));
  ASSERT_TRUE(QTest::qWaitFor([&] { return answers_.size() == 2; }, kPatience_ms));
  EXPECT_EQ(answers_[1].generation, again);
}

TEST_F(RendererTest, APhotoThatIsGoneIsASentence) {
  std::filesystem::remove(photo_.file());
  const int slot = renderer_.addSlot();
  renderer_.request(slot, photoAt({1600, 1200}));
  ASSERT_TRUE(QTest::qWaitFor([&] { return !answers_.empty(); }, kPatience_ms));
  EXPECT_TRUE(answers_[0].image.isNull());
  EXPECT_TRUE(answers_[0].error.contains(QStringLiteral("no such file")));
}

TEST_F(RendererTest, AFrameDoesNotWaitForAPictureThatTakesLong) {
  const int slow = renderer_.addSlot();
  const int live = renderer_.addSlot();
  renderer_.request(slow, endless());
  RenderRequest frame = photoAt({40, 30});
  frame.at_hand_only = frame.is_frame = true;
  const quint64 asked = renderer_.request(live, frame);
  ASSERT_TRUE(QTest::qWaitFor([&] { return !answers_.empty(); }, kPatience_ms));
  EXPECT_EQ(answers_[0].generation, asked);
}

TEST_F(RendererTest, AFrameThatIsBeingRenderedIsNotAnsweredAfterTheSharpPicture) {
  const int live = renderer_.addSlot();
  const int other = renderer_.addSlot();
  RenderRequest frame = endless();
  frame.at_hand_only = frame.is_frame = true;
  renderer_.request(live, frame);
  QTest::qWait(20);  // let it begin; the test holds without it too
  const quint64 sharp = renderer_.request(live, photoAt({80, 60}));
  ASSERT_TRUE(QTest::qWaitFor([&] { return !answers_.empty(); }, kPatience_ms));
  // Frames are rendered one after the other: when this one is, the one before it has ended.
  frame = photoAt({40, 30});
  frame.at_hand_only = frame.is_frame = true;
  const quint64 next = renderer_.request(other, frame);
  ASSERT_TRUE(QTest::qWaitFor([&] { return answers_.size() >= 2; }, kPatience_ms));
  ASSERT_EQ(answers_.size(), 2U);
  EXPECT_EQ(answers_[0].generation, sharp);
  EXPECT_EQ(answers_[1].generation, next);
}

TEST_F(RendererTest, AnswersOfASlotNeverGoBackFromASharpPictureToAFrame) {
  const int live = renderer_.addSlot();
  for (int k = 0; k < 60; ++k) {
    answers_.clear();
    RenderRequest frame = photoAt({8 + k % 50, 8});
    frame.at_hand_only = frame.is_frame = true;
    renderer_.request(live, frame);
    const quint64 sharp = renderer_.request(live, photoAt({4, 4}));
    ASSERT_TRUE(
        QTest::qWaitFor([&] { return !answers_.empty() && answers_.back().generation == sharp; }, kPatience_ms));
    QCoreApplication::processEvents();
    EXPECT_EQ(answers_.back().generation, sharp) << "what comes late is not shown";
  }
}

TEST_F(RendererTest, GoesAwayWhileItWorks) {
  auto renderer = std::make_unique<Renderer>(2);
  renderer->request(renderer->addSlot(), endless());
  renderer->request(renderer->addSlot(), endless());
  QTest::qWait(10);
  renderer.reset();
  QCoreApplication::processEvents();
  EXPECT_TRUE(answers_.empty());
}

TEST_F(RendererTest, ARequestForNothingIsTheCallersMistake) {
  const int slot = renderer_.addSlot();
  EXPECT_THROW(renderer_.request(slot, {}), std::invalid_argument);
  EXPECT_THROW(renderer_.request(slot, photoAt({0, 4})), std::invalid_argument);
}

}  // namespace
}  // namespace platen::ui
